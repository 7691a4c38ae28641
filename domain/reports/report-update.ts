import type { PatientKey } from '../orders/document.ts'
import type { MessageStatus, ReportChange } from './statuses.ts'

/** One result as it was measured: `HGVS c.` / `c.58G>T` / '' / '' / 'A'. What is not said is ''. */
export interface ReportValue {
  /** OBX-3.1 or the coding's code. */
  code: string
  name: string
  value: string
  unit: string
  /** OBX-7. */
  range: string
  /** OBX-8: outside of the range. */
  flag: string
}

/**
 * One part of a report. `document`: a file, its content as bytes on the wire and by its key in the file store
 * afterwards. `lines`: text as it is to be read, line by line. `values`: discrete results, in their order.
 */
export type ReportPart<File> =
  | ({ kind: 'document'; label: string; filename: string; mediaType: string } & File)
  | { kind: 'lines'; label: string; lines: string[] }
  | { kind: 'values'; label: string; values: ReportValue[] }

export interface Bytes {
  content: Uint8Array
}
export interface InStore {
  /** SHA-256 of the content: its key in the file store. */
  fileKey: string
  bytes: number
}

/** A result with nothing in it is none: an embedded file without data, an empty value. */
export function filledParts<File>(parts: ReportPart<File>[]): ReportPart<File>[] {
  return parts.some(isFilled) ? parts : []
}

const isValued = ({ value, unit, range, flag }: ReportValue) =>
  [value, unit, range, flag].some((one) => one !== '')

function isFilled<File>(part: ReportPart<File>): boolean {
  if (part.kind === 'lines') return part.lines.some((line) => line.trim() !== '')
  return part.kind === 'document' || part.values.some(isValued)
}

/** What a message says of one report about one person. */
export interface ReportUpdate<File = Bytes> {
  /** As read: OBR-25 and OBX-11 of each result, or DiagnosticReport.status and none. */
  read: { report: string; results: string[] }
  /** What both say together (domain/reports/statuses.ts); 'none' is no news of a report, and is left out. */
  status: Exclude<MessageStatus, 'none'>
  /** What the laboratory calls it; '' for what it does not say. */
  identity: {
    /** OBR-3, or the DiagnosticReport's own identifier. */
    filler: string
    /** SPM-30, OBR-20 or the Specimen's accessionIdentifier. */
    accession: string
    /** OBR-4.1. */
    testCode: string
    /** Which of several of the same test in one message: OBR-1, or the entry's fullUrl. */
    group: string
  }
  /** Results that count, in the order of the message: none of those that are taken back or only echo the order. */
  parts: ReportPart<File>[]
  /** What the test is called in the message (OBR-4.2); left out where it does not say. */
  testName?: string
  /** It came with a recommendation and without a result. */
  withRecommendation?: boolean
  /** Why it changed, in the laboratory's words; '' where it does not say. */
  words: string
  change: ReportChange | null
  /** OBR-22, or DiagnosticReport.issued. */
  madeAt: Date | null
  /** MSH-7, or Bundle.timestamp. */
  sentAt: Date | null
  /** It came in a message that withdraws a report, and belongs to none: a person has to look at it. */
  besideWithdrawal?: boolean
}

/** A report of an order as a message said it, once it is known whose it is. */
export type FiledReport = Omit<ReportUpdate<InStore>, 'madeAt' | 'sentAt' | 'read'> & {
  /** What makes it one, however often it is said. */
  key: string
  person: PatientKey
  madeAt: Date
  sentAt: Date
  /** In the same message as another report of the same test and person that is not taken back: it was replaced by it. */
  isReplacedBeside?: boolean
  /** A person at the laboratory looked at it, and decided. */
  decided?: {
    outcome: 'taken' | 'refused'
    as: MessageStatus | null
    /** The test whose report it is about; left out where its own codes say so. */
    of?: string
  }
}
