export { partsOf, presentParts } from './present.ts'
