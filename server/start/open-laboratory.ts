import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { PgBoss } from 'pg-boss'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { hl7Codec } from '#adapters/laboratory/codec.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { eitherCodec } from '#adapters/laboratory/either-codec.ts'
import { fhirSender } from '#adapters/laboratory/fhir/client.ts'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { pdfOpener } from '#adapters/pdf/open.ts'
import type { NoteStep } from '#adapters/telemetry/port.ts'
import { keepSimulatedLaboratory } from '#simulators/laboratory/keep.ts'
import type { Connection } from '../database/connection/connect.ts'
import { lockSameValue } from '../database/embedded/lock-same-value.ts'
import { SetupError } from '../database/setup-error.ts'
import { startDelivery } from '../features/laboratory/outbox/delivery.ts'
import type { SendMail } from '../features/mail/public.ts'
import type { Outside } from '../operations/outside.ts'
import { composeGateway } from './compose.ts'
import type { Config } from './config.ts'
import { fhirServerOf } from './fhir-settings.ts'
import { hl7Addresses } from './hl7-addresses.ts'
import type { Hl7Tls } from './hl7-tls.ts'
import { listenProblem } from './listen-problem.ts'
import { openFiles } from './open-files.ts'

const MLLP_TIMEOUT_MS = 20_000
const FHIR_TIMEOUT_MS = 60_000

interface Opened {
  worker: Connection
  dataDir: string
  laboratoryName: string
  boss: PgBoss
  sendMail: SendMail
  /** Registers how to end a resource when the portal ends, before those that were started earlier. */
  ending<T>(resource: T, end: (resource: T) => Promise<unknown>): T
  say(line: string): void
  noteStep: NoteStep
  outside: Outside
  /** Reports an unexpected error and what was being done. Its message may quote a patient. */
  failed(what: string): (error: Error) => void
}

/** Listens to the laboratory and delivers waiting messages: to the configured one, or to a simulated one. */
export async function openLaboratory(
  config: Config,
  tls: Hl7Tls,
  { worker, dataDir, laboratoryName, boss, sendMail, ending, say, failed, noteStep, outside }: Opened,
) {
  const hl7 = hl7Codec(hl7Addresses(config, laboratoryName), config.KARYO_LAB_DIALECT)
  const fhirServer = fhirServerOf(config, FHIR_TIMEOUT_MS)
  const ownLaboratory = !config.KARYO_LAB_HOST && !fhirServer
  const which = ownLaboratory
    ? `simulated ${randomUUID()}`
    : (config.KARYO_LAB_FHIR_URL ?? `${config.KARYO_LAB_HOST}:${config.KARYO_LAB_PORT}`)
  // Any portal delivers the orders of all portals: a simulated laboratory of each would know only some of the
  // orders.
  const same = ending(await lockSameValue(worker.pool, ['laboratory', which]), (one) => one.close())
  if (!same.isLocked)
    throw new SetupError(
      'Another portal on this database uses a different laboratory: set KARYO_LAB_HOST and KARYO_LAB_PORT, or KARYO_LAB_FHIR_URL, the same for all, or stop that portal first',
    )
  const codec = eitherCodec(hl7, fhirServer ? fhirCodec : hl7)
  const files = await openFiles(config.KARYO_FILES_DIR ?? path.join(dataDir, 'files'), worker)
  const pdfs = ending(pdfOpener(), (one) => one.close())
  const gateway = composeGateway({
    ...{ worker, boss, codec, files, openPdf: pdfs.open, sendMail, noteStep },
    ...{ portalOrigin: config.publicOrigin, laboratoryName },
  })
  const listener = await listenMllp({
    host: config.KARYO_HL7_HOST,
    port: config.KARYO_HL7_PORT,
    ...(tls.listening && { tls: tls.listening }),
    receive: gateway.receive,
    onError: failed('a laboratory message could not be processed'),
  }).catch((error: Error) => {
    throw listenProblem(config, 'HL7', error)
  })
  ending(listener, (one) => one.close())
  const simulated = !ownLaboratory
    ? null
    : ending(
        await keepSimulatedLaboratory({
          portalPort: listener.port,
          dir: path.join(dataDir, 'laboratory'),
          speed: config.KARYO_LAB_SPEED,
          behaviour: config.KARYO_LAB_BEHAVIOUR ?? (config.demo ? 'lively' : 'steady'),
          controlPort: config.KARYO_SIM_CONTROL_PORT ?? null,
          laboratoryName,
          onLog: say,
        }),
        (one) => one.stop(),
      )
  if (simulated?.controlPort)
    say(`The simulated laboratory takes commands at http://127.0.0.1:${simulated.controlPort}`)
  const host = config.KARYO_LAB_HOST ?? '127.0.0.1'
  const port = simulated?.port ?? config.KARYO_LAB_PORT ?? 0
  const sender = ending(
    fhirServer
      ? fhirSender(fhirServer)
      : connectLaboratory({
          host,
          port,
          timeoutMs: MLLP_TIMEOUT_MS,
          ...(tls.sending && { tls: tls.sending }),
        }),
    (one) => one.close(),
  )
  const watched: LaboratorySender = {
    ...sender,
    send: (raw) => outside.watch('laboratory', sender.send(raw)),
  }
  await startDelivery(boss, worker, watched, {
    sendOrderNotice: gateway.notify,
    onError: failed('a message to the laboratory could not be processed'),
    noteStep,
  })
  return { files, ...gateway, simulated: simulated !== null }
}
