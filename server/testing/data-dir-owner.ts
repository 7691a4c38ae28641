import { openDataDir } from '../database/embedded/data-dir.ts'

// Started by data-dir.test.ts as a process of its own, to be killed.
await openDataDir(process.argv[2] ?? '', 1)
process.send?.('opened')
setInterval(() => undefined, 60_000)
