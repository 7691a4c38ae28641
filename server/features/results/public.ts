export { currentVersions, type FiledResult, filedResults } from './filed-results.ts'
export { fileResults, resultFilling } from './filing.ts'
