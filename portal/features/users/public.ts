/** Queries of an institution, and of a number in the NPI registry. */
export { institutionOptions, npiOptions } from './queries.ts'
/** Banner: how many users wait for approval. */
export { WaitingBanner } from './WaitingBanner.tsx'
/** A user’s name with its titles. */
export { personName } from './words.ts'
