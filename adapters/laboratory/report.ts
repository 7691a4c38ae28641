import type { Hl7Segment } from '@medplum/core'
import { filledParts, type ReportUpdate } from '#domain/reports/report-update.ts'
import {
  PENDING_WITH_RESULT,
  REPORT_CHANGES,
  reportStatus,
  resultStatus,
  withChange,
} from '#domain/reports/statuses.ts'
import { codeIn, fullTextOf, nameIn, textOf } from '../hl7/message.ts'
import { readTime } from '../hl7/times.ts'
import { embeddedIn, isPdf } from './embedded.ts'
import { issuerOf } from './issuer.ts'
import type { OrderGroup } from './order-groups.ts'
import type { LabUpdate } from './port.ts'
import { noteOf, type Result } from './result.ts'
import { partsOf } from './result-parts.ts'
import { isTreatment, treatmentsOf } from './treatments.ts'
import { withMissingCalls } from './uncalled.ts'

/** When its message was sent, and the offset of times without one. */
export interface Sent {
  sentAt: Date | null
  zone: string
}
/** What a group carries besides its results. */
interface Named extends Sent {
  laboratoryNumber: string | null
}

/** Statuses without content: an earlier result is withdrawn, or there is none. */
const EMPTY: readonly string[] = ['withdrawn', 'cancelled', 'none']
/** OBX-11 O: the order, echoed. Never a result, whatever it contains. */
const ECHO = 'O'

/** The report in a group; null if the group is about no result. */
export function reportOf(group: OrderGroup, { laboratoryNumber, sentAt, zone }: Named): LabUpdate['report'] {
  const { obr, spm } = group
  const results = group.results.filter(({ obx }) => !isTreatment(obx) && codeOf(obx) !== ECHO)
  const [code, testCode] = obr ? [textOf(obr, 25), codeIn(obr, 4)] : ['', '']
  const codes = results.map(({ obx }) => statusCodeOf(obx))
  const withCalls = withMissingCalls(results, countedResults(group))
  const change = changeIn(group.notes)
  // In a group of notes alone, the notes are its result.
  const statedStatus = reportStatus(code, codes)
  const status = withChange(statedStatus, change)
  if (status === 'none') return null
  const isEmpty = EMPTY.includes(status)
  // Notes that give the reason of a change go with the change.
  const notesOfReport = isChanged(status) ? group.notes.filter((note) => !isReason(note)) : group.notes
  const parts = isEmpty
    ? []
    : filledParts(partsOf(withCalls, notesOfReport, `report${fileSafe(laboratoryNumber)}`))
  const testName = obr ? nameIn(obr, 4) : ''
  const accession = spm.map((segment) => textOf(segment, 30)).find((number) => number !== '')
  return {
    read: { report: code, results: codes },
    status,
    identity: {
      filler: laboratoryNumber ?? '',
      accession: accession ?? (obr ? textOf(obr, 20) : ''),
      ...{ testCode, group: obr ? textOf(obr, 1) : '' },
    },
    parts,
    ...(testName === '' ? {} : { testName }),
    ...issuerOf(group),
    ...(parts.length === 0 && treatmentsOf(group).length > 0 ? { withRecommendation: true } : {}),
    words: isEmpty ? textOfNotes(allNotes(group)) : isChanged(status) ? reasonsOf(group.notes) : '',
    ...{ change, madeAt: obr && readTime(textOf(obr, 22), zone), sentAt },
  }
}

const codeOf = (obx: Hl7Segment) => textOf(obx, 11).toUpperCase()

/**
 * OBX-11 as it counts for the status: "pending" does not matter for a file or figure that is present all the
 * same.
 */
function statusCodeOf(obx: Hl7Segment): string {
  const code = codeOf(obx)
  return (code === 'I' || code === 'N') && hasResult(obx) ? PENDING_WITH_RESULT : code
}

function hasResult(obx: Hl7Segment): boolean {
  const embedded = embeddedIn(obx)
  if (embedded) return embedded.content.length > 0
  return ['NM', 'SN'].includes(textOf(obx, 2).toUpperCase()) && fullTextOf(obx, 5) !== ''
}

/** The results to show: not withdrawn, not an echo of the order, not a recommendation. */
export function countedResults({ obr, results }: OrderGroup): Result[] {
  const code = obr ? textOf(obr, 25) : ''
  return results.filter(({ obx }) => !isTreatment(obx) && isCounted(code, obx))
}

function isCounted(obr25: string, obx: Hl7Segment): boolean {
  return !EMPTY.includes(resultStatus(obr25, statusCodeOf(obx)))
}

/** A result labeled as PDF (OBX-5.2 or 5.3) whose content is something else, or empty. */
export function isMislabelled({ obx }: Result): boolean {
  const embedded = embeddedIn(obx)
  return embedded?.label.includes('pdf') === true && !isPdf(embedded.content)
}

function isChanged(status: ReportUpdate['status']): boolean {
  return status === 'corrected' || status === 'amended' || status === 'addended'
}

/** Comment types (NTE-4, table 0364) that mark a reason. */
const REASONS = ['1R', '2R', 'GR']

/** Why the report changed: the notes marked as a reason, else all of them. */
function reasonsOf(notes: readonly Hl7Segment[]): string {
  const reasons = notes.filter(isReason)
  return textOfNotes(reasons.length > 0 ? reasons : notes)
}

function isReason(note: Hl7Segment): boolean {
  return REASONS.includes(typeOf(note)) || changeOf(note) !== undefined
}

function textOfNotes(notes: readonly Hl7Segment[]): string {
  return notes
    .map(noteOf)
    .filter((text) => text !== '')
    .join('\n')
}

function allNotes({ notes, results }: OrderGroup): Hl7Segment[] {
  return [...notes, ...results.flatMap((result) => result.notes)]
}

/**
 * Notes that belong neither to the report nor to a recommendation: those of results that do not count and,
 * without a report, those of the group, unless used otherwise (a hold, a refusal).
 */
export function remainingNotes(
  group: OrderGroup,
  report: LabUpdate['report'],
  areGroupNotesUsed: boolean,
): string {
  if (report && EMPTY.includes(report.status)) return ''
  const code = group.obr ? textOf(group.obr, 25) : ''
  const counted = new Set(report ? countedResults(group) : [])
  const remaining = group.results.filter(
    (result) => !counted.has(result) && !(isTreatment(result.obx) && isCounted(code, result.obx)),
  )
  return textOfNotes([
    ...(report || areGroupNotesUsed ? [] : group.notes),
    ...remaining.flatMap(({ notes }) => notes),
  ])
}

const typeOf = (note: Hl7Segment) => textOf(note, 4).toUpperCase()

/** NTE-4 may name the kind of change (REPORT_CHANGES): `RECLASSIFICATION`. */
function changeIn(notes: readonly Hl7Segment[]): ReportUpdate['change'] {
  return notes.map(changeOf).find((change) => change !== undefined) ?? null
}

function changeOf(note: Hl7Segment): ReportUpdate['change'] | undefined {
  return REPORT_CHANGES.find((change) => change.toUpperCase() === typeOf(note))
}

export function fileSafe(laboratoryNumber: string | null): string {
  return laboratoryNumber ? `-${laboratoryNumber.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}` : ''
}
