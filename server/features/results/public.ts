export { currentVersions, filedResults } from './filed-results.ts'
export { fileResults, resultFilling } from './filing.ts'
