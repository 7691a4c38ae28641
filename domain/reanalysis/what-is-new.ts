import { dayInWords, type IsoDate, monthsBetween } from '../dates/dates.ts'
import type { OrderDocument, PatientKey } from '../orders/document.ts'
import { featuresOf, withFeatures } from '../orders/phenotype.ts'
import { changedFindings, type FindingSince, findingInWords, phenotypeSince } from './findings.ts'

/** An order of a relative that was made from this one and submitted after its report. */
export interface RelativeSince {
  orderId: number
  testName: string
  submittedOn: IsoDate
  isReported: boolean
}

/** The reported order that is to be analyzed again, and what happened since. */
export interface EarlierAnalysis {
  orderId: number
  /** '' if the laboratory gave it none. */
  labNumber: string
  testName: string
  reportedOn: IsoDate
  /** The laboratory's overall result, in words; '' if the report gives none as data. */
  result: string
  document: Pick<OrderDocument, 'patients' | 'pregnancy' | 'phenotype' | 'clinicalNotes'>
  findings: readonly FindingSince[]
  relatives: readonly RelativeSince[]
}

/** What the laboratory has to know for a reanalysis, a sentence each; the earlier analysis comes first. */
export function whatIsNew(earlier: EarlierAnalysis, today: IsoDate): string[] {
  const { orderId, labNumber, testName, reportedOn, result, document, findings, relatives } = earlier
  const number = labNumber === '' ? `order ${orderId}` : `order ${orderId}, laboratory number ${labNumber}`
  const changed = changedFindings(featuresOf(document), findings)
  const named = (status: FindingSince['status']) =>
    changed.filter((one) => one.status === status).map((one) => findingInWords(document, one))
  return [
    `Earlier analysis: ${testName} (${number}), reported ${dayInWords(reportedOn)}${result === '' ? '' : ` with the result ${result.toLowerCase()}`}.`,
    `Time since the report: ${inMonths(monthsBetween(reportedOn, today))}.`,
    ...sentence('New findings, present', named('present')),
    ...sentence('New findings, absent', named('absent')),
    ...sentence('Now uncertain', named('uncertain')),
    ...sentence(
      'Relatives tested since',
      relatives.map(
        ({ orderId: id, testName: test, submittedOn, isReported }) =>
          `${test}, order ${id} of ${dayInWords(submittedOn)}, ${isReported ? 'reported' : 'not reported yet'}`,
      ),
    ),
  ]
}

const sentence = (title: string, items: readonly string[]) =>
  items.length === 0 ? [] : [`${title}: ${items.join('; ')}.`]

function inMonths(months: number): string {
  if (months < 1) return 'less than a month'
  return months === 1 ? '1 month' : `${months} months`
}

/** As long as the clinical notes of an order may be. */
const LONGEST_NOTES = 4000

/**
 * A draft's document with what is new since the earlier analysis: its phenotype with the findings since, and
 * its notes with a summary before the earlier order's notes. Notes that would become too long are left out with
 * a reference to their order.
 */
export function withWhatIsNew(draft: OrderDocument, earlier: EarlierAnalysis, today: IsoDate): OrderDocument {
  const summary = whatIsNew(earlier, today).join('\n').slice(0, LONGEST_NOTES)
  const before = earlier.document.clinicalNotes.trim()
  const whole = before === '' ? summary : `${summary}\n\nNotes of order ${earlier.orderId}:\n${before}`
  const reference = `${summary}\n\nNotes of order ${earlier.orderId}: see that order.`
  const clinicalNotes = [whole, reference, summary].find((text) => text.length <= LONGEST_NOTES) ?? summary
  const keys = new Set<PatientKey>(draft.patients.map(({ key }) => key))
  const features = phenotypeSince(featuresOf(earlier.document), earlier.findings)
  return withFeatures(
    { ...draft, clinicalNotes },
    features.filter(({ patient }) => keys.has(patient)),
  )
}
