import { createHash } from 'node:crypto'
import type { LaboratoryNews } from '#adapters/laboratory/port.ts'
import type { Fact, Said } from '#domain/orders/said.ts'
import type { InStore, ReportNews } from '#domain/reports/news.ts'

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

const CHANGED: readonly string[] = ['addended', 'amended', 'corrected']

/** What one piece of news says of its order, one thing at a time. */
export function factsIn(news: StoredNews, orderId: number, source: Source): Fact[] {
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
  const document = report?.parts.find((part) => part.kind === 'document')
  if (state === 'reported' && report && document) {
    const { fileKey, bytes } = document
    say({ kind: 'report', testCode, fileKey, bytes, corrected: CHANGED.includes(report.status) })
  }
  if (hold) say({ kind: 'held', hold: hold.key, holdKind: hold.kind, words: hold.words })
  if (release) say({ kind: 'released', hold: release.key })
  for (const { key: sample, arrivedAt, rejected } of specimens) {
    if (arrivedAt) say({ kind: 'arrived', sample }, arrivedAt)
    if (rejected) say({ kind: 'rejected', sample, ...rejected })
  }
  for (const { key: treatment, title, text } of news.treatments)
    say({ kind: 'treatment', treatment, testCode, title, text })
  return facts
}
