import type { IsoDate } from '../dates/dates.ts'
import type { BasisPoints, Benefit, Cents, EligibilityAnswer } from './benefits.ts'
import { type ProcedureTerms, proceduresOf } from './procedures.ts'
import { atOnce, type BenefitAbout, bestRows, type Found, isCents, isRate, serviceTypeIs } from './rows.ts'

/** How a payer's answer was understood where it allowed more than one reading. */
export interface StandingNote {
  /** total: only the whole is known, not what is left of it. contradictory: rows differ, the costlier one counts. */
  readonly kind: 'total' | 'contradictory'
  readonly about: BenefitAbout
}

/** What a price needs of a payer's answer, for laboratory tests. Unknown is null, never 0. */
export interface Standing {
  readonly state: 'active' | 'inactive' | 'rejected' | 'unknown'
  /** Why the payer refused to answer, in its words; '' otherwise. */
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
  readonly notes: readonly StandingNote[]
  /** What counts for single procedures instead. */
  readonly procedures: readonly ProcedureTerms[]
}

const TOTALS: readonly Benefit['period'][] = ['service-year', 'calendar-year', 'contract']

/**
 * What a payer's answer means for tests of a laboratory that is in its network or not (which the laboratory's contracts
 * say, not the payer's answer). The rules are those of rows.ts; besides:
 * - what is left of a deductible or maximum is the least of the individual's and the family's: either one met is enough.
 *   A level that says only its whole counts as if nothing of it was met yet;
 * - a copayment counts once an order only where every row that counts says that it is by visit;
 * - a row that names a procedure (EB13) is about that one only;
 * - a plan that is both active and inactive is unknown. Rows of a plan that is only inactive do not count;
 * - a plan said to be active that begins after `day`, or ended before it, is unknown.
 */
export function standingOf(answer: EligibilityAnswer, isInNetwork: boolean, day?: IsoDate): Standing {
  const { state: said, inactivePlans } = coverageOf(answer)
  const { planBegins, planEnds } = answer.member
  const isOfOtherDays =
    day !== undefined && ((planBegins !== '' && planBegins > day) || (planEnds !== '' && planEnds < day))
  const state = said === 'active' && isOfOtherDays ? 'unknown' : said
  const all = answer.benefits.filter(({ plan }) => !inactivePlans.has(plan))
  const rows = all.filter(isGeneral)
  const best = (kind: Benefit['kind']) =>
    bestRows(
      rows.filter((row) => row.kind === kind),
      isInNetwork,
    )
  const deductible = leftOf('deductible', rows, isInNetwork)
  const outOfPocket = leftOf('out-of-pocket', rows, isInNetwork)
  const copays = best('copayment')
  const copay = atOnce(copays.map(({ amountCents }) => (isCents(amountCents) ? amountCents : null)))
  const coinsurance = atOnce(best('coinsurance').map(({ rate }) => (isRate(rate) ? rate : null)))
  const coverage = bestRows(
    rows.filter(({ kind }) => kind === 'non-covered' || kind === 'active'),
    isInNetwork,
  )
  const authorization = bestRows(
    rows.filter((row) => row.authorization !== 'unknown'),
    isInNetwork,
  )
  const isNonCovered = coverage.some(({ kind }) => kind === 'non-covered')
  const dearest = copays.filter(({ amountCents }) => amountCents === copay.value)
  return {
    state,
    rejection: answer.rejections.map(({ code, words }) => words || code).join(' '),
    deductibleCents: deductible.value,
    outOfPocketCents: outOfPocket.value,
    copay:
      copays.length === 0
        ? null
        : { cents: copay.value, isOncePerOrder: dearest.every(({ period }) => period === 'visit') },
    coinsurance: coinsurance.value,
    isNonCovered,
    authorization: authorization.length === 0 ? 'unknown' : worst(authorization),
    hasLimit: best('limitation').some(({ amountCents }) => amountCents !== null),
    hasOtherPayer: all.some(({ kind }) => kind === 'other-payer'),
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

const isGeneral = ({ procedure }: Benefit) => procedure === undefined
const isActive = ({ kind }: Benefit) => kind === 'active'
const isInactive = ({ kind }: Benefit) => kind === 'inactive'
const worst = (rows: readonly Benefit[]) => (rows.some((row) => row.authorization === 'yes') ? 'yes' : 'no')

function notesOn(
  about: BenefitAbout,
  { isContradictory, isTotal = false }: { isContradictory: boolean; isTotal?: boolean },
): StandingNote[] {
  return [
    ...(isContradictory ? [{ kind: 'contradictory' as const, about }] : []),
    ...(isTotal ? [{ kind: 'total' as const, about }] : []),
  ]
}

/** A row that names no plan is about every plan of the answer. */
function coverageOf(answer: EligibilityAnswer): {
  state: Standing['state']
  inactivePlans: ReadonlySet<string>
} {
  const rows = answer.benefits.filter((row) => isGeneral(row) && (isActive(row) || isInactive(row)))
  const named = [...new Set(rows.map(({ plan }) => plan).filter((plan) => plan !== ''))]
  const states = (named.length === 0 ? [''] : named).map((plan) => ({
    plan,
    state: stateOf(rows.filter((row) => row.plan === plan || row.plan === '')),
  }))
  const has = (state: Standing['state']) => states.some((of) => of.state === state)
  const inactivePlans = new Set(
    states.filter(({ plan, state }) => plan !== '' && state === 'inactive').map(({ plan }) => plan),
  )
  if (answer.rejections.length > 0) return { state: 'rejected', inactivePlans }
  // A plan about which both was said may be the one that pays.
  if (states.some(({ state }) => state === 'contradictory')) return { state: 'unknown', inactivePlans }
  return { state: has('active') ? 'active' : has('inactive') ? 'inactive' : 'unknown', inactivePlans }
}

function stateOf(rows: readonly Benefit[]): 'active' | 'inactive' | 'unknown' | 'contradictory' {
  const said = (['5', '30'] as const).map((type) => rows.filter((row) => serviceTypeIs(row, type)))
  if (said.some((those) => those.some(isActive) && those.some(isInactive))) return 'contradictory'
  if (said.some((those) => those.some(isInactive))) return 'inactive'
  return said.some((those) => those.some(isActive)) ? 'active' : 'unknown'
}

/** The least of what is left at the level of the individual and of the family; null as soon as one cannot be read. */
function leftOf(
  kind: 'deductible' | 'out-of-pocket',
  all: readonly Benefit[],
  isInNetwork: boolean,
): Found & { isTotal: boolean } {
  const isLeft = ({ period }: Benefit) => period === 'remaining'
  const isTotal = ({ period }: Benefit) => TOTALS.includes(period)
  const rows = bestRows(
    all.filter((row) => row.kind === kind && (isLeft(row) || isTotal(row))),
    isInNetwork,
  )
  // A row without a level is the member's own.
  const levels = (['individual', 'family'] as const)
    .map((level) => rows.filter((row) => (row.level ?? 'individual') === level))
    .filter((those) => those.length > 0)
    .map((those) => {
      const left = those.filter(isLeft)
      const counted = left.length > 0 ? left : those
      return {
        ...atOnce(counted.map(({ amountCents }) => (isCents(amountCents) ? amountCents : null))),
        isTotal: left.length === 0,
      }
    })
  const unknown = { value: null, isContradictory: false, isTotal: false }
  if (levels.some(({ value }) => value === null)) return unknown
  return levels.sort((one, other) => Number(one.value) - Number(other.value))[0] ?? unknown
}
