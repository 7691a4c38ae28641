import { expect, test } from 'vitest'
import type { CostEstimate, EligibilityCheck, PayerEntry, PriceView } from '#contract/coverage.ts'
import {
  askLabel,
  checkLine,
  coverageTitle,
  flagsOf,
  headline,
  isPatientsPrice,
  selfPayInWords,
  stepsTitle,
} from './words.ts'

const CHECK: EligibilityCheck = {
  ...{ id: 1, hospitalCode: '1001', orderId: null, state: 'answered', eligibilityStatus: 'Eligible' },
  ...{
    payerName: 'Papermoon Health',
    memberId: 'PMH100000001',
    patientName: 'Nora Testwell',
    holderName: '',
  },
  ...{ planName: 'PPO 1500', groupNumber: '', askedAt: '2026-03-12T12:00:00', askedBy: 'Ada Okafor' },
  ...{ checkedAt: '2026-03-12T12:00:00', countsUntil: '2026-03-26', isCurrent: true, trouble: null },
  ...{ said: [], refusals: [], problems: [], serviceDay: null, isOfOtherDay: false },
}
const ESTIMATE: CostEstimate = {
  ...{ amountPayable: 126_000, isOutOfNetwork: false, authorizationRequired: 'no' },
  result: { kind: 'amount', cents: 126_000 },
  ...{ steps: [], stepsOfLow: [], missing: [], changes: [] },
  selfPay: { cents: null, compared: 'unknown' },
}
const TEST: PriceView['tests'][number] = {
  ...{
    code: '1600',
    name: 'Trio exome',
    cptCodes: [],
    listPriceCents: 300_000,
    selfPayCents: 99_000,
    note: '',
  },
  ...{ allowedCents: 250_000, covered: 'yes', authorizationRequired: 'no' },
}
const PAYER: PayerEntry = {
  ...{ id: 'SIM01', name: 'Papermoon Health', aliases: [], kind: 'Commercial', isElectronic: true },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '' },
}
const view = (part: Partial<PriceView>) => ({
  ...{ billingType: 'Insurance' as const, tests: [TEST], selfPayCents: 99_000, gaps: [] },
  ...{ estimate: ESTIMATE, check: CHECK },
  ...part,
})
const none = (reason: string): CostEstimate => ({
  ...ESTIMATE,
  amountPayable: null,
  result: { kind: 'none', because: 'inactive', reason },
})

test('[DLG-06] the dialog is titled by what it is about', () => {
  expect(coverageTitle(true)).toBe('VOB Results')
  expect(coverageTitle(false)).toBe('Estimated Out Of Pocket Cost')
})

test.each<[string, Partial<PriceView>, string | null, string]>([
  ['an amount', {}, '$1,260.00', 'estimated patient cost after Papermoon Health'],
  [
    'a range',
    { estimate: { ...ESTIMATE, result: { kind: 'range', low: 0, high: 50_050 } } },
    '$0.00 to $500.50',
    'estimated patient cost after Papermoon Health',
  ],
  [
    'an answer that counts no longer',
    { check: { ...CHECK, isCurrent: false } },
    '$1,260.00',
    'estimated patient cost after Papermoon Health, from an outdated answer',
  ],
  [
    'an answer that counts no longer, without an amount',
    { check: { ...CHECK, isCurrent: false }, estimate: none('Not clear.') },
    null,
    'The payer’s answer no longer counts. Check again.',
  ],
  [
    'an answer about another day of collection',
    { check: { ...CHECK, isCurrent: false, isOfOtherDay: true }, estimate: none('Not clear.') },
    null,
    'The payer’s answer no longer counts. Check again.',
  ],
  [
    'an answer that still counts while the payer is asked again',
    { check: { ...CHECK, state: 'queued', countsUntil: null, isCurrent: false } },
    '$1,260.00',
    'estimated patient cost after Papermoon Health',
  ],
  [
    'no amount, with the reason',
    { estimate: none('The coverage is not active.') },
    null,
    'The coverage is not active.',
  ],
  [
    'nothing asked yet',
    { check: null, estimate: none('Not clear.') },
    null,
    'Known once coverage is checked.',
  ],
  [
    'being asked',
    { check: { ...CHECK, state: 'queued' }, estimate: none('Not clear.') },
    null,
    'Not known yet.',
  ],
  [
    'a payer that answers no questions',
    {
      check: null,
      estimate: none('Not clear.'),
      gaps: [{ path: '/payment/insurance/company', rule: 'not-electronic', message: 'Call 614-555-0106.' }],
    },
    null,
    'Call 614-555-0106.',
  ],
  ['no test', { tests: [] }, null, 'Choose a test.'],
  ['self-pay', { billingType: 'SelfPay', estimate: null }, '$990.00', 'self-pay'],
  [
    'self-pay of what cannot be bought so',
    { billingType: 'SelfPay', estimate: null, selfPayCents: null },
    null,
    'Some of these tests have no self-pay price. Ask the laboratory.',
  ],
  [
    'the institution',
    { billingType: 'Intitutional', estimate: null },
    null,
    'The institution is billed, not the patient.',
  ],
  ['nobody', { billingType: 'DoNotBill', estimate: null }, null, 'These tests are not billed.'],
  ['not chosen', { billingType: '', estimate: null }, null, 'Choose whom to bill to see the patient’s cost.'],
])('the line of %s', (_, part, amount, words) => {
  expect(headline(view(part))).toEqual({ amount, words })
})

test.each<[string, Partial<EligibilityCheck>, string, string]>([
  ['active', {}, 'good', 'Coverage is active: PPO 1500'],
  ['inactive', { eligibilityStatus: 'Not eligible' }, 'bad', 'Coverage is not active: PPO 1500'],
  [
    'not clear',
    { eligibilityStatus: 'Unknown', planName: '' },
    'unsure',
    'It is unclear whether coverage is active',
  ],
  [
    'refused',
    { eligibilityStatus: 'Not eligible', refusals: [{ words: 'Not found.', whatToDo: 'Check the card.' }] },
    'bad',
    'Papermoon Health did not find the member: check ID and date of birth',
  ],
  [
    'refused for what is not the member’s',
    { eligibilityStatus: 'Unknown', refusals: [{ words: 'Not enrolled.', whatToDo: 'Nothing to change.' }] },
    'bad',
    'Papermoon Health could not answer this question',
  ],
  [
    'active, and not valid any more',
    { isCurrent: false },
    'unsure',
    'Coverage was active when it was checked: PPO 1500. Check again',
  ],
  [
    'inactive, and not valid any more',
    { eligibilityStatus: 'Not eligible', planName: '', isCurrent: false },
    'unsure',
    'Coverage was not active when it was checked. Check again',
  ],
  [
    'about another day of collection',
    { isCurrent: false, isOfOtherDay: true },
    'unsure',
    'Coverage was active when it was checked: PPO 1500. Check again',
  ],
  ['asked', { state: 'queued' }, 'waiting', 'Asking Papermoon Health'],
  [
    'in trouble',
    { state: 'queued', trouble: { words: 'Nobody answers.', tries: 2, nextTryAt: null } },
    'waiting',
    'No answer from Papermoon Health yet',
  ],
  ['given up', { state: 'given-up' }, 'bad', 'Papermoon Health could not be reached'],
])('where a question that is %s stands', (_, part, tone, title) => {
  expect(checkLine({ ...CHECK, ...part })).toMatchObject({ tone, title })
})

test('says until when an answer counts, or that it counts no longer', () => {
  expect(checkLine(CHECK).details).toBe('Checked 12 Mar 2026, 12:00, valid through 26 Mar 2026')
  expect(checkLine({ ...CHECK, isCurrent: false }).details).toContain('was valid through 26 Mar 2026')
  const ofDay = { ...CHECK, serviceDay: '2026-04-01' }
  expect(checkLine(ofDay).details).toBe(
    'Checked 12 Mar 2026, 12:00, for collection on 1 Apr 2026, valid through 26 Mar 2026',
  )
  expect(checkLine({ ...ofDay, isCurrent: false, isOfOtherDay: true }).details).toBe(
    'Checked 12 Mar 2026, 12:00, for collection on 1 Apr 2026, not for this day of collection',
  )
})

test('says why there is no answer yet, and that ordering can go on', () => {
  const trouble = { words: 'Nobody answers.', tries: 2, nextTryAt: '2026-03-12T12:05:00' }
  expect(checkLine({ ...CHECK, state: 'queued', trouble }).details).toBe(
    'Nobody answers. We will try again at 12 Mar 2026, 12:05. You can continue with the order.',
  )
})

test('the payer is asked where it can be, and again where it has answered', () => {
  const gap = { path: '/payment/insurance/memberId', rule: 'required', message: 'Member ID is required' }
  expect(askLabel(view({ check: null }))).toBe('Check coverage')
  expect(askLabel(view({}))).toBe('Check again')
  expect(askLabel(view({ check: { ...CHECK, state: 'queued' } }))).toBeNull()
  expect(askLabel(view({ check: null, gaps: [gap] }))).toBeNull()
  expect(askLabel(view({ check: null, billingType: 'SelfPay' }))).toBeNull()
})

test('what matters beside the amount', () => {
  const estimate: CostEstimate = { ...ESTIMATE, isOutOfNetwork: true, authorizationRequired: 'yes' }
  expect(flagsOf({ estimate: ESTIMATE, payer: PAYER })).toEqual([])
  expect(flagsOf({ estimate, payer: PAYER })).toEqual(['Out of network', 'Authorization required'])
  const missing = [{ name: 'authorization-again', test: '1600', isNeeded: false, words: '', howToLearn: '' }]
  const outdated = { ...ESTIMATE, authorizationRequired: 'unknown' as const, missing }
  expect(flagsOf({ estimate: outdated, payer: PAYER })).toEqual([
    'Authorization was required: check coverage again',
  ])
  expect(flagsOf({ estimate, payer: null })).toEqual([])
  expect(flagsOf({ estimate: { ...estimate, result: none('').result }, payer: PAYER })).toEqual([])
})

test('how the price without insurance compares', () => {
  const compared = (word: CostEstimate['selfPay']['compared'], cents: number | null = 99_000) =>
    selfPayInWords({ selfPay: { cents, compared: word } })
  expect(compared('cheaper')).toBe('The self-pay price is $990.00: less than with insurance.')
  expect(compared('dearer')).toContain('The self-pay price is $990.00: more than with insurance.')
  expect(compared('unknown')).toBe('The self-pay price is $990.00.')
  expect(compared('unknown', null)).toBeNull()
})

test('a price is on paper only where the patient pays it', () => {
  expect(isPatientsPrice(view({}))).toBe(true)
  expect(isPatientsPrice(view({ billingType: 'Intitutional' }))).toBe(false)
  expect(isPatientsPrice(view({ tests: [] }))).toBe(false)
})

test('without an amount only what was understood of the answer is said', () => {
  const step = (kind: CostEstimate['steps'][number]['kind']) => ({
    ...{ kind, test: null, about: null, cents: 0, ofCents: null, rate: null, words: '' },
  })
  const { result } = none('Too much is not known.')
  expect(stepsTitle({ result: ESTIMATE.result, steps: [step('deductible')] })).toBe('Calculation')
  expect(stepsTitle({ result, steps: [step('dearest-first')] })).toBeNull()
  expect(stepsTitle({ result, steps: [step('contradictory')] })).toBe('How we read the answer')
})
