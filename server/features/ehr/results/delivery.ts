import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectHospital, type EhrCodec, type EhrResult, fileMark, NotSent } from '#adapters/ehr/port.ts'
import { type FileStore, FilesAway } from '#adapters/files/port.ts'
import { type ResultSettings, subjectOfStream } from '#domain/ehr/results.ts'
import { isPatientHere } from '#domain/ehr/same-person.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { fetusInWords, fetusOf } from '#domain/orders/subject.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { askedFor } from './asked.ts'
import { endBefore, inChart, WITHDRAWN_BEFORE } from './in-chart.ts'
import { withdrawalNotice } from './notice.ts'
import {
  type Claimed,
  claim,
  dueInterfaces,
  letGo,
  nextMessage,
  noteAnswered,
  noteNoAnswer,
  noteSending,
  type QueuedMessage,
  settle,
  takeBackSending,
  unansweredAmong,
} from './queue.ts'

export interface DeliveryDeps {
  /** Sees every institution. */
  worker: Connection
  codec: Pick<EhrCodec, 'writeResult'>
  files: FileStore
  connect: ConnectHospital
  laboratoryName: string
  /** Notes how a message to an interface's hospital ends. */
  watch<T>(code: string, call: Promise<T>): Promise<T>
  /** Notes that an interface's hospital answered another portal, after it did not answer this one. */
  answersAgain(code: string): void
  /** Receives unexpected errors; a hospital that does not answer is none. */
  onError(error: Error): void
}

const MEGABYTE = 1024 * 1024
const LOOK_MS = 500

/** A connection, and to where. */
interface Open {
  to: string
  sender: ReturnType<ConnectHospital>
}

/**
 * Sends hospitals their results until it is closed: to each its own one after the other, to all at once. What gets no
 * answer is tried again with growing waits, as long as it takes; what is refused waits for Support.
 */
export function startResultDelivery(deps: DeliveryDeps) {
  const { worker, onError } = deps
  const open = new Map<string, Open>()
  const sending = new Map<string, Promise<void>>()
  /**
   * The interfaces whose hospital did not answer this portal's last message, as is noted: what is not noted looks as if the
   * hospital had answered.
   */
  const unanswered = new Set<string>()
  const stopped = new AbortController()

  async function senderFor({ code, settings }: Claimed) {
    const { host, port, certificates } = settings
    const to = JSON.stringify([host, port, certificates])
    const before = open.get(code)
    if (before?.to === to) return before.sender
    await before?.sender.close()
    const sender = deps.connect({ host, port, certificates })
    open.set(code, { to, sender })
    return sender
  }

  async function watched<T>(code: string, call: Promise<T>): Promise<T> {
    const answer = await deps.watch(code, call)
    unanswered.delete(code)
    return answer
  }

  async function sendAll(code: string): Promise<void> {
    const claimed = await claim(worker.db, code)
    if (!claimed) return
    const sender = await senderFor(claimed)
    let isAnswered = true
    try {
      while (isAnswered && !stopped.signal.aborted) {
        const message = await nextMessage(worker.db, code)
        if (!message) break
        let isSent = false
        isAnswered = await sendOne(deps, claimed, message, (raw) => {
          isSent = true
          return watched(code, sender.send(raw))
        })
        if (isSent && !isAnswered) unanswered.add(code)
      }
    } finally {
      // Without an answer the next try has its time; after an error of our own, it need not wait for the lease to end.
      if (isAnswered) await letGo(worker.db, code)
    }
  }

  /** The next message may go out by another portal, which does not tell this one how that ends. */
  async function noteAnswers(): Promise<void> {
    const codes = [...unanswered].filter((code) => !sending.has(code))
    if (codes.length === 0) return
    const still = await unansweredAmong(worker.db, codes)
    for (const code of codes) if (!still.includes(code) && unanswered.delete(code)) deps.answersAgain(code)
  }

  async function look(): Promise<void> {
    await noteAnswers()
    for (const code of await dueInterfaces(worker.db)) {
      if (sending.has(code)) continue
      const done = sendAll(code)
        .catch(onError)
        .finally(() => sending.delete(code))
      sending.set(code, done)
    }
  }

  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await look().catch(onError)
      await delay(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    async close(): Promise<void> {
      stopped.abort()
      await looking
      await Promise.all([...open.values()].map(({ sender }) => sender.close()))
      await Promise.all(sending.values())
    },
  }
}

type Send = ReturnType<ConnectHospital>['send']

/** Sends one message, or settles it without; false if there was no answer. */
async function sendOne(
  deps: DeliveryDeps,
  of: Claimed,
  message: QueuedMessage,
  send: Send,
): Promise<boolean> {
  const { db } = deps.worker
  const { code } = of
  const noAnswer = async (error: unknown) => {
    await noteNoAnswer(db, code, message.id, (error as Error).message)
    return false
  }
  if (message.status === 'withdrawn') await endBefore(db, code, message)
  const { isOver, filed } = await inChart(db, code, message)
  if (isOver) {
    await settle(db, message.id, { outcome: 'not-sent', reason: WITHDRAWN_BEFORE })
    return true
  }
  const asked = await askedFor(db, code, message)
  const written = await write(deps, of, message, { filed, asked }).catch((error: Error) => {
    if (error instanceof FilesAway) return error
    deps.onError(error)
    return { refusal: `it cannot be written (${error.message})` }
  })
  if (written instanceof FilesAway) return noAnswer(written)
  if ('refusal' in written) {
    await settle(db, message.id, { outcome: 'refused', reason: `Not sent: ${written.refusal}` })
    return true
  }
  await noteSending(db, message.id, written.body)
  const answer = await send(written.raw).catch((error: Error) => error)
  if (answer instanceof NotSent) await takeBackSending(db, message.id)
  if (answer instanceof Error) return noAnswer(answer)
  await noteAnswered(db, code)
  const isTaken = answer.code === 'AA' || answer.code === 'CA'
  const reason = isTaken ? '' : `${answer.code}: ${answer.text}`
  const outcome = isTaken ? 'taken' : 'refused'
  const isNew = await settle(db, message.id, { outcome, reason, answer: answer.raw })
  if (isNew && isTaken) await auditSent(deps, of, message)
  return true
}

/** A message without the contents of its files, and with them; or why it must not be sent. */
type Written = { body: string; raw: string } | { refusal: string }

async function write(
  deps: DeliveryDeps,
  of: Claimed,
  message: QueuedMessage,
  known: Pick<EhrResult, 'filed' | 'asked'>,
): Promise<Written> {
  const { settings } = of
  const { content, document } = message
  const isOthersNow = content !== null && !isPatientHere(content.patient, document.patients[0])
  // Where the report was filed, its withdrawal is right too.
  if (isOthersNow && known.filed.length === 0)
    return { refusal: 'the order’s patient was changed here, and is not the hospital’s any more' }
  const result = { ...resultFor(of, message), ...known, isOthersNow }
  if (result.placer === null && result.patient.recordNumber === '')
    return { refusal: 'the patient has no record number' }
  const needsNotice = message.status === 'withdrawn' && settings.withdrawn === 'C'
  const notice = needsNotice ? await withdrawalNotice(deps.laboratoryName, message) : null
  const body = deps.codec.writeResult({ ...result, notice })
  // The status alone would tell the hospital that it has the report.
  const isReport = message.stream !== '' && message.status !== 'withdrawn'
  if (isReport && !body.includes('\rOBX|')) return { refusal: 'the report has no part that can be sent' }
  const raw = notice
    ? withContent(body, notice.fileKey, notice.content)
    : await withFiles(deps.files, body, fileKeysOf(message))
  return Buffer.byteLength(raw) > settings.mostMegabytes * MEGABYTE
    ? { refusal: `the message is larger than ${settings.mostMegabytes} MB` }
    : { body, raw }
}

async function auditSent({ worker }: DeliveryDeps, { code }: Claimed, message: QueuedMessage): Promise<void> {
  const entity = { kind: 'order', id: message.order_id, institution: message.institution_code }
  await worker.db.transaction().execute((transaction) =>
    worker.auditLine(transaction, {
      actor: { subject: '', name: 'Karyo' },
      action: 'ehr.sent',
      entity,
      detail: { to: code, status: message.status, controlId: controlIdOf(message.id) },
    }),
  )
}

/** MSH-10: the same however often it is sent. */
const controlIdOf = (id: number) => `R${id}`

function resultFor(
  { settings, processingId }: { settings: ResultSettings; processingId: string },
  { id, order_id, created_at, result, filler, stream, document, content, echo }: QueuedMessage,
): Omit<EhrResult, 'filed' | 'isOthersNow' | 'asked'> {
  const [patient] = document.patients
  const { npi, lastName, firstName } = document.orderingProvider
  const subject = subjectOfStream(stream)
  const fetus = fetusOf(document, subject)
  const whose = fetus?.key ?? patient?.key ?? PROBAND
  const sample = document.samples.find((one) => one.patient === whose)
  return {
    ...{ controlId: controlIdOf(id), at: created_at, settings, processingId, result, filler },
    ...{ echo: echo ?? '', placer: content?.placer ?? null, notice: null },
    patient: {
      ...{ recordNumber: patient?.recordNumber ?? '', lastName: patient?.lastName ?? '' },
      ...{ firstName: patient?.firstName ?? '', dateOfBirth: patient?.dateOfBirth ?? '' },
      sex: patient?.sex ?? '',
    },
    fetus: fetus
      ? {
          ...{ number: `${order_id}-${fetus.key}`, label: fetus.label },
          words: fetusInWords(document, fetus).replace(/^the /, ''),
        }
      : null,
    collectedOn: sample?.dateOfCollection ?? '',
    provider: { npi, lastName, firstName },
  }
}

function fileKeysOf({ result }: QueuedMessage): string[] {
  return result.parts.flatMap((part) => (part.kind === 'document' ? [part.fileKey] : []))
}

/** The message with the contents of its files. */
async function withFiles(files: FileStore, body: string, keys: readonly string[]): Promise<string> {
  let raw = body
  for (const key of new Set(keys))
    if (raw.includes(fileMark(key))) raw = withContent(raw, key, await files.get(key))
  return raw
}

const withContent = (body: string, key: string, content: Uint8Array) =>
  body.split(fileMark(key)).join(Buffer.from(content).toString('base64'))
