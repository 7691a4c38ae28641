export { currentVersions, filedResults, variantsOfReport } from './filed-results.ts'
export { fileResults, resultFilling } from './filing.ts'
