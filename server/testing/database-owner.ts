import { startEmbeddedPostgres } from '../database/embedded/embedded.ts'

// Started by embedded.test.ts as a process of its own, to be killed.
const { url, pid } = await startEmbeddedPostgres({ dir: process.argv[2] ?? '' })
process.send?.({ url, pid: pid() })
