import { createHash } from 'node:crypto'
import type { LabUpdate } from '#adapters/laboratory/port.ts'
import { type PatientKey, PROBAND } from '#domain/orders/document.ts'
import type { LabEvent, LabEventContent } from '#domain/orders/lab-events.ts'
import type { InStore, ReportUpdate } from '#domain/reports/report-update.ts'
import type { MessageStatus } from '#domain/reports/statuses.ts'

/** An update whose documents are in the file store. */
export type StoredLabUpdate = Omit<LabUpdate, 'report'> & { report: ReportUpdate<InStore> | null }

/** The message that contains the update. */
export interface Source {
  /** The incoming message's number; null for the answer to an outgoing one. */
  messageId: number | null
  /** Sender and control id: the same for every repeat. */
  name: string
  receivedAt: Date
}

/** A statement as a laboratory event. Its key is the same when repeated: by its time, or by its message. */
export function toLabEvent(content: LabEventContent, at: Date, once = at.toISOString()): LabEvent {
  const key = createHash('sha256')
    .update(JSON.stringify([content, once]))
    .digest('base64url')
  return { ...content, at, key: `${content.kind}:${key.slice(0, 27)}` }
}

/** The same text, which some systems repeat with every message, is one note. */
export function noteEvent(words: string, at: Date): LabEvent {
  return toLabEvent({ kind: 'note', words }, at, '')
}

/** The person a report belongs to, and what a person at the laboratory decided about it, if anything. */
export interface Filing {
  person: PatientKey
  decision?: { as: MessageStatus | null }
}

/**
 * A report as an event of its order. Its key is the same when repeated: by content and time sent. A message
 * without a time counts as sent when it arrived; if its report was made later, as sent then at the earliest.
 */
function resultEvent(
  report: ReportUpdate<InStore>,
  { person, decision }: Filing,
  source: Source,
  isReplacedBeside = false,
): LabEvent {
  const { read: _, madeAt, sentAt: sentAtGiven, issuer, ...content } = report
  const sentAt = new Date(Math.max((sentAtGiven ?? source.receivedAt).getTime(), madeAt?.getTime() ?? 0))
  const result: LabEventContent = {
    ...{ kind: 'result', person, ...content },
    ...{ madeAt: (madeAt ?? sentAt).toISOString(), sentAt: sentAt.toISOString() },
    ...(isReplacedBeside ? { isReplacedBeside } : {}),
  }
  // Not part of the key: a message that arrived before issuers were read stays the same.
  const filed = {
    ...toLabEvent(result, sentAt, sentAtGiven ? sentAt.toISOString() : source.name),
    ...(issuer ? { issuer } : {}),
  }
  return decision && filed.kind === 'result'
    ? { ...filed, decided: { outcome: 'taken', as: decision.as } }
    : filed
}

/** The events in one update to an order; the report only if its person is known. */
export function labEventsIn(
  labUpdate: StoredLabUpdate,
  orderId: number,
  source: Source,
  filing: (Filing & { isReplacedBeside?: boolean }) | null,
): LabEvent[] {
  const events: LabEvent[] = []
  // Without a time, an event is dated by its receipt, and is another one in another message.
  const say = (content: LabEventContent, at: Date | null = labUpdate.at) =>
    events.push(toLabEvent(content, at ?? source.receivedAt, at?.toISOString() ?? source.name))
  const { state, laboratoryNumber, testCode, report, hold, release } = labUpdate
  const specimens = labUpdate.specimens.filter((specimen) => specimen.orderId === orderId)
  if (laboratoryNumber) say({ kind: 'numbered', number: laboratoryNumber })
  if (state === 'cancellation-refused') {
    // Answers the request pending on arrival, so its identity is its message.
    const refusal: LabEventContent = { kind: 'cancellation-refused', words: labUpdate.refusal }
    events.push(toLabEvent(refusal, labUpdate.at ?? source.receivedAt, source.name))
  } else if (state) {
    const test = state === 'cancelled' && labUpdate.isOfTest && testCode !== '' ? { test: testCode } : {}
    say({ kind: 'progress', progress: state, bySpecimen: specimens.length > 0, ...test })
  }
  const result = report && filing && resultEvent(report, filing, source, filing.isReplacedBeside)
  if (result) events.push(result)
  if (hold) say({ kind: 'held', hold: hold.key, holdKind: hold.kind, words: hold.words })
  if (release) say({ kind: 'released', hold: release.key })
  for (const { key: sample, arrivedAt, rejected, accession } of specimens) {
    if (arrivedAt) say({ kind: 'arrived', sample, ...(accession ? { accession } : {}) }, arrivedAt)
    if (rejected) say({ kind: 'rejected', sample, ...rejected })
  }
  if (labUpdate.expectedOn) say({ kind: 'promised', on: labUpdate.expectedOn })
  // Answers what was sent, so its identity is its message.
  if (labUpdate.declined !== null)
    events.push(
      toLabEvent(
        { kind: 'declined', testCode, words: labUpdate.declined },
        labUpdate.at ?? source.receivedAt,
        source.name,
      ),
    )
  if (labUpdate.notes) events.push(noteEvent(labUpdate.notes, labUpdate.at ?? source.receivedAt))
  const person = filing && filing.person !== PROBAND ? { person: filing.person } : {}
  for (const { key: treatment, title, text } of labUpdate.treatments) {
    const from = result ? { report: result.key } : {}
    say({ kind: 'treatment', treatment, testCode, title, text, ...from, ...person })
  }
  return events
}
