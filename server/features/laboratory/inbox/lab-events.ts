import { createHash } from 'node:crypto'
import type { LabUpdate } from '#adapters/laboratory/port.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { LabEvent, LabEventContent } from '#domain/orders/lab-events.ts'
import type { InStore, ReportUpdate } from '#domain/reports/report-update.ts'
import type { MessageStatus } from '#domain/reports/statuses.ts'

/** News whose documents are in the file store. */
export type StoredLabUpdate = Omit<LabUpdate, 'report'> & { report: ReportUpdate<InStore> | null }

/** The message that news come in. */
export interface Source {
  /** Of the one that came in; null for the answer to one that went out. */
  messageId: number | null
  /** The same whenever it comes again: sender and control id. */
  name: string
  receivedAt: Date
}

/** One thing said, as a fact. Said again it has the same key: of the same time, or in the same message. */
export function toLabEvent(content: LabEventContent, at: Date, once = at.toISOString()): LabEvent {
  const key = createHash('sha256')
    .update(JSON.stringify([content, once]))
    .digest('base64url')
  return { ...content, at, key: `${content.kind}:${key.slice(0, 27)}` }
}

/** Whose a report is, and what a person at the laboratory decided of it where one had to. */
export interface Filing {
  person: PatientKey
  decision?: { as: MessageStatus | null }
}

/**
 * A report as a fact of its order. Said again it has the same key: by the same content, sent at the same time. A message
 * without a time was sent when it came; one that says that its report was made later was sent then at the earliest.
 */
function resultEvent(
  report: ReportUpdate<InStore>,
  { person, decision }: Filing,
  source: Source,
  isReplacedBeside = false,
): LabEvent {
  const { read: _, madeAt, sentAt: sentAtGiven, ...content } = report
  const sentAt = new Date(Math.max((sentAtGiven ?? source.receivedAt).getTime(), madeAt?.getTime() ?? 0))
  const result: LabEventContent = {
    ...{ kind: 'result', person, ...content },
    ...{ madeAt: (madeAt ?? sentAt).toISOString(), sentAt: sentAt.toISOString() },
    ...(isReplacedBeside ? { isReplacedBeside } : {}),
  }
  const filed = toLabEvent(result, sentAt, sentAtGiven ? sentAt.toISOString() : source.name)
  return decision && filed.kind === 'result'
    ? { ...filed, decided: { outcome: 'taken', as: decision.as } }
    : filed
}

/** What one piece of news says of its order, one thing at a time; its report only where it is known whose it is. */
export function labEventsIn(
  labUpdate: StoredLabUpdate,
  orderId: number,
  source: Source,
  filing: (Filing & { isReplacedBeside?: boolean }) | null,
): LabEvent[] {
  const events: LabEvent[] = []
  // One without a time was said when it came, and is another in another message.
  const say = (content: LabEventContent, at: Date | null = labUpdate.at) =>
    events.push(toLabEvent(content, at ?? source.receivedAt, at?.toISOString() ?? source.name))
  const { state, laboratoryNumber, testCode, report, hold, release } = labUpdate
  const specimens = labUpdate.specimens.filter((specimen) => specimen.orderId === orderId)
  if (laboratoryNumber) say({ kind: 'numbered', number: laboratoryNumber })
  if (state === 'cancellation-refused') {
    // It answers what is asked when it comes, so that it counts by its message.
    const refusal: LabEventContent = { kind: 'cancellation-refused', words: labUpdate.refusal }
    events.push(toLabEvent(refusal, labUpdate.at ?? source.receivedAt, source.name))
  } else if (state) say({ kind: 'progress', progress: state, bySpecimen: specimens.length > 0 })
  const result = report && filing && resultEvent(report, filing, source, filing.isReplacedBeside)
  if (result) events.push(result)
  if (hold) say({ kind: 'held', hold: hold.key, holdKind: hold.kind, words: hold.words })
  if (release) say({ kind: 'released', hold: release.key })
  for (const { key: sample, arrivedAt, rejected } of specimens) {
    if (arrivedAt) say({ kind: 'arrived', sample }, arrivedAt)
    if (rejected) say({ kind: 'rejected', sample, ...rejected })
  }
  // It answers what was sent, so that it counts by its message.
  if (labUpdate.declined !== null)
    events.push(
      toLabEvent(
        { kind: 'declined', testCode, words: labUpdate.declined },
        labUpdate.at ?? source.receivedAt,
        source.name,
      ),
    )
  // The same words, as some systems send them with every message, are one note.
  if (labUpdate.notes)
    events.push(toLabEvent({ kind: 'note', words: labUpdate.notes }, labUpdate.at ?? source.receivedAt, ''))
  for (const { key: treatment, title, text } of labUpdate.treatments)
    say({ kind: 'treatment', treatment, testCode, title, text, ...(result ? { report: result.key } : {}) })
  return events
}
