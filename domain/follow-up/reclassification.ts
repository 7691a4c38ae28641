import type { IsoDate } from '../dates/dates.ts'
import type { ReportVersion } from '../reports/history.ts'
import type { ResultComparison } from '../results/compare/compare-results.ts'
import { addDays } from '../turnaround/laboratory-days.ts'

/** How somebody was told, or was tried to be reached. `read-here`: the orderer read the report in the portal. */
export const CONTACT_WAYS = ['in-person', 'phone', 'video', 'letter', 'portal-message', 'read-here'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]

/** What a person can record about a reclassification. Each is a statement of who records it. */
export const RECLASSIFICATION_STEPS = [
  ...(['orderer-told', 'patient-told', 'patient-not-reached', 'patient-unreachable'] as const),
  ...(['patient-refused', 'relative-listed', 'no-relatives', 'relative-told'] as const),
  ...(['relative-tested', 'relative-declined', 'letter'] as const),
] as const
export type ReclassificationStep = (typeof RECLASSIFICATION_STEPS)[number]

/** A recorded step; `relative` is the key of a listed one. */
export interface RecordedStep {
  step: ReclassificationStep
  relative?: string
  relation?: string
}

/** A reclassification's rows and days (`follow_up.detail`). */
export interface ReclassificationDetail {
  /** Ids of the report rows: the version that people know from before, and the one that changed the class. */
  from: number
  to: number
  /** The version before the first change: what those know who were told of none. Missing in older rows. */
  first?: number
  /** By when the orderer, and the patient, are to be told. */
  ordererDue: IsoDate
  patientDue: IsoDate
}

/** An institution's days and number of tries. Days are calendar days. */
export interface ReclassificationRules {
  ordererDays: number
  patientDays: number
  /** How often a patient has to be tried before they count as unreachable. */
  tries: number
}

/** The most tries that an institution may ask for. */
export const MOST_TRIES = 20

/** Where each institution starts. It sets its own; no figure here is clinical advice. */
export const INITIAL_RECLASSIFICATION_RULES: ReclassificationRules = {
  ordererDays: 7,
  patientDays: 30,
  tries: 3,
}

/**
 * Whether a person has to see a change through: a variant's class crosses the line between likely pathogenic and
 * everything else, or the laboratory's overall answer is another. Where the data shows no other class, the laboratory's
 * word that a variant was reclassified is enough: its document may say which. Other changes only inform.
 */
export function needsFollowUp(
  comparison: ResultComparison | null,
  { change }: Pick<ReportVersion, 'change'>,
): boolean {
  const hasOtherClass = comparison?.variants.some(({ kind }) => kind !== 'details')
  if (!hasOtherClass && change === 'reclassification') return true
  if (!comparison) return false
  const { overall, variants } = comparison
  return variants.some(({ crossing }) => crossing !== 'none') || (overall !== null && overall.before !== '')
}

/** The days of a reclassification that arrives today. */
export function reclassificationDays(
  { ordererDays, patientDays }: ReclassificationRules,
  today: IsoDate,
): Pick<ReclassificationDetail, 'ordererDue' | 'patientDue'> {
  return { ordererDue: addDays(today, ordererDays), patientDue: addDays(today, patientDays) }
}

/** A relative whom the clinic lists as possibly concerned, by the key of the step that listed them. */
export interface ListedRelative {
  key: string
  relation: string
  isTold: boolean
  isTested: boolean
  hasDeclined: boolean
}

export const REMAINING_STEPS = ['orderer', 'patient', 'relatives'] as const
export type RemainingStep = (typeof REMAINING_STEPS)[number]

export interface Progress {
  isOrdererTold: boolean
  patient: 'open' | 'told' | 'refused' | 'unreachable'
  /** How often the patient was tried in vain. */
  tries: number
  relatives: readonly ListedRelative[]
  /** Relatives are listed, or it was stated that there are none. */
  areRelativesListed: boolean
  remaining: readonly RemainingStep[]
}

/**
 * What was done so far. `before`: the steps about an earlier change, when a newer version arrived: who was told then
 * has to be told again; relatives stay listed.
 */
export function progressOf(before: readonly RecordedStep[], now: readonly RecordedStep[]): Progress {
  const has = (step: ReclassificationStep, among = now) => among.some((one) => one.step === step)
  const isOrdererTold = has('orderer-told')
  const patient = has('patient-told')
    ? 'told'
    : has('patient-refused')
      ? 'refused'
      : has('patient-unreachable')
        ? 'unreachable'
        : 'open'
  const all = [...before, ...now]
  const of = (steps: readonly RecordedStep[], step: ReclassificationStep, key: string | undefined) =>
    steps.some((one) => one.step === step && one.relative === key)
  const relatives = all
    .filter(({ step }) => step === 'relative-listed')
    .map(({ relative: key = '', relation = '' }) => ({
      ...{ key, relation, isTold: of(now, 'relative-told', key) },
      ...{ isTested: of(all, 'relative-tested', key), hasDeclined: of(all, 'relative-declined', key) },
    }))
  const areRelativesListed = relatives.length > 0 || has('no-relatives', all)
  const remaining = REMAINING_STEPS.filter((step) =>
    step === 'orderer' ? !isOrdererTold : step === 'patient' ? patient === 'open' : !areRelativesListed,
  )
  const tries = now.filter(({ step }) => step === 'patient-not-reached').length
  return { isOrdererTold, patient, tries, relatives, areRelativesListed, remaining }
}

/** The last day on which the next step is on time; of the closing statement, the patient's. */
export function nextDue(
  { isOrdererTold }: Pick<Progress, 'isOrdererTold'>,
  { ordererDue, patientDue }: Pick<ReclassificationDetail, 'ordererDue' | 'patientDue'>,
): IsoDate {
  return isOrdererTold || patientDue < ordererDue ? patientDue : ordererDue
}

/** What the patient answered to being contacted about new knowledge. `withdrawn`: yes, and later no longer. */
export const RECONTACT_WISHES = ['yes', 'no', 'withdrawn', 'not-asked'] as const
export type RecontactWish = (typeof RECONTACT_WISHES)[number]

/** Whether the patient has to be spared contact. */
export const isAgainstContact = (wish: RecontactWish) => wish === 'no' || wish === 'withdrawn'

/** The catalogue's question that asks for it (`consents.csv`). */
export const RECONTACT_QUESTION = 'recontact'

/** Steps that reach the patient, which somebody who said no has to be spared. */
const CONTACTS: readonly ReclassificationStep[] = ['patient-told', 'patient-not-reached', 'letter']
export const isContact = (step: ReclassificationStep) => CONTACTS.includes(step)

/** Steps after which somebody knows of the change, or may: a letter that was made may have been given. */
export const TELLING_STEPS: readonly ReclassificationStep[] = [
  ...(['orderer-told', 'patient-told', 'relative-told', 'letter'] as const),
]

const OF_WAYS: readonly ReclassificationStep[] = [
  ...(['orderer-told', 'patient-told', 'patient-not-reached', 'relative-told'] as const),
]
/** Whether a statement says how it was done. */
export const needsWay = (step: ReclassificationStep) => OF_WAYS.includes(step)

export interface StepContext {
  progress: Progress
  rules: ReclassificationRules
  wish: RecontactWish
  /** The user may sign orders: only they contact a patient who said no, with a reason. */
  maySign: boolean
}

export interface StepFault {
  path: string
  rule: string
  message: string
}

/** Why a step can't be recorded; null if it can. `toPatient`: of a letter; `against`: the reason for contact in spite of a no. */
export function stepFault(
  { step, relative, toPatient = true, against }: RecordedStep & { toPatient?: boolean; against: string },
  { progress, rules, wish, maySign }: StepContext,
): StepFault | null {
  if (isAgainstContact(wish) && isContact(step) && toPatient) {
    if (!maySign)
      return {
        path: '/step',
        rule: 'recontact',
        message:
          'The patient does not want to be contacted. Only a user who may submit orders can record a contact, with a reason.',
      }
    if (against.trim() === '')
      return {
        path: '/against',
        rule: 'recontact',
        message: 'The patient does not want to be contacted. Give the reason why they were contacted.',
      }
  }
  if (step === 'patient-unreachable' && progress.tries < rules.tries)
    return {
      path: '/step',
      rule: 'tries',
      message: `Record ${rules.tries} attempts to reach the patient first. ${progress.tries} recorded so far.`,
    }
  if (step === 'no-relatives' && progress.relatives.length > 0)
    return { path: '/step', rule: 'listed', message: 'Relatives are listed already.' }
  const isOfRelative = step === 'relative-told' || step === 'relative-tested' || step === 'relative-declined'
  if ((isOfRelative || !toPatient) && !progress.relatives.some(({ key }) => key === relative))
    return { path: '/relative', rule: 'known', message: 'Choose one of the listed relatives.' }
  return null
}
