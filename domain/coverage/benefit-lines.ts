import type { IsoDate } from '../dates/dates.ts'
import { table } from '../table.ts'
import { summarizeBenefits } from './benefit-summary.ts'
import type { Benefit, EligibilityResponse } from './benefits.ts'
import { daysInWords, isOtherInsurance, isOutsideLaboratory } from './countable-benefits.ts'
import { money, percent } from './money.ts'
import { isNotFound } from './refusals.ts'
import { serviceTypeIs } from './rows.ts'

/** One benefit line of a payer; `network` is '' if it does not depend on one. */
export interface BenefitLine {
  readonly about: string
  readonly words: string
  readonly network: string
}

const ABOUT = {
  active: 'Coverage',
  inactive: 'Coverage',
  'non-covered': 'Not covered',
  deductible: 'Deductible',
  'out-of-pocket': 'Out-of-pocket maximum',
  copayment: 'Copayment',
  coinsurance: 'Coinsurance',
  limitation: 'Limitation',
  'other-payer': 'Another payer',
  other: 'Other',
} as const satisfies Record<Benefit['kind'], string>

const NETWORKS = {
  in: 'In network',
  out: 'Out of network',
  both: 'In and out of network',
  unknown: '',
} as const satisfies Record<Benefit['network'], string>

const PERIODS = {
  'service-year': 'this service year',
  'calendar-year': 'this calendar year',
  'year-to-date': 'used this year to date',
  contract: 'this contract period',
  visit: 'per visit',
  remaining: 'left',
  lifetime: 'per lifetime',
} as const satisfies Record<NonNullable<Benefit['period']>, string>

/**
 * Specification §3, Eligibility response. Not eligible: the payer reports that the coverage is not active, or
 * that it does not insure this person; Unknown: it reports neither. A plan that ended before `day`, or begins
 * after it, is not active.
 */
export function eligibilityStatusOf(
  answer: EligibilityResponse,
  day?: IsoDate,
): 'Eligible' | 'Not eligible' | 'Unknown' {
  const { state } = summarizeBenefits(answer, true, day)
  if (state === 'active') return 'Eligible'
  return state === 'inactive' || (state === 'rejected' && isNotFound(answer)) ? 'Not eligible' : 'Unknown'
}

/**
 * A payer's benefits for laboratory tests, for the whole plan and for single procedures, in words for a
 * clinic: kinds in the order of ABOUT, related amounts in one line. Other services are left out.
 */
export function benefitLinesOf({
  benefits,
  besides: additionalInfo = [],
}: EligibilityResponse): BenefitLine[] {
  const rows = benefits.filter(
    (row) => serviceTypeIs(row, '5') || serviceTypeIs(row, '30') || row.procedure !== undefined,
  )
  const lines = [
    ...coverageLines(rows),
    ...NOT_COVERAGE.flatMap((kind) => linesOf(rows.filter((row) => row.kind === kind))),
    ...rows.filter(({ authorization }) => authorization !== 'unknown').map(authorizationLine),
  ].map((line) => ({ ...line, words: capital(line.words) }))
  lines.push(...additionalInfo.map(({ about, words }) => ({ about, words, network: '' })))
  const same = (one: BenefitLine, other: BenefitLine) =>
    one.about === other.about && one.words === other.words && one.network === other.network
  return lines.filter((line, index) => lines.findIndex((other) => same(line, other)) === index)
}

const NOT_COVERAGE = (Object.keys(ABOUT) as Benefit['kind'][]).filter(
  (kind) => kind !== 'active' && kind !== 'inactive',
)

/** `Active: the whole plan, laboratory tests (GOLD PLAN)`: one line per plan. */
function coverageLines(rows: readonly Benefit[]): BenefitLine[] {
  return (['active', 'inactive'] as const).flatMap((kind) => {
    const groups = Map.groupBy(
      rows.filter((row) => row.kind === kind),
      ({ plan, network, from, to, insuranceType }) =>
        JSON.stringify([plan, network, from, to, insuranceType]),
    )
    return [...groups.values()].map((group) => {
      const services = [...new Set(group.map(serviceOf))].join(', ')
      const plan = group[0]?.plan ? ` (${group[0].plan})` : ''
      return {
        about: ABOUT[kind],
        words: withMessages(`${kind}: ${services}${plan}`, group),
        network: NETWORKS[group[0]?.network ?? 'unknown'],
      }
    })
  })
}

/**
 * Rows of one kind; rows that differ only in period become one line: `Individual: $900.00 left of $1,500.00
 * …`.
 */
function linesOf(rows: readonly Benefit[]): BenefitLine[] {
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([
      row.level,
      row.network,
      row.plan,
      serviceOf(row),
      row.places,
      row.from,
      row.to,
      row.insuranceType,
    ]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const words = [headOf(first), amountsOf(group)].filter((one) => one !== '').join(': ')
    return [{ about: ABOUT[first.kind], words: withMessages(words, group), network: NETWORKS[first.network] }]
  })
}

function authorizationLine(row: Benefit): BenefitLine {
  const words = row.authorization === 'yes' ? 'required' : 'not required'
  return {
    about: 'Authorization',
    words: [`${serviceOf(row)}: ${words}`, ...(row.notes ?? [])].join('; '),
    network: NETWORKS[row.network],
  }
}

function withMessages(words: string, group: readonly Benefit[]): string {
  return [words, ...new Set(group.flatMap(moreOf))].filter((one) => one !== '').join('; ')
}

/** A row's details apart from its amount: place, dates, limits, conditions, contacts. */
function moreOf(row: Benefit): string[] {
  const { places, limits = [], unclear = [], doubt = '', notes = [], words, insuranceType } = row
  const insurance =
    insuranceType === undefined ? '' : (INSURANCE[insuranceType] ?? `insurance type ${insuranceType}`)
  return [
    places
      ? `place of service ${places.join(', ')}${isOutsideLaboratory(row) ? ', not a laboratory: not counted' : ''}`
      : '',
    isOtherInsurance(row) ? `${insurance}, not for these tests: not counted` : insurance,
    daysInWords(row),
    ...limits,
    ...unclear.filter((one) => !limits.includes(one)),
    doubt,
    ...notes.filter((one) => !unclear.includes(one)),
    ...words,
  ].filter((one) => one !== '')
}

/** The most common EB04 codes. */
const INSURANCE = table<string>({
  ...{ MA: 'Medicare Part A', MB: 'Medicare Part B', MC: 'Medicaid', HN: 'Medicare Advantage' },
  ...{
    MH: 'Medigap Part A',
    MI: 'Medigap Part B',
    QM: 'qualified Medicare beneficiary',
    SP: 'supplemental policy',
  },
  ...{
    HM: 'HMO',
    PR: 'PPO',
    PS: 'point of service',
    EP: 'EPO',
    IN: 'indemnity',
    C1: 'commercial',
    CO: 'COBRA',
  },
  ...{ GP: 'group policy', IP: 'individual policy', WC: 'workers’ compensation', AP: 'auto insurance' },
})

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Level and service; limits apply to the whole plan, which is left out. */
function headOf(row: Benefit): string {
  const level = row.level === 'family' ? 'family' : row.level === 'individual' ? 'individual' : ''
  const service = LIMITS.includes(row.kind) && serviceOf(row) === ENTIRE_PLAN ? '' : serviceOf(row)
  return [level, service, row.plan].filter((one) => one !== '').join(', ')
}

const ENTIRE_PLAN = 'the whole plan'
const LIMITS: readonly Benefit['kind'][] = ['deductible', 'out-of-pocket']

function serviceOf(row: Benefit): string {
  if (row.procedure !== undefined)
    return `procedure ${row.procedure}${row.procedureTo ? ` to ${row.procedureTo}` : ''}`
  const services = [
    ...(serviceTypeIs(row, '30') ? [ENTIRE_PLAN] : []),
    ...(serviceTypeIs(row, '5') ? ['laboratory tests'] : []),
  ]
  return services.join(', ')
}

/** Periods of which something can be left. */
const TOTALS: readonly Benefit['period'][] = ['service-year', 'calendar-year', 'contract', 'lifetime']

/** The remaining amount combined with its total, then other amounts. */
function amountsOf(group: readonly Benefit[]): string {
  const left = group.filter(({ period }) => period === 'remaining')
  const others = group.filter(({ period }) => period !== 'remaining')
  const [one, total] = [left[0], others[0]]
  const isPair = left.length === 1 && others.length === 1 && TOTALS.includes(total?.period ?? null)
  if (isPair && one && total && one.amountCents !== null && total.amountCents !== null)
    return `${money(one.amountCents)} left of ${amountOf(total)}`
  return [...new Set([...left, ...others].map(amountOf))].filter((each) => each !== '').join(', ')
}

/** Kinds that are meaningless without a number. */
const COUNTED: readonly Benefit['kind'][] = [...LIMITS, 'copayment', 'coinsurance']

function amountOf({ kind, amountCents, rate, period }: Benefit): string {
  const number = amountCents !== null ? money(amountCents) : rate !== null ? percent(rate) : ''
  if (number === '') return COUNTED.includes(kind) ? 'amount not readable' : ''
  // Coinsurance applies to each visit anyway.
  if (period === null || (kind === 'coinsurance' && period === 'visit')) return number
  return `${number} ${PERIODS[period]}`
}
