import type { IsoDate } from '../dates/dates.ts'
import type { FiledReport } from '../reports/report-update.ts'
import type { MessageStatus } from '../reports/statuses.ts'
import type { HoldKind } from './hold-kinds.ts'

/** How far the laboratory is with an order, whatever was asked of it. */
export type Progress = 'en-route' | 'accessioned' | 'in-process' | 'cancelled' | 'reported'

/** A message about a report, once it is known whose it is. Times are ISO instants. */
export type StoredResult = {
  kind: 'result'
  madeAt: string
  sentAt: string
} & Omit<FiledReport, 'key' | 'madeAt' | 'sentAt'>

/** One thing that the laboratory said of an order. */
export type LabEventContent =
  /** `bySpecimen`: it names the specimens that have come, so that this stands for no other. */
  | { kind: 'progress'; progress: Progress; bySpecimen: boolean }
  | { kind: 'numbered'; number: string }
  | { kind: 'cancellation-refused'; words: string }
  | { kind: 'held'; hold: string; holdKind: HoldKind; words: string }
  /** Null: every hold that was begun before. */
  | { kind: 'released'; hold: string | null }
  | { kind: 'arrived'; sample: string }
  | { kind: 'rejected'; sample: string; code: string; words: string }
  /** One PDF, as it was kept before reports had statuses and parts. */
  | { kind: 'report'; testCode: string; fileKey: string; bytes: number; corrected: boolean }
  | StoredResult
  /** What a person at the laboratory made of a result that waited, by its key. */
  | { kind: 'decided'; result: string; outcome: 'taken' | 'refused'; as: MessageStatus | null; of?: string }
  /** `text` is '' where it is taken back; `report`: the key of what was said of the report that it came with. */
  | { kind: 'treatment'; treatment: string; testCode: string; title: string; text: string; report?: string }
  /** It does not take what it was sent, and why. '' where it does not say of which test. */
  | { kind: 'declined'; testCode: string; words: string }
  /** What the laboratory notes on the order, of no report, hold or refusal. */
  | { kind: 'note'; words: string }
  /** Where an order stood whose laboratory had spoken before its facts were kept. */
  | { kind: 'stood'; progress: Progress; expectedOn: IsoDate | null }

/** `at` is by the laboratory's clock. One `key`, one fact, however often it was said. */
export type LabEvent = LabEventContent & { key: string; at: Date }
