/*
 * A laboratory to try the portal with, in its own process: receives orders and sends results by HL7 v2.5.1
 * over MLLP, reports by FHIR R4 if it is told where, and keeps a journal. It knows nothing of the portal but that.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { fhirSender } from '#adapters/laboratory/fhir/client.ts'
import { openBooks } from './books.ts'
import { openControl } from './control.ts'
import { openJournal } from './journal.ts'
import { openListener } from './listener.ts'
import { downtime } from './plan.ts'
import { openReception } from './reception.ts'
import { readSettings } from './settings.ts'
import { openWorkQueue } from './work-queue.ts'

const say = (error: Error) => console.error(`Simulated laboratory: ${error.message}`)

const settings = readSettings(process.env)
const journal = await openJournal(settings.dir)
const books = openBooks(journal, (error) => {
  say(error)
  process.exit(1)
})
const sender = connectLaboratory({ host: settings.portalHost, port: settings.portalPort, timeoutMs: 10_000 })
const { fhir } = settings
const reportSender =
  fhir && fhirSender({ url: fhir.url, access: { ...fhir, scope: 'system/Bundle.c' }, timeoutMs: 10_000 })
const stopping = new AbortController()
const receive = openReception(books, settings, {
  onUpdate: (simulatedOrder) => workQueue.attend(simulatedOrder),
  onDecided: (decided, simulatedOrder) => workQueue.sendDecision(decided, simulatedOrder),
})
const listener = await openListener({ port: settings.port, receive, onError: say })
const workQueue = openWorkQueue({
  settings,
  sender,
  reportSender,
  journal,
  books,
  whenUp: listener.whenUp,
  stop: stopping.signal,
})
workQueue.resume()
const { controlPort } = settings
const control =
  controlPort === null
    ? null
    : await openControl({ port: controlPort, books, listener, onUpdate: workQueue.attend })

/** A lively laboratory is down at times. */
async function beDownAtTimes(): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    const { after, lasts } = downtime(settings.seed, nth)
    await wait((after * 1000) / settings.speed, undefined, { signal: stopping.signal })
    await listener.down((lasts * 1000) / settings.speed)
    await listener.whenUp()
  }
}
if (settings.behaviour === 'lively') beDownAtTimes().catch(() => undefined)

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  await control?.close()
  await listener.close()
  await sender.close()
  await reportSender?.close()
  await workQueue.close()
  await journal.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
// Ctrl+C reaches the whole process group; a laboratory started by the portal is stopped by the portal.
process.on('SIGINT', () => {
  if (!process.connected) void stop()
})
// If the parent ended during the start, no event announces it.
if (process.send && !process.connected) await stop()
else if (process.send) process.send({ listening: listener.port, control: control?.port ?? null })
else {
  console.log(`Simulated laboratory: listening for orders on 127.0.0.1:${listener.port}`)
  if (control) console.log(`Simulated laboratory: accepting commands on http://127.0.0.1:${control.port}`)
}
