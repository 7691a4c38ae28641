import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { CHANGE_WORDS, STATUS_MEANING, STATUS_WORDS } from '#domain/reports/words.ts'
import { outcomeOf } from '#domain/results/words.ts'
import { showBytes } from '#ui/bytes.ts'
import { counted } from '#ui/counted.ts'
import { OUTCOME_NAMES } from '#ui/genetics/texts.ts'
import * as texts from './texts.ts'

type Part = ReportVersionView['parts'][number]

/** What a version is called: 'Version 2, corrected'. */
export function versionName({
  number,
  status,
  isQuestioned,
}: Pick<ReportVersionView, 'number' | 'status' | 'isQuestioned'>): string {
  return `Version ${number}, ${isQuestioned ? 'being checked' : STATUS_WORDS[status].toLowerCase()}`
}

/** What a version consists of, in a line: 'PDF, 214 kB · 12 results'. */
export function partsInWords(parts: readonly Part[]): string {
  return parts.map(partInWords).join(' · ')
}

function partInWords(part: Part): string {
  switch (part.kind) {
    case 'document':
      return `${part.mediaType === 'application/pdf' ? 'PDF' : part.filename}, ${showBytes(part.bytes)}`
    case 'values':
      return counted(part.values.length, 'result')
    case 'lines':
      return 'Text'
    case 'genetics':
      return [overallOf(part.result), counted(part.result.variants.length, 'variant')]
        .filter(Boolean)
        .join(', ')
  }
}

function overallOf(result: Extract<Part, { kind: 'genetics' }>['result']): string | undefined {
  const outcome = outcomeOf(result)
  return outcome === null || outcome === 'other' ? result.overall : OUTCOME_NAMES[outcome]
}

/**
 * The laboratory's overall answer of each report that counts: `Positive`, or of several reports `Exome, Mia Quill: Positive`.
 * Each report is told, so that the answer of one does not stand for all; none if no report has data.
 */
export function answersInWords(reports: readonly ReportView[]): string[] {
  const answered = reports.flatMap(({ testName, testCode, personName, versions }) => {
    const parts = versions.flatMap((one) => (one.state === 'current' ? one.parts : []))
    const results = parts.flatMap((part) => (part.kind === 'genetics' ? [part.result] : []))
    const answers = [...new Set(results.flatMap((one) => overallOf(one) ?? []))].join('; ')
    const isCurrent = versions.some(({ state }) => state === 'current')
    return isCurrent ? [{ whose: `${testName || testCode}, ${personName}`, answers }] : []
  })
  if (answered.every(({ answers }) => answers === '')) return []
  return answered.map(({ whose, answers }) => {
    const words = answers || texts.readTheReport
    return reports.length === 1 ? words : `${whose}: ${words}`
  })
}

/** What the laboratory says of a change: 'Variant reclassified: “…”'; '' where it says nothing. */
export function changeInWords({ change, words }: Pick<ReportVersionView, 'change' | 'words'>): string {
  const quoted = words && `“${words}”`
  if (change === null) return quoted
  return quoted ? `${CHANGE_WORDS[change]}: ${quoted}` : CHANGE_WORDS[change]
}

/** What happened to a report that the reader had opened, as a heading. */
export const NOTICE_WORDS: Readonly<Record<NonNullable<ReportVersionView['notice']>['kind'], string>> = {
  withdrawn: 'This report was withdrawn',
  corrected: 'This report was corrected',
  amended: 'This report was amended',
  addended: 'An addendum was added to this report',
  restored: 'This report is valid again',
  preliminary: 'A preliminary report replaced this final one',
  questioned: 'The laboratory is checking whether this report is correct',
  upheld: 'The laboratory checked this report and confirmed it',
}

/** What the report that counts is called, as a heading. */
export const READY_WORDS: Readonly<Record<ReportVersionView['status'], string>> = {
  preliminary: 'A preliminary report is ready',
  partial: 'A partial report is ready',
  final: 'The report is ready',
  addended: 'An addendum to the report is ready',
  amended: 'An amended report is ready',
  corrected: 'A corrected report is ready',
}

/** What a status means to who acts on the report. Of a cancelled order nobody is told to wait for more. */
export function meaningOf(status: ReportVersionView['status'], { state }: Pick<Order, 'state'>): string {
  if (state !== 'cancelled') return STATUS_MEANING[status]
  if (status === 'preliminary') return texts.neverFinal
  return status === 'partial' ? texts.neverComplete : STATUS_MEANING[status]
}

/** What replaced a version, in the sentence that warns of using it. */
export function replacedInWords(status: ReportVersionView['status']): string {
  return status === 'corrected'
    ? 'The laboratory has corrected this report.'
    : status === 'amended'
      ? 'The laboratory has amended this report.'
      : 'A newer version has replaced this report.'
}
