import type { Benefit } from '#domain/coverage/benefits.ts'
import { table } from '#domain/table.ts'

type Kind = Benefit['kind']
type Period = NonNullable<Benefit['period']>

/** EB01. A code that is not listed becomes 'other'. */
export const KINDS = table<Kind>({
  ...{ 1: 'active', 2: 'active', 3: 'active', 4: 'active', 5: 'active' },
  ...{ 6: 'inactive', 7: 'inactive', 8: 'inactive' },
  ...{ A: 'coinsurance', B: 'copayment', C: 'deductible', G: 'out-of-pocket' },
  ...{ F: 'limitation', I: 'non-covered', R: 'other-payer' },
})

/** The EB01 code of each kind. */
export const KIND_CODES: Readonly<Record<Kind, string>> = {
  ...{ active: '1', inactive: '6', coinsurance: 'A', copayment: 'B', deductible: 'C' },
  ...{ 'out-of-pocket': 'G', limitation: 'F', 'non-covered': 'I', 'other-payer': 'R', other: 'D' },
}

/** Meanings of the other EB01 codes. D (benefit description) has none of its own. */
export const OTHER_KINDS = table<string>({
  CB: 'Coverage basis',
  E: 'Exclusion',
  H: 'Unlimited',
  J: 'Cost containment',
  K: 'Reserve',
  L: 'Primary care provider',
  M: 'Pre-existing condition',
  MC: 'Managed care coordinator',
  N: 'Services restricted to one provider',
  O: 'Not deemed a medical necessity',
  P: 'Benefit disclaimer',
  Q: 'Second surgical opinion required',
  S: 'Prior year history',
  T: 'Card reported lost or stolen',
  U: 'Contact for eligibility or benefit information',
  V: 'The payer cannot process this',
  W: 'Other source of data',
  X: 'Health care facility',
  Y: 'Spend down',
})

/** EB02. */
export const LEVELS = table<NonNullable<Benefit['level']>>({
  IND: 'individual',
  FAM: 'family',
})

/** EB02 of rows that apply to some members only; we don't know whether our patient is one of them. */
export const PART_OF_FAMILY = table<string>({
  CHD: 'children only',
  DEP: 'dependents only',
  ECH: 'employee and children',
  EMP: 'employee only',
  ESP: 'employee and spouse',
  SPC: 'spouse and children',
  SPO: 'spouse only',
})

/** EB02 of rows that apply to dependents only. */
export const OF_DEPENDENTS: ReadonlySet<string> = new Set(['CHD', 'DEP', 'SPC', 'SPO'])

/** EB01 of rows after which laboratory tests may not be paid for, or not yet. */
export const DOUBTS = table<string>({
  E: 'the payer names an exclusion',
  M: 'the payer names a pre-existing condition',
  N: 'the payer pays for services of one provider only',
  O: 'the payer considers something not medically necessary',
  V: 'the payer cannot process this',
  Y: 'the patient has to spend down first',
})

/**
 * EB01 codes that cast the same doubt on rows that name laboratory tests: another organization sets the cost.
 * On the plan as a whole, such a row only says whom to contact.
 */
export const DOUBTS_OF_SERVICE = table<string>({
  U: 'the payer names another contact for such tests',
  W: 'the payer refers to another source for such tests',
})

/** EB06. */
export const PERIODS = table<Period>({
  ...{ 22: 'service-year', 23: 'calendar-year', 24: 'year-to-date', 25: 'contract' },
  ...{ 27: 'visit', 29: 'remaining', 32: 'lifetime' },
})

/** EB06 periods that the estimate does not use. */
export const OTHER_PERIODS = table<string>({
  ...{ 6: 'per hour', 7: 'per day', 13: 'per 24 hours', 21: 'per number of years', 26: 'per episode' },
  ...{ 28: 'outlier', 30: 'exceeded', 31: 'not exceeded', 33: 'lifetime remaining', 34: 'per month' },
  ...{ 35: 'per week', 36: 'per admission' },
})

/** EB11. */
export const AUTHORIZATIONS = table<Benefit['authorization']>({ Y: 'yes', N: 'no' })

/** EB12. W: in or out of network makes no difference. */
export const NETWORKS = table<Benefit['network']>({ Y: 'in', N: 'out', W: 'both' })

/** NM101 of the entity that a benefit names (loop 2120). */
export const ENTITIES = table<string>({
  '13': 'Contracted service provider',
  '1P': 'Provider',
  '36': 'Employer',
  '73': 'Other physician',
  FA: 'Facility',
  GP: 'Gateway provider',
  IL: 'Insured',
  LR: 'Legal representative',
  OC: 'Origin carrier',
  P3: 'Primary care provider',
  P4: 'Prior insurance carrier',
  P5: 'Plan sponsor',
  PR: 'Payer',
  PRP: 'Primary payer',
  SEP: 'Secondary payer',
  TTP: 'Tertiary payer',
  VN: 'Vendor',
  X3: 'Utilization management organization',
})

/** The table's code for a value, or ''. */
export function codeOf<T>(table: Readonly<Record<string, T>>, value: T | null): string {
  return Object.keys(table).find((code) => table[code] === value) ?? ''
}

/** The table's entry for a code, ignoring inherited properties. */
export function lookUp<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined
}
