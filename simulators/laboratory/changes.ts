import type { Act } from './acts.ts'
import type { Revision } from './findings.ts'
import type { CompletedAct, OrderEntry } from './journal.ts'
import { type ReportOptions, reclassifiedInWords } from './report.ts'

/** Why a report changed: NTE-4, and the default NTE-3. */
const CHANGE_NOTES: Partial<Record<Act['do'], [kind: string, words: string]>> = {
  correct: ['RESULT', 'The result was transcribed wrongly.'],
  amend: ['RECLASSIFICATION', 'New evidence: the variant is reclassified.'],
  addendum: ['ADDENDUM', 'A reference was added. The result has not changed.'],
  withdraw: ['WRONG-PATIENT', 'Issued for the wrong patient.'],
}

/** Only a correction or amendment has a different finding: a final report has the preliminary one's. */
export function revisionsIn(done: readonly CompletedAct[]): Revision[] {
  return done.flatMap(({ act }): Revision[] => {
    if (act.do === 'report' || act.do === 'preliminary')
      return act.outcome ? [{ do: 'report', outcome: act.outcome }] : []
    return act.do === 'correct' || act.do === 'amend' ? [act] : []
  })
}

/** Once reported against the person's answer, secondary findings stay in the report's later versions. */
const ignoresConsent = (done: readonly CompletedAct[]) =>
  done.some(({ act }) => act.do === 'report' && act.ignoresConsent === true)

/** The day of the last report that gave classes: an addendum gives none. */
const classifiedOn = (done: readonly CompletedAct[]) =>
  done
    .findLast(({ act }) => ['preliminary', 'report', 'correct', 'amend'].includes(act.do))
    ?.at.slice(0, 10) ?? ''

/**
 * The kind of change that the last act is, '' for none, and what its report is written with: `words` explain it, by
 * default those of its kind. An amendment names the old class and the new one.
 */
export function changeOf(
  order: OrderEntry,
  done: readonly CompletedAct[],
  settings: Pick<ReportOptions, 'seed' | 'laboratoryName'>,
): { kind: string; options: ReportOptions } {
  const last = done.at(-1)
  if (!last) throw new Error(`Nothing was done about order ${order.orderId}`)
  const { act } = last
  const [kind = '', usual = ''] = CHANGE_NOTES[act.do] ?? []
  const { seed, laboratoryName } = settings
  const options = {
    ...{ seed, laboratoryName, at: new Date(last.at), revisions: revisionsIn(done), act: act.do, words: '' },
    ignoresConsent: ignoresConsent(done),
    classifiedOn: classifiedOn(done),
  }
  const given = 'words' in act ? act.words : undefined
  const why =
    act.do === 'amend' ? reclassifiedInWords(order, options, revisionsIn(done.slice(0, -1))) || usual : usual
  return { kind, options: { ...options, words: given ?? why } }
}
