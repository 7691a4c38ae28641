import type { PatientKey } from '../orders/document.ts'
import type { Finding } from '../results/finding.ts'
import type { MessageStatus, ReportChange } from './statuses.ts'

/** One measured result: `HGVS c.` / `c.58G>T` / '' / '' / 'A'. Missing values are ''. */
export interface ReportValue {
  /** OBX-3.1 or the coding's code. */
  code: string
  name: string
  value: string
  unit: string
  /** OBX-7. */
  range: string
  /** OBX-8: outside the range. */
  flag: string
}

/**
 * One part of a report. `document`: a file, its content as bytes on the wire and by its key in the file store
 * afterwards. `lines`: text to be read line by line. `values`: discrete results, in order. `genetics`: findings of
 * a genetic result, which domain/results reads.
 */
export type ReportPart<File> =
  | ({ kind: 'document'; label: string; filename: string; mediaType: string } & File)
  | { kind: 'lines'; label: string; lines: string[] }
  | { kind: 'values'; label: string; values: ReportValue[] }
  | { kind: 'genetics'; label: string; findings: readonly Finding[] }

export interface Bytes {
  content: Uint8Array
}
/** Who issued a report, as the laboratory names them. */
export interface Issuer {
  /** The laboratory that did the test. */
  laboratory?: string
  /** The person who interpreted it, and answers for it. */
  signedBy?: string
}

export interface InStore {
  /** SHA-256 of the content: its key in the file store. */
  fileKey: string
  bytes: number
}

/** Leaves out empty results: an embedded file without data, an empty value. */
export function filledParts<File>(parts: ReportPart<File>[]): ReportPart<File>[] {
  return parts.some(isFilled) ? parts : []
}

const isValued = ({ value, unit, range, flag }: ReportValue) =>
  [value, unit, range, flag].some((one) => one !== '')

function isFilled<File>(part: ReportPart<File>): boolean {
  if (part.kind === 'lines') return part.lines.some((line) => line.trim() !== '')
  return part.kind === 'values' ? part.values.some(isValued) : true
}

/** A message's content about one report of one person. */
export interface ReportUpdate<File = Bytes> {
  /** As received: OBR-25 and OBX-11 of each result, or DiagnosticReport.status and, if they decide, Observation.status. */
  read: { report: string; results: string[] }
  /**
   * The combined status (domain/reports/statuses.ts); 'none' is not an update of a report, and is left out.
   */
  status: Exclude<MessageStatus, 'none'>
  /** The laboratory's identifiers; '' for missing ones. */
  identity: {
    /** OBR-3, or the DiagnosticReport's own identifier. */
    filler: string
    /** SPM-30, OBR-20 or the Specimen's accessionIdentifier. */
    accession: string
    /** OBR-4.1. */
    testCode: string
    /** Distinguishes several of the same test in one message: OBR-1, or the entry's fullUrl. */
    group: string
  }
  /** The valid results, in message order: without withdrawn ones and echoes of the order. */
  parts: ReportPart<File>[]
  /** The test's name in the message (OBR-4.2); left out if missing. */
  testName?: string
  /** It came with a recommendation and without a result. */
  withRecommendation?: boolean
  /** Left out if the message names neither a laboratory nor a person. */
  issuer?: Issuer
  /** Why it changed, in the laboratory's words; '' if not given. */
  words: string
  change: ReportChange | null
  /** OBR-22, or DiagnosticReport.issued. */
  madeAt: Date | null
  /** MSH-7, or Bundle.timestamp. */
  sentAt: Date | null
  /** It came in a message that withdraws a report, and belongs to none: the result desk must check it. */
  besideWithdrawal?: boolean
}

/** A message's report of an order, once its person is known. */
export type FiledReport = Omit<ReportUpdate<InStore>, 'madeAt' | 'sentAt' | 'read'> & {
  /** Identifies it, however often it is sent. */
  key: string
  person: PatientKey
  madeAt: Date
  sentAt: Date
  /** In the same message as another, valid report of the same test and person, which replaced it. */
  isReplacedBeside?: boolean
  /** The result desk's decision. */
  decided?: {
    outcome: 'taken' | 'refused'
    as: MessageStatus | null
    /** The test whose report it is about; left out if its own codes determine it. */
    of?: string
  }
}
