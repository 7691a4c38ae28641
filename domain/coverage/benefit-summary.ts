import { dayInWords, type IsoDate } from '../dates/dates.ts'
import type { BasisPoints, Benefit, Cents, EligibilityResponse, OtherPayer } from './benefits.ts'
import {
  isOfOtherDays,
  isOtherInsurance,
  isOutsideLaboratory,
  paysFirst,
  whyUnclear,
} from './countable-benefits.ts'
import { isUsedUp, remainingOfLimits } from './limits.ts'
import { type ProcedureTerms, proceduresOf } from './procedures.ts'
import { remainingOf } from './remaining-amount.ts'
import {
  type BenefitAbout,
  bestRows,
  firmCents,
  firmRate,
  reasonsOf,
  serviceTypeIs,
  type UnclearBenefit,
  worstOf,
} from './rows.ts'

/** How a payer's answer was understood where it allowed more than one reading. */
export interface BenefitSummaryNote {
  /** total: only the whole is known, not what is left of it. contradictory: rows differ, the costlier one counts. */
  readonly kind: 'total' | 'contradictory'
  readonly about: BenefitAbout
}

/** What a price needs of a payer's answer, for laboratory tests. Unknown is null, never 0. */
export interface BenefitSummary {
  readonly state: 'active' | 'inactive' | 'rejected' | 'unknown'
  /** Why the payer refused to answer, in its words, or since and until when the coverage is not active; '' otherwise. */
  readonly rejection: string
  /** What is still to be paid before the plan pays; the whole of it where the payer did not say what is left. */
  readonly deductibleCents: Cents | null
  /** What is still to be paid in the plan's year at the most; the whole of it, likewise. */
  readonly outOfPocketCents: Cents | null
  /** null: the payer named none. `cents` null: it named one without an amount that can be read. */
  readonly copay: { readonly cents: Cents | null; readonly isOncePerOrder: boolean } | null
  readonly coinsurance: BasisPoints | null
  /** The plan does not cover laboratory tests of such a laboratory at all. */
  readonly isNonCovered: boolean
  readonly authorization: Benefit['authorization']
  /** The payer pays for such tests up to some amount only, of which it is not known how much is left for this order. */
  readonly hasLimit: boolean
  /** The payer names another payer, which may pay before it or after it. */
  readonly hasOtherPayer: boolean
  /** Who they are, where it says so. */
  readonly otherPayers: readonly OtherPayer[]
  /** Who pays before this payer or instead of it, so that its answer alone is no price; '' where nobody does. */
  readonly paysFirst: string
  /** Such tests are perhaps not paid for, or only under a condition that nobody here can judge. */
  readonly isCoverageUnclear: boolean
  /** The smallest amount that is left up to which the payer pays for such tests; null where it names none. */
  readonly limitCents: Cents | null
  /** How much it pays for at the most, in its words: `1 visits in a lifetime`. */
  readonly limits: readonly string[]
  /** Why something that the payer said is taken as not known. */
  readonly unclear: readonly UnclearBenefit[]
  readonly notes: readonly BenefitSummaryNote[]
  /** What counts for single procedures instead. */
  readonly procedures: readonly ProcedureTerms[]
}

/**
 * What a payer's answer means for tests of a laboratory that is in its network or not (which the laboratory's contracts
 * say, not the payer's answer). The rules are those of rows.ts; besides:
 * - what is left of a deductible or maximum is the least of the individual's and the family's: either one met is enough.
 *   A level that says only its whole counts as if nothing of it was met yet;
 * - a copayment counts once an order only where every row that counts says that it is by visit;
 * - a row that names a procedure (EB13) is about that one only;
 * - a plan that is both active and inactive is unknown. Rows of a plan that is only inactive do not count;
 * - rows for another place of service (a laboratory is 81), of an insurance that pays for no such tests (Medicare part
 *   A), and of other days than `day`, the day of the service, do not count;
 * - a row with a condition that cannot be judged (a message, a diagnosis, a modifier) has no firm amount: what it is
 *   about is unknown, and `unclear` says why;
 * - a plan that begins after `day`, or ended before it, is not active.
 */
export function summarizeBenefits(
  answer: EligibilityResponse,
  isInNetwork: boolean,
  day?: IsoDate,
): BenefitSummary {
  const { benefits, rejections, member } = answer
  const here = benefits.filter((row) => !isOutsideLaboratory(row) && !isOtherInsurance(row))
  const current = here.filter((row) => !isOfOtherDays(row, day) || isInactive(row))
  const isOtherPlanYear = isOfOtherDays(
    { ...EMPTY_BENEFIT, from: member.planBegins, to: member.planEnds },
    day,
  )
  const isDated = current.some((row) => isActive(row) && day !== undefined && isWithin(row, day))
  const { state: stated, inactivePlans } = coverageOf({ ...answer, benefits: withoutPast(current, day) })
  const isOver = stated === 'active' && isOtherPlanYear && !isDated
  const isOutsideDates = stated === 'unknown' && here.some((row) => isActive(row) && isOfOtherDays(row, day))
  const state = isOver || isOutsideDates ? 'inactive' : stated
  const all = current.filter(({ plan, kind }) => !inactivePlans.has(plan) && kind !== 'inactive')
  const rows = all.filter(isGeneral)
  const best = (is: (row: Benefit) => boolean) => bestRows(rows.filter(is), isInNetwork)
  const deductible = remainingOf('deductible', rows, isInNetwork)
  const outOfPocket = remainingOf('out-of-pocket', rows, isInNetwork)
  const copays = best(({ kind }) => kind === 'copayment')
  const copay = worstOf(copays.map(firmCents))
  const shares = best(({ kind }) => kind === 'coinsurance')
  const coinsurance = worstOf(shares.map(firmRate))
  const coverage = best(({ kind }) => kind === 'non-covered' || kind === 'active')
  const authorization = best((row) => row.authorization !== 'unknown')
  const isFirmly = (kind: Benefit['kind']) =>
    coverage.some((row) => row.kind === kind && whyUnclear(row).length === 0)
  const isNonCovered = isFirmly('non-covered')
  const doubts = best(({ doubt }) => doubt !== undefined)
  const limits = all.filter(
    ({ kind, network }) => kind === 'limitation' && network !== (isInNetwork ? 'out' : 'in'),
  )
  const ofLaboratory = limits.filter(
    (row) => serviceTypeIs(row, '5') || serviceTypeIs(row, '30') || !isGeneral(row),
  )
  const usedUp = ofLaboratory.filter((row) => isUsedUp(row, ofLaboratory))
  const doubtful = isNonCovered
    ? []
    : [
        ...(isFirmly('active') ? [] : reasonsOf(coverage, 'coverage')),
        ...[...new Set(doubts.flatMap((row) => [row.doubt ?? '', ...whyUnclear(row)]))].map((words) => ({
          about: 'coverage' as const,
          words,
        })),
        ...(usedUp.length > 0 ? [{ about: 'coverage' as const, words: 'nothing is left of a limit' }] : []),
      ]
  const dearest = copays.filter(({ amountCents }) => amountCents === copay.value)
  const others = all.filter(({ kind }) => kind === 'other-payer')
  return {
    state,
    rejection:
      state === 'inactive'
        ? whyInactive(
            isOver
              ? { from: member.planBegins, to: member.planEnds }
              : here.find((row) => isActive(row) && isOfOtherDays(row, day)),
            day,
          )
        : stated === 'unknown' &&
            rejections.length === 0 &&
            benefits.some((row) => isActive(row) && isOtherInsurance(row))
          ? 'The active coverage is only for other services, such as Medicare Part A.'
          : rejections.map(({ code, words }) => words || code).join(' '),
    deductibleCents: deductible.value,
    outOfPocketCents: outOfPocket.value,
    copay:
      copays.length === 0
        ? null
        : { cents: copay.value, isOncePerOrder: dearest.every(({ period }) => period === 'visit') },
    coinsurance: coinsurance.value,
    isNonCovered,
    authorization: authorizationOf(authorization),
    hasLimit:
      ofLaboratory.some(
        ({ amountCents, limits: stated = [] }) => amountCents !== null || stated.length > 0,
      ) || coverage.some(({ limits: stated = [] }) => stated.length > 0),
    hasOtherPayer: others.length > 0,
    otherPayers: others.flatMap(payersIn),
    paysFirst: paysFirst(all),
    isCoverageUnclear: doubtful.length > 0,
    limitCents: remainingOfLimits(ofLaboratory),
    limits: [...new Set([...ofLaboratory, ...coverage].flatMap(({ limits: stated = [] }) => stated))],
    unclear: [
      ...doubtful,
      ...deductible.unclear,
      ...(copay.value === null ? reasonsOf(copays, 'copay') : []),
      ...(coinsurance.value === null ? reasonsOf(shares, 'coinsurance') : []),
      ...outOfPocket.unclear,
    ],
    notes: [
      ...notesOn('deductible', deductible),
      ...notesOn('out-of-pocket', outOfPocket),
      ...notesOn('copay', copay),
      ...notesOn('coinsurance', coinsurance),
      ...notesOn('coverage', { isContradictory: isNonCovered && coverage.some(isActive) }),
      ...notesOn('authorization', {
        isContradictory: new Set(authorization.map((row) => row.authorization)).size > 1,
      }),
    ],
    procedures: proceduresOf(all, isInNetwork),
  }
}

/** The payers that a row names, or what it says in words of one that it does not name. */
function payersIn({ otherPayers = [], words }: Benefit): readonly OtherPayer[] {
  return otherPayers.length > 0 ? otherPayers : words.map((name) => ({ name, pays: '', since: '' }))
}

/** A row in which nothing stands. */
const EMPTY_BENEFIT: Benefit = {
  ...{ kind: 'other', level: null, serviceTypes: [], period: null, amountCents: null, rate: null },
  ...{ authorization: 'unknown', network: 'unknown', plan: '', words: [] },
}

/** Whether a row says itself that it counts on that day. */
function isWithin(row: Benefit, day: IsoDate): boolean {
  return (row.from ?? row.to ?? '') !== '' && !isOfOtherDays(row, day)
}

/** A plan that was inactive on other days is not contradicted by one that says that it is active on this. */
function withoutPast(rows: readonly Benefit[], day: IsoDate | undefined): Benefit[] {
  if (day === undefined) return [...rows]
  const isActiveNow = (plan: string) =>
    rows.some((row) => isActive(row) && row.plan === plan && isWithin(row, day))
  return rows.filter((row) => !(isInactive(row) && isOfOtherDays(row, day) && isActiveNow(row.plan)))
}

function whyInactive(span: Pick<Benefit, 'from' | 'to'> | undefined, day: IsoDate | undefined): string {
  const { from = '', to = '' } = span ?? {}
  if (day !== undefined && to !== '' && to < day) return `It ended on ${dayInWords(to)}.`
  return day !== undefined && from !== '' && from > day ? `It begins on ${dayInWords(from)}.` : ''
}

/** That none is required is known only where nothing limits it. */
function authorizationOf(rows: readonly Benefit[]): Benefit['authorization'] {
  if (rows.some((row) => row.authorization === 'yes')) return 'yes'
  return rows.length > 0 && rows.every((row) => whyUnclear(row).length === 0) ? 'no' : 'unknown'
}

const isGeneral = ({ procedure }: Benefit) => procedure === undefined
const isActive = ({ kind }: Benefit) => kind === 'active'
const isInactive = ({ kind }: Benefit) => kind === 'inactive'

function notesOn(
  about: BenefitAbout,
  { isContradictory, isTotal = false }: { isContradictory: boolean; isTotal?: boolean },
): BenefitSummaryNote[] {
  return [
    ...(isContradictory ? [{ kind: 'contradictory' as const, about }] : []),
    ...(isTotal ? [{ kind: 'total' as const, about }] : []),
  ]
}

/** A row that names no plan is about every plan of the answer. */
function coverageOf(answer: EligibilityResponse): {
  state: BenefitSummary['state']
  inactivePlans: ReadonlySet<string>
} {
  const rows = answer.benefits.filter((row) => isGeneral(row) && (isActive(row) || isInactive(row)))
  const named = [...new Set(rows.map(({ plan }) => plan).filter((plan) => plan !== ''))]
  const states = (named.length === 0 ? [''] : named).map((plan) => ({
    plan,
    state: stateOf(rows.filter((row) => row.plan === plan || row.plan === '')),
  }))
  const has = (state: BenefitSummary['state']) => states.some((of) => of.state === state)
  const inactivePlans = new Set(
    states.filter(({ plan, state }) => plan !== '' && state === 'inactive').map(({ plan }) => plan),
  )
  if (answer.rejections.length > 0) return { state: 'rejected', inactivePlans }
  // A plan about which both was said may be the one that pays.
  if (states.some(({ state }) => state === 'contradictory')) return { state: 'unknown', inactivePlans }
  return { state: has('active') ? 'active' : has('inactive') ? 'inactive' : 'unknown', inactivePlans }
}

function stateOf(rows: readonly Benefit[]): 'active' | 'inactive' | 'unknown' | 'contradictory' {
  const rowsByType = (['5', '30'] as const).map((type) => rows.filter((row) => serviceTypeIs(row, type)))
  if (rowsByType.some((those) => those.some(isActive) && those.some(isInactive))) return 'contradictory'
  if (rowsByType.some((those) => those.some(isInactive))) return 'inactive'
  return rowsByType.some((those) => those.some(isActive)) ? 'active' : 'unknown'
}
