export { waitingOf } from './store.ts'
