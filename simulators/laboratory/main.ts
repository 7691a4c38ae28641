/*
 * A laboratory to try the portal with, as a process of its own: takes orders in and sends results by HL7 v2.5.1
 * over MLLP, and keeps its books in a journal. It knows nothing of the portal but its host and port.
 */
import { connectMllp } from '#adapters/laboratory/mllp-client.ts'
import { listenMllp } from '#adapters/laboratory/mllp-server.ts'
import { answeredIn, tell, work } from './bench.ts'
import { openJournal } from './journal.ts'
import { openReception } from './reception.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const journal = await openJournal(settings.dir)
const sender = connectMllp({ host: settings.portalHost, port: settings.portalPort, timeoutMs: 10_000 })
const stopping = new AbortController()
const answered = answeredIn(journal)
const doings = new Set<Promise<void>>()
const reception = openReception(journal, settings, {
  onTaken: (order) => begin(order.orderId, work(order, answered, bench)),
  onDecided: (decided, order) => begin(order.orderId, tell(decided, order, bench)),
})
const bench = { settings, sender, journal, stop: stopping.signal, cancelled: reception.cancelled }

function begin(orderId: string, doing: Promise<void>): void {
  doings.add(doing)
  doing
    .catch((error) => console.error(`Simulated laboratory: order ${orderId}: ${error}`))
    .finally(() => doings.delete(doing))
}

const listener = await listenMllp({
  host: '127.0.0.1',
  port: settings.port,
  receive: reception.receive,
  onError: (error) => console.error(`Simulated laboratory: ${error.message}`),
})
reception.resume(answered)

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  await listener.close()
  await sender.close()
  await Promise.allSettled(doings)
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
