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
  deductible: (step, name) => `${name}: deductible, from the plan’s allowed amount of ${of(step)}`,
  copay: (step, name) => `${name}: copayment, from ${of(step)}`,
  coinsurance: (step, name) =>
    `${name}: coinsurance, ${percent(step.rate ?? 0)} of the remaining ${of(step)}`,
  cap: (_, name) => `${name}: above the remaining out-of-pocket maximum, paid by the plan`,
  paid: (step, name) => `${name}: the plan pays its full allowed amount of ${of(step)}`,
  balance: (step, name) => `${name}: the part of the ${of(step)} list price above the plan’s allowed amount`,
  'not-covered': (_, name) => `${name}: not covered by the plan; the list price applies`,
  total: ({ about }) =>
    `The payer did not report how much of ${about && ABOUT[about]} is left; the estimate assumes all of it.`,
  contradictory: ({ about }) =>
    about === 'coverage' || about === 'authorization'
      ? `The payer gives contradictory answers on ${ABOUT[about]}; the estimate uses the more expensive one.`
      : `The payer gives several amounts for ${about && ABOUT[about]}; the estimate uses the highest.`,
  'dearest-first': () => 'The tests are estimated as one claim, the most expensive test first.',
} as const satisfies Record<Step['kind'], (step: Omit<Step, 'words'>, name: string) => string>

/** A step in words for a clinic; the amount is shown next to it. */
export function stepWords(step: Omit<Step, 'words'>, name: string): string {
  return STEPS[step.kind](step, name)
}

const ASK = 'Ask the payer by phone or in its portal.'

const MISSING = {
  active: ['Whether the coverage is active', ASK],
  allowed: [
    'The amount that the plan allows',
    'Enter it in the laboratory’s payer contracts, or ask the payer for it.',
  ],
  contract: [
    'Whether the laboratory is in the plan’s network, and what the plan allows: it has no contract on file',
    'Ask the laboratory’s billing office or the payer.',
  ],
  limit: [
    'What the patient owes above the payer’s limit for these tests, which is lower than their price',
    ASK,
  ],
  'payer-order': [
    'Which insurance pays first: the payer names another one',
    'Ask the patient, and enter the insurance that pays first in the order.',
  ],
  coverage: ['Whether the plan covers this test', 'Ask the payer, giving the test’s CPT codes.'],
  authorization: ['Whether an authorization is required', 'Ask the payer, giving the test’s CPT codes.'],
  'authorization-again': [
    'Whether an authorization is still required: the payer’s last answer required it, but a new one is needed',
    'Check the coverage again.',
  ],
  deductible: ['How much is left of the deductible', ASK],
  coinsurance: ['The coinsurance for laboratory tests', ASK],
  copay: ['Whether there is a copayment', ASK],
  'copay-amount': ['The amount of the copayment', ASK],
  'out-of-pocket': ['How much is left of the out-of-pocket maximum', ASK],
} as const satisfies Record<MissingInput['name'], readonly [string, string]>

/** What is assumed for a missing input if there is an amount all the same. */
const COUNTED_AS: { readonly [Name in MissingInput['name']]?: string } = {
  coverage: ': it makes no difference here',
  deductible: ': it makes no difference here',
  coinsurance: ': it makes no difference here',
  'copay-amount': ': it makes no difference here',
  copay: ': none was named, so none is counted',
  'out-of-pocket': ': counted as if there was none',
  'payer-order': ': counted as if this one pays first',
}

/** For these, `because` explains the item itself, not why it is unknown. */
const AS_NAMED: readonly MissingInput['name'][] = ['payer-order', 'limit']

/**
 * A missing input, with the reason (`because`: the part of the response that cannot be judged) and how to
 * find it out.
 */
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
    'In network, other amounts apply and nothing above the plan’s allowed amount is billed.',
  'deductible-met': (cents) => `Once the deductible is met, the testing would cost ${cents}.`,
  'deductible-partly-met': () => 'If part of the deductible is already met, the cost is lower.',
  'maximum-reached': (cents) => `Once the out-of-pocket maximum is reached, the testing would cost ${cents}.`,
  'authorization-refused': (cents) =>
    `Without prior authorization the plan may pay nothing, and the patient could owe up to ${cents}.`,
  'no-surprises': () =>
    'If the sample is taken during a visit to an in-network hospital or surgery center, the law (No Surprises Act) forbids billing the patient more than the in-network share.',
  limited: (_, more) =>
    `The payer limits what it pays for these tests${more && ` (${more})`}: above the limit, the cost is higher.`,
  'other-payer': (_, more) =>
    `The payer names another payer${more && ` (${more})`}, which may pay part of the cost.`,
  'self-pay': (cents) => `The self-pay price, without insurance, is ${cents}.`,
} as const satisfies Record<Change['kind'], (cents: string, more: string) => string>

/** A circumstance that would change the estimate, with what would then be owed. */
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
