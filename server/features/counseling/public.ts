export { countRefused } from './store.ts'
