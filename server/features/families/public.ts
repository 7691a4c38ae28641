export { followFamilyCode } from './cascade/progress.ts'
export { followFindings } from './cascade/reported-class.ts'
export { reportsOf } from './cascade/reported-variants.ts'
