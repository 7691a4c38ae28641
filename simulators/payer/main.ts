/*
 * A payer to try the portal with, in its own process: answers X12 270 requests about invented members with
 * 271s over HTTP. It knows nothing of the portal, and stores nothing.
 */
import { openCounter } from './counter.ts'
import { readSettings } from './settings.ts'

const counter = await openCounter(readSettings(process.env))

async function stop(): Promise<void> {
  await counter.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
// Ctrl+C reaches the whole process group; a payer started by the portal is stopped by the portal.
process.on('SIGINT', () => {
  if (!process.connected) void stop()
})
// If the parent ended during the start, no event announces it.
if (process.send && !process.connected) await stop()
else if (process.send) process.send({ listening: counter.port })
else console.log(`Simulated payer: answering requests on http://127.0.0.1:${counter.port}`)
