import { dayInWords } from '../dates/dates.ts'
import type { Cents, OtherPayer } from './benefits.ts'
import type { Change, MissingInput, NoEstimate, Step } from './estimate.ts'
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
  contract: [
    'Whether the laboratory is in the plan’s network, and what the plan allows: it has no contract on file',
    'Ask the laboratory’s billing office, or the payer.',
  ],
  limit: [
    'What is owed beyond the amount up to which the payer pays for such tests, which is less than their price',
    ASK,
  ],
  'payer-order': [
    'Which insurance pays first: the payer names another one',
    'Ask the patient, and enter the one that pays first into the order.',
  ],
  coverage: ['Whether the plan covers this test', 'Ask the payer, with the test’s CPT codes.'],
  authorization: ['Whether an authorization is required', 'Ask the payer, with the test’s CPT codes.'],
  deductible: ['How much is left of the deductible', ASK],
  coinsurance: ['The coinsurance for laboratory tests', ASK],
  copay: ['Whether there is a copayment', ASK],
  'copay-amount': ['The amount of the copayment', ASK],
  'out-of-pocket': ['How much is left of the out-of-pocket maximum', ASK],
} as const satisfies Record<MissingInput['name'], readonly [string, string]>

/** What is counted in place of what is not known, where an amount is given all the same. */
const COUNTED_AS: { readonly [Name in MissingInput['name']]?: string } = {
  coverage: ': it makes no difference here',
  deductible: ': it makes no difference here',
  coinsurance: ': it makes no difference here',
  'copay-amount': ': it makes no difference here',
  copay: ': none was named, so none is counted',
  'out-of-pocket': ': counted as if there was none',
  'payer-order': ': counted as if this one pays first',
}

/** Of these the reason is what it is, not why it is not known. */
const AS_NAMED: readonly MissingInput['name'][] = ['payer-order', 'limit']

/** What is missing, with why (`because`: what the payer said that cannot be judged) and how it could be learned. */
export function missing(
  name: MissingInput['name'],
  isNeeded: boolean,
  test: { code: string; name: string } | null = null,
  because = '',
): MissingInput {
  const [what, howToLearn] = MISSING[name]
  const why =
    because &&
    (AS_NAMED.includes(name) ? ` (${because})` : ` is not known, because the payer limits it: ${because}`)
  const words = `${test ? `${test.name}: ` : ''}${what}${why}${isNeeded ? '' : (COUNTED_AS[name] ?? '')}.`
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
  'no-surprises': () =>
    'Where the sample is taken on a visit to a hospital or surgery center in the plan’s network, the law (No Surprises Act) forbids to bill the patient more than the share in network.',
  limited: (_, more) =>
    `The payer names a limit to what it pays for such tests${more && ` (${more})`}: beyond it, it is more.`,
  'other-payer': (_, more) => `The payer names another payer${more && ` (${more})`}, which may pay a part.`,
  'self-pay': (cents) => `Paid without insurance, the testing costs ${cents}.`,
} as const satisfies Record<Change['kind'], (cents: string, more: string) => string>

/** What would change the estimate, with what would be owed then. */
export function change(kind: Change['kind'], cents: Cents | null = null, more = ''): Change {
  return { kind, cents, words: CHANGES[kind](cents === null ? '' : money(cents), more) }
}

/** `ACME HEALTH, pays first, since 1 Jan 2026`. */
export function payerInWords({ name, pays, since }: OtherPayer): string {
  return [name, pays && `pays ${pays}`, since && `since ${dayInWords(since)}`].filter(Boolean).join(', ')
}

/** Why there is no estimate at all. */
export const NO_ESTIMATE = {
  'no-tests': 'No test is chosen.',
  rejected: 'The payer did not answer the question about this patient.',
  inactive: 'The coverage is not active.',
  'coverage-unknown': 'The payer did not say clearly that the coverage is active.',
  'no-contract':
    'Not known, because the laboratory has no contract with this payer on file: neither whether it is in network nor what the plan allows is known.',
  'other-payer': 'Not known, because another insurance pays before this one, or instead of it.',
  missing: 'Too much is not known.',
} as const satisfies Record<NoEstimate, string>
