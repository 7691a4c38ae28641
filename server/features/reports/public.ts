export { partsOf, presentParts } from './present.ts'
export { changesOfRows } from './rows.ts'
