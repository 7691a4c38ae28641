import type { CostEstimate, EligibilityCheck, PriceView } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import { showDate, showInstant } from '#ui/dates.ts'

/** The title of the dialog with everything about a price (specification §2, DLG-06). */
export function coverageTitle(isVob: boolean): 'VOB Results' | 'Estimated Out Of Pocket Cost' {
  return isVob ? 'VOB Results' : 'Estimated Out Of Pocket Cost'
}

/** The amount, or the two ends of the range; null where there is none. */
export function amountInWords({ result }: Pick<CostEstimate, 'result'>): string | null {
  if (result.kind === 'amount') return money(result.cents)
  return result.kind === 'range' ? `${money(result.low)} to ${money(result.high)}` : null
}

interface Headline {
  /** What the patient pays; null where that is not known, or nothing. */
  amount: string | null
  words: string
}

const NO_PATIENT_PAYMENT = {
  '': 'Choose whom to bill to see the patient’s cost.',
  Intitutional: 'The institution is billed, not the patient.',
  DoNotBill: 'These tests are not billed.',
} as const

type PricePart = Pick<PriceView, 'billingType' | 'estimate' | 'check' | 'tests' | 'selfPayCents' | 'gaps'>

/** What the patient pays, in one line. */
export function headline(view: PricePart): Headline {
  const { billingType, estimate, check, tests, selfPayCents, gaps } = view
  if (tests.length === 0) return { amount: null, words: 'Choose a test.' }
  if (billingType === 'SelfPay')
    return selfPayCents === null
      ? { amount: null, words: 'Some of these tests have no self-pay price. Ask the laboratory.' }
      : { amount: money(selfPayCents), words: 'self-pay' }
  if (billingType !== 'Insurance') return { amount: null, words: NO_PATIENT_PAYMENT[billingType] }
  const amount = estimate && amountInWords(estimate)
  if (amount) {
    const words = check?.payerName ? `estimated patient cost after ${check.payerName}` : 'probably'
    return { amount, words: check && isOutdated(check) ? `${words}, from an outdated answer` : words }
  }
  if (check?.state === 'queued') return { amount: null, words: 'Not known yet.' }
  if (check === null) {
    const hindrance = gaps.find(({ rule }) => rule !== 'required')
    return { amount: null, words: hindrance?.message ?? 'Known once coverage is checked.' }
  }
  if (isOutdated(check)) return { amount: null, words: 'The payer’s answer no longer counts. Check again.' }
  return { amount: null, words: reasonOf(estimate) }
}

/** Whether the payer's answer no longer counts. A question that is open is not current either, and has none. */
function isOutdated({ state, isCurrent }: EligibilityCheck): boolean {
  return state === 'answered' && !isCurrent
}

function reasonOf(estimate: CostEstimate | null): string {
  return estimate?.result.kind === 'none' ? estimate.result.reason : 'Not known.'
}

type Step = CostEstimate['steps'][number]

/** What matters beside the amount, each a few words; nothing while it is not known whose contract counts. */
export function flagsOf({ estimate, payer }: Pick<PriceView, 'estimate' | 'payer'>): string[] {
  if (!estimate || !payer) return []
  const { result } = estimate
  if (result.kind === 'none' && ['inactive', 'rejected'].includes(result.because)) return []
  return [
    ...(estimate.isOutOfNetwork ? ['Out of network'] : []),
    ...(estimate.authorizationRequired === 'yes' ? ['Authorization required'] : []),
    ...(estimate.missing.some(({ name }) => name === 'authorization-again')
      ? ['Authorization was required: check coverage again']
      : []),
    ...(estimate.missing.some(({ name }) => name === 'contract') ? ['No contract on file'] : []),
    ...(estimate.missing.some(({ name }) => name === 'payer-order')
      ? ['Other insurance reported: ask the patient or payer which plan is primary']
      : []),
  ]
}

export type CheckTone = 'good' | 'waiting' | 'bad' | 'unsure'

interface CheckLine {
  tone: CheckTone
  title: string
  /** When it was checked, how long it counts, or what comes next. */
  details: string
}

/** Where a question to a payer stands: what came of it, since when, and for how long. */
export function checkLine(check: EligibilityCheck): CheckLine {
  const { state, payerName, trouble, checkedAt, countsUntil, isCurrent, refusals, planName } = check
  if (state === 'queued')
    return {
      tone: 'waiting',
      title: trouble ? `No answer from ${payerName} yet` : `Asking ${payerName}`,
      details: trouble
        ? troubleInWords(trouble)
        : 'The answer will appear here. You can continue with the order.',
    }
  if (state === 'given-up')
    return { tone: 'bad', title: `${payerName} could not be reached`, details: trouble?.words ?? '' }
  const details = [
    checkedAt ? `Checked ${showInstant(checkedAt)}` : 'Checked',
    check.serviceDay && `for collection on ${showDate(check.serviceDay)}`,
    check.isOfOtherDay
      ? 'not for this day of collection'
      : countsUntil && `${isCurrent ? '' : 'was '}valid through ${showDate(countsUntil)}`,
  ]
    .filter(Boolean)
    .join(', ')
  // A refusal that is about the laboratory or the question says nothing of the member.
  if (refusals.length > 0)
    return {
      tone: 'bad',
      title:
        check.eligibilityStatus === 'Not eligible'
          ? `${payerName} did not find the member: check ID and date of birth`
          : `${payerName} could not answer this question`,
      details,
    }
  const plan = planName ? `: ${planName}` : ''
  if (isOutdated(check) && check.eligibilityStatus !== 'Unknown') {
    const was = check.eligibilityStatus === 'Eligible' ? 'was active' : 'was not active'
    return { tone: 'unsure', title: `Coverage ${was} when it was checked${plan}. Check again`, details }
  }
  if (check.eligibilityStatus === 'Eligible')
    return { tone: 'good', title: `Coverage is active${plan}`, details }
  if (check.eligibilityStatus === 'Not eligible')
    return { tone: 'bad', title: `Coverage is not active${plan}`, details }
  return { tone: 'unsure', title: `It is unclear whether coverage is active${plan}`, details }
}

function troubleInWords({ words, nextTryAt }: NonNullable<EligibilityCheck['trouble']>): string {
  const next = nextTryAt ? `We will try again at ${showInstant(nextTryAt)}.` : 'We will try again.'
  return `${words} ${next} You can continue with the order.`
}

/** How the price without insurance compares; null where nothing can be said. */
export function selfPayInWords({ selfPay }: Pick<CostEstimate, 'selfPay'>): string | null {
  if (selfPay.cents === null) return null
  const price = `The self-pay price is ${money(selfPay.cents)}`
  return {
    cheaper: `${price}: less than with insurance.`,
    same: `${price}: the same as with insurance.`,
    dearer: `${price}: more than with insurance.`,
    unknown: `${price}.`,
  }[selfPay.compared]
}

/** The words on the button that asks the payer; null where it is being asked, or cannot be. */
export function askLabel(view: Pick<PriceView, 'billingType' | 'gaps' | 'check'>): string | null {
  const { billingType, gaps, check } = view
  if (billingType !== 'Insurance' || gaps.length > 0 || check?.state === 'queued') return null
  return check === null ? 'Check coverage' : 'Check again'
}

/** Whether there is something for the patient to pay, and to be told of on paper. */
export function isPatientsPrice({ billingType, tests }: Pick<PriceView, 'billingType' | 'tests'>): boolean {
  return tests.length > 0 && (billingType === 'Insurance' || billingType === 'SelfPay')
}

/** The words on the button that opens the dialog. */
export function detailsLabel(view: PricePart): string {
  return view.billingType === 'Insurance' && headline(view).amount !== null ? 'See calculation' : 'Details'
}

const ABOUT_ANSWER: readonly Step['kind'][] = ['total', 'contradictory']

/** What stands over the steps: without an amount they only say how the answer was understood. Null: there is nothing to say. */
export function stepsTitle({ result, steps }: Pick<CostEstimate, 'result' | 'steps'>): string | null {
  if (result.kind !== 'none') return steps.length > 0 ? 'Calculation' : null
  return steps.some(({ kind }) => ABOUT_ANSWER.includes(kind)) ? 'How we read the answer' : null
}

/** With a capital letter at its beginning. */
export const sentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)
