import type { Cents } from './benefits.ts'
import type { Change, Missing, NoEstimate, Step } from './estimate.ts'
import { money, percent } from './money.ts'
import type { BenefitAbout } from './rows.ts'

const ABOUT = {
  deductible: 'the deductible',
  'out-of-pocket': 'the out-of-pocket maximum',
  copay: 'the copayment',
  coinsurance: 'the coinsurance',
  coverage: 'whether laboratory tests are covered',
  authorization: 'whether an authorization is required',
} as const satisfies Record<BenefitAbout, string>

const of = ({ ofCents }: Pick<Step, 'ofCents'>) => money(ofCents ?? 0)

const STEPS = {
  deductible: (step, name) => `${name}: deductible, of the ${of(step)} that the plan allows`,
  copay: (step, name) => `${name}: copayment, of ${of(step)}`,
  coinsurance: (step, name) =>
    `${name}: coinsurance, ${percent(step.rate ?? 0)} of the remaining ${of(step)}`,
  cap: (_, name) => `${name}: more than is left of the out-of-pocket maximum, paid by the plan`,
  paid: (step, name) => `${name}: the plan pays all of the ${of(step)} that it allows`,
  balance: (step, name) => `${name}: the part of the list price of ${of(step)} that the plan does not allow`,
  'not-covered': (_, name) => `${name}: not covered by the plan, the list price is counted`,
  total: ({ about }) =>
    `The payer did not say how much is left of ${about && ABOUT[about]}: counted as if all of it was left.`,
  contradictory: ({ about }) =>
    about === 'coverage' || about === 'authorization'
      ? `The payer contradicts itself on ${ABOUT[about]}: the answer that costs more is counted.`
      : `The payer names several amounts for ${about && ABOUT[about]}: the highest is counted.`,
  'dearest-first': () => 'The tests are counted as one claim, the most expensive one first.',
} as const satisfies Record<Step['kind'], (step: Omit<Step, 'words'>, name: string) => string>

/** A step as a clinic reads it; the amount itself stands beside it. */
export function stepWords(step: Omit<Step, 'words'>, name: string): string {
  return STEPS[step.kind](step, name)
}

const ASK = 'Ask the payer, by telephone or in its portal.'

const MISSING = {
  active: ['Whether the coverage is active', ASK],
  allowed: [
    'The amount that the plan allows',
    'Enter it in the laboratory’s payer contracts, or ask the payer for it.',
  ],
  coverage: ['Whether the plan covers this test', 'Ask the payer, with the test’s CPT codes.'],
  authorization: ['Whether an authorization is required', 'Ask the payer, with the test’s CPT codes.'],
  deductible: ['How much is left of the deductible', ASK],
  coinsurance: ['The coinsurance for laboratory tests', ASK],
  copay: ['Whether there is a copayment', ASK],
  'copay-amount': ['The amount of the copayment', ASK],
  'out-of-pocket': ['How much is left of the out-of-pocket maximum', ASK],
} as const satisfies Record<Missing['name'], readonly [string, string]>

/** What is counted in place of what is not known, where an amount is given all the same. */
const COUNTED_AS: { readonly [Name in Missing['name']]?: string } = {
  coverage: ': it makes no difference here',
  deductible: ': it makes no difference here',
  coinsurance: ': it makes no difference here',
  'copay-amount': ': it makes no difference here',
  copay: ': none was named, so none is counted',
  'out-of-pocket': ': counted as if there was none',
}

/** What is missing, with how it could be learned. */
export function missing(
  name: Missing['name'],
  isNeeded: boolean,
  test: { code: string; name: string } | null = null,
): Missing {
  const [what, howToLearn] = MISSING[name]
  const words = `${test ? `${test.name}: ` : ''}${what}${isNeeded ? '' : (COUNTED_AS[name] ?? '')}.`
  return { name, test: test?.code ?? null, isNeeded, words, howToLearn }
}

const CHANGES = {
  'in-network': () =>
    'In the plan’s network other amounts apply, and nothing beyond what the plan allows is billed.',
  'deductible-met': (cents) => `Once the deductible is met, the testing would cost ${cents}.`,
  'deductible-partly-met': () => 'If some of the deductible is met already, it is less.',
  'maximum-reached': (cents) => `Once the out-of-pocket maximum is reached, the testing would cost ${cents}.`,
  'authorization-refused': (cents) =>
    `Without the authorization the plan may pay nothing: up to ${cents} could be owed.`,
  limited: () => 'The payer names a limit to what it pays for such tests: beyond it, it is more.',
  'other-payer': () => 'The payer names another payer, which may pay a part.',
  'self-pay': (cents) => `Paid without insurance, the testing costs ${cents}.`,
} as const satisfies Record<Change['kind'], (cents: string) => string>

/** What would change the estimate, with what would be owed then. */
export function change(kind: Change['kind'], cents: Cents | null = null): Change {
  return { kind, cents, words: CHANGES[kind](cents === null ? '' : money(cents)) }
}

/** Why there is no estimate at all. */
export const NO_ESTIMATE = {
  'no-tests': 'No test is chosen.',
  rejected: 'The payer did not answer the question about this patient.',
  inactive: 'The coverage is not active.',
  'coverage-unknown': 'The payer did not say clearly that the coverage is active.',
  missing: 'Too much is not known.',
} as const satisfies Record<NoEstimate, string>
