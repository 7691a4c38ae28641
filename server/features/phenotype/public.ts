export { knownTerms } from './known-terms.ts'
