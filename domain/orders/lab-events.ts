import type { IsoDate } from '../dates/dates.ts'
import type { FiledReport } from '../reports/report-update.ts'
import type { MessageStatus } from '../reports/statuses.ts'
import type { PatientKey } from './document.ts'
import type { HoldKind } from './hold-kinds.ts'

/** The laboratory's progress with an order, regardless of cancellation requests. */
export type Progress = 'en-route' | 'accessioned' | 'in-process' | 'cancelled' | 'reported'

/** A message about a report, once its person is known. Times are ISO instants. */
export type StoredResult = {
  kind: 'result'
  madeAt: string
  sentAt: string
} & Omit<FiledReport, 'key' | 'madeAt' | 'sentAt'>

/** The content of a laboratory event. */
export type LabEventContent =
  /**
   * `bySpecimen`: it names the specimens that have arrived, and says nothing about any other. `test`: the laboratory cancelled
   * this test alone; left out: the order, as in every event from before tests were named.
   */
  | { kind: 'progress'; progress: Progress; bySpecimen: boolean; test?: string }
  | { kind: 'numbered'; number: string }
  | { kind: 'cancellation-refused'; words: string }
  | { kind: 'held'; hold: string; holdKind: HoldKind; words: string }
  /** Null: releases all earlier holds. */
  | { kind: 'released'; hold: string | null }
  /** `accession`: the laboratory's number of the specimen, if it gave one. */
  | { kind: 'arrived'; sample: string; accession?: string }
  | { kind: 'rejected'; sample: string; code: string; words: string }
  /** A single PDF, as stored before reports had statuses and parts. */
  | { kind: 'report'; testCode: string; fileKey: string; bytes: number; corrected: boolean }
  | StoredResult
  /** The result desk's decision about a waiting result, by its key. */
  | { kind: 'decided'; result: string; outcome: 'taken' | 'refused'; as: MessageStatus | null; of?: string }
  /** `text` is '' if it is withdrawn; `report`: the key of the report event it came with. */
  | {
      kind: 'treatment'
      treatment: string
      testCode: string
      title: string
      text: string
      report?: string
      /** Whom it is for; left out: the first of the order's people. */
      person?: PatientKey
    }
  /** The laboratory declines the order, or one test, and why. '' if it does not name the test. */
  | { kind: 'declined'; testCode: string; words: string }
  /** The day on which the laboratory says to expect the report (ORC-27). */
  | { kind: 'promised'; on: IsoDate }
  /** The laboratory's note on the order, unrelated to a report, hold or refusal. */
  | { kind: 'note'; words: string }
  /** The state of an order whose laboratory messages came before events were stored. */
  | { kind: 'stood'; progress: Progress; expectedOn: IsoDate | null }

/** `at` is by the laboratory's clock. Events with the same `key` are one event, however often it was sent. */
export type LabEvent = LabEventContent & { key: string; at: Date }
