/*
 * A laboratory to try the portal with, as a process of its own: takes orders in and sends results by HL7 v2.5.1
 * over MLLP, and keeps its books in a journal. It knows nothing of the portal but its host and port.
 */
import { connectMllp } from '#adapters/laboratory/mllp-client.ts'
import { listenMllp } from '#adapters/laboratory/mllp-server.ts'
import { answeredIn, work } from './bench.ts'
import { openJournal, type Taken } from './journal.ts'
import { openReception } from './reception.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const journal = await openJournal(settings.dir)
const sender = connectMllp({ host: settings.portalHost, port: settings.portalPort, timeoutMs: 10_000 })
const stopping = new AbortController()
const answered = answeredIn(journal)
const orders = new Set<Promise<void>>()

function begin(order: Taken): void {
  const working = work(order, answered, { settings, sender, journal, stop: stopping.signal })
  orders.add(working)
  working
    .catch((error) => console.error(`Simulated laboratory: order ${order.orderId}: ${error}`))
    .finally(() => orders.delete(working))
}

const listener = await listenMllp({
  host: '127.0.0.1',
  port: settings.port,
  receive: openReception(journal, settings.seed, begin),
  onError: (error) => console.error(`Simulated laboratory: ${error.message}`),
})
for (const entry of journal.entries) if (entry.kind === 'received') begin(entry)

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  await listener.close()
  await sender.close()
  await Promise.allSettled(orders)
  await journal.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
// Ctrl+C reaches the whole process group; a laboratory that was started by the portal is stopped by it.
process.on('SIGINT', () => {
  if (!process.connected) void stop()
})
// A parent that went while this was starting says so to nobody.
if (process.send && !process.connected) await stop()
else if (process.send) process.send({ listening: listener.port })
else console.log(`Simulated laboratory: orders are taken in on 127.0.0.1:${listener.port}`)
