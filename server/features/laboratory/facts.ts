import { createHash } from 'node:crypto'
import type { LaboratoryNews } from '#adapters/laboratory/port.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { Fact, Said } from '#domain/orders/said.ts'
import type { InStore, ReportNews } from '#domain/reports/news.ts'
import type { SaidStatus } from '#domain/reports/statuses.ts'

/** News whose documents are in the file store. */
export type StoredNews = Omit<LaboratoryNews, 'report'> & { report: ReportNews<InStore> | null }

/** The message that news come in. */
export interface Source {
  /** Of the one that came in; null for the answer to one that went out. */
  messageId: number | null
  /** The same whenever it comes again: sender and control id. */
  name: string
  receivedAt: Date
}

/** One thing said, as a fact. Said again it has the same key: of the same time, or in the same message. */
export function fact(said: Said, at: Date, once = at.toISOString()): Fact {
  const key = createHash('sha256')
    .update(JSON.stringify([said, once]))
    .digest('base64url')
  return { ...said, at, key: `${said.kind}:${key.slice(0, 27)}` }
}

/** Whose a report is, and what a person at the laboratory decided of it where one had to. */
export interface Filing {
  person: PatientKey
  taken?: { as: SaidStatus | null }
}

/**
 * A report as a fact of its order. Said again it has the same key: by the same content, sent at the same time. A message
 * without a time was sent when it came; one that says that its report was made later was sent then at the earliest.
 */
function resultFact(
  report: ReportNews<InStore>,
  { person, taken }: Filing,
  source: Source,
  isReplacedBeside = false,
): Fact {
  const { read: _, madeAt, sentAt: said, ...content } = report
  const sentAt = new Date(Math.max((said ?? source.receivedAt).getTime(), madeAt?.getTime() ?? 0))
  const result: Said = {
    ...{ kind: 'result', person, ...content },
    ...{ madeAt: (madeAt ?? sentAt).toISOString(), sentAt: sentAt.toISOString() },
    ...(isReplacedBeside ? { isReplacedBeside } : {}),
  }
  const filed = fact(result, sentAt, said ? sentAt.toISOString() : source.name)
  return taken && filed.kind === 'result' ? { ...filed, decided: { outcome: 'taken', as: taken.as } } : filed
}

/** What one piece of news says of its order, one thing at a time; its report only where it is known whose it is. */
export function factsIn(
  news: StoredNews,
  orderId: number,
  source: Source,
  filing: (Filing & { isReplacedBeside?: boolean }) | null,
): Fact[] {
  const facts: Fact[] = []
  // One without a time was said when it came, and is another in another message.
  const say = (said: Said, at: Date | null = news.at) =>
    facts.push(fact(said, at ?? source.receivedAt, at?.toISOString() ?? source.name))
  const { state, laboratoryNumber, testCode, report, hold, release } = news
  const specimens = news.specimens.filter((specimen) => specimen.orderId === orderId)
  if (laboratoryNumber) say({ kind: 'numbered', number: laboratoryNumber })
  if (state === 'cancellation-refused') {
    // It answers what is asked when it comes, so that it counts by its message.
    const refusal: Said = { kind: 'cancellation-refused', words: news.refusal }
    facts.push(fact(refusal, news.at ?? source.receivedAt, source.name))
  } else if (state) say({ kind: 'progress', progress: state, bySpecimen: specimens.length > 0 })
  const result = report && filing && resultFact(report, filing, source, filing.isReplacedBeside)
  if (result) facts.push(result)
  if (hold) say({ kind: 'held', hold: hold.key, holdKind: hold.kind, words: hold.words })
  if (release) say({ kind: 'released', hold: release.key })
  for (const { key: sample, arrivedAt, rejected } of specimens) {
    if (arrivedAt) say({ kind: 'arrived', sample }, arrivedAt)
    if (rejected) say({ kind: 'rejected', sample, ...rejected })
  }
  // It answers what was sent, so that it counts by its message.
  if (news.declined !== null)
    facts.push(
      fact({ kind: 'declined', testCode, words: news.declined }, news.at ?? source.receivedAt, source.name),
    )
  // The same words, as some systems send them with every message, are one note.
  if (news.notes) facts.push(fact({ kind: 'note', words: news.notes }, news.at ?? source.receivedAt, ''))
  for (const { key: treatment, title, text } of news.treatments)
    say({ kind: 'treatment', treatment, testCode, title, text, ...(result ? { report: result.key } : {}) })
  return facts
}
