export { presentParts } from './present.ts'
