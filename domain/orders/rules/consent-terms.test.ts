import { describe, expect, it } from 'vitest'
import type { ConsentLaw, TestApproval } from '../../consent/law.ts'
import { blankDeceased } from '../deceased.ts'
import { blankFetus, blankPregnancy } from '../pregnancy.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'
import {
  CATALOGUE,
  completeOrder,
  stateRuleOf,
  TESTED_MOTHER,
  withChanges,
} from '../testing/complete-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const LAW: ConsentLaw = {
  states: [stateRuleOf('*', 'majority-age', { value: '18' })],
  conflicts: [
    {
      ...{ consent: 'new-york', answer: true, otherConsent: 'secondary-findings', otherAnswer: true },
      message: 'These two contradict each other',
    },
  ],
}
const approval = (state: string, status: TestApproval['status']): TestApproval => ({
  ...{ state, status, validFrom: '2020-01-01', validTo: '2026-12-31' },
})
const changed = (
  more: Partial<OrderableTest>,
  consents: Record<string, object> = {},
): Partial<RuleContext> => ({
  consentLaw: LAW,
  tests: CATALOGUE.map((test) => ({
    ...test,
    ...more,
    consents: test.consents.map((one) => ({ ...one, ...consents[one.id] })),
  })),
})
const terms = (...approvals: TestApproval[]) => changed({ consentTerms: { adultOnset: false, approvals } })
const state = '/patients/0/addresses/0/state'
const newYork = { [state]: 'NY' }
const ticked = { '/consents/2': { patient: 'proband', consentId: 'new-york', answer: true, reviewed: true } }

const TABLES: Record<string, Row[]> = {
  '[CNST-03] a state’s approval of the test': [
    ['given', newYork, [], terms(approval('NY', 'approved'))],
    [
      'missing where the patient lives',
      newYork,
      ['tests /tests/0/testCode state-approval?'],
      terms(approval('NY', 'permit')),
    ],
    [
      'missing where the specimen is collected',
      {},
      ['tests /tests/0/testCode state-approval?'],
      { ...terms(approval('NY', 'permit')), institutionState: 'NY' },
    ],
    ['refused', newYork, ['tests /tests/0/testCode state-refused'], terms(approval('NY', 'refused'))],
    ['of another state', newYork, [], terms(approval('CA', 'refused'))],
    [
      'that has ended on the day of collection',
      newYork,
      [],
      terms({ ...approval('NY', 'refused'), validTo: '2026-11-17' }),
    ],
    ['left out of the files', newYork, [], changed({})],
    [
      'refused where each of two people lives, and where the specimens are collected',
      { ...TESTED_MOTHER, ...newYork, '/patients/1/addresses/0/state': 'NY' },
      ['tests /tests/0/testCode state-refused'],
      { ...terms(approval('NY', 'refused'), approval('CA', 'refused')), institutionState: 'CA' },
    ],
    [
      'for a mother who lives elsewhere',
      { ...TESTED_MOTHER, '/patients/1/addresses/0/state': 'NY' },
      ['tests /tests/0/testCode state-approval?'],
      terms(approval('NY', 'permit')),
    ],
  ],
  '[CNST-04] contradictory answers': [
    [
      'both given',
      { ...ticked, '/consents/1/answer': true },
      ['consents /consents/proband/new-york contradicts'],
      changed({}),
    ],
    ['one of them', ticked, [], changed({})],
    ['of two people', { ...TESTED_MOTHER, '/consents/4': { ...ticked['/consents/2'] } }, [], changed({})],
  ],
  '[CNST-04] relatives': [
    [
      'asked where the test looks at them',
      { ...TESTED_MOTHER, '/consents/3/answer': null },
      ['consents /consents/relative-1/secondary-findings required'],
      changed({}),
    ],
    [
      'not asked where it does not',
      {
        '/patients/1': TESTED_MOTHER['/patients/1'],
        '/samples/1': TESTED_MOTHER['/samples/1'],
        '/consents/2': TESTED_MOTHER['/consents/2'],
      },
      [],
      changed({}, { 'secondary-findings': { asksRelatives: false } }),
    ],
    [
      'an answer where they are not asked',
      { ...TESTED_MOTHER },
      ['consents /consents/3/patient unknown'],
      changed({}, { 'secondary-findings': { asksRelatives: false } }),
    ],
  ],
  'a test for a disorder of adulthood': [
    [
      'of a child',
      {},
      ['tests /tests/0/testCode adult-onset?'],
      changed({ consentTerms: { adultOnset: true, approvals: [] } }),
    ],
    [
      'of an adult',
      { '/patients/0/dateOfBirth': '1990-03-14' },
      [],
      changed({ consentTerms: { adultOnset: true, approvals: [] } }),
    ],
  ],
}
describeRows(TABLES)

it('who died, and a fetus, whose mother may be a minor, cannot wait to decide about a disorder of adulthood', () => {
  const adultOnset = changed({ consentTerms: { adultOnset: true, approvals: [] } })
  const told = (changes: Record<string, unknown>) =>
    pointsOf(withChanges(completeOrder(), changes), adultOnset).filter((one) => one.includes('adult-onset'))
  expect(told({})).toEqual(['tests /tests/0/testCode adult-onset?'])
  expect(told({ '/patients/0/deceased': blankDeceased() })).toEqual([])
  expect(told({ '/pregnancy': { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A')] } })).toEqual([])
})

it('[CNST-04] a mother’s no, a father’s yes and a child’s yes are three answers', () => {
  const trio = {
    ...TESTED_MOTHER,
    '/patients/2': {
      ...(TESTED_MOTHER['/patients/1'] as object),
      key: 'relative-2',
      relationship: 'Father',
      sex: 'Male',
      firstName: 'Bao',
    },
    '/samples/2': { ...(TESTED_MOTHER['/samples/1'] as object), key: 's3', patient: 'relative-2' },
    '/consents/1/answer': true,
    '/consents/3/answer': false,
    '/consents/4': { patient: 'relative-2', consentId: 'testing', answer: true, reviewed: true },
    '/consents/5': { patient: 'relative-2', consentId: 'secondary-findings', answer: true, reviewed: true },
  }
  expect(wordsOf(trio, changed({}))).toEqual([])
  expect(wordsOf({ ...trio, '/consents/5/answer': null }, changed({}))).toEqual([
    'Secondary findings: the father’s answer is required',
  ])
})

describe('[CNST-04] secondary findings of a fetus', () => {
  const prenatal = { '/pregnancy': { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A')] } }
  const agreed = { '/consents/1/answer': true }
  const refused = changed({}, { 'secondary-findings': { offeredForFetus: false } })
  const inConsents = (changes: Record<string, unknown>, context: Partial<RuleContext>) =>
    pointsOf(withChanges(completeOrder(), changes), context).filter((one) => one.startsWith('consents '))

  it('are refused where the laboratory does not offer them', () => {
    expect(inConsents({ ...prenatal, ...agreed }, refused)).toEqual([
      'consents /consents/proband/secondary-findings fetus',
    ])
    expect(inConsents(prenatal, refused)).toEqual([])
  })

  it('are possible where it does, and without a fetus', () => {
    expect(inConsents({ ...prenatal, ...agreed }, changed({}))).toEqual([])
    expect(inConsents(agreed, refused)).toEqual([])
  })
})

it('one error tells of every person and state that a test is refused for', () => {
  const both = { ...TESTED_MOTHER, ...newYork, '/patients/1/addresses/0/state': 'CA' }
  const [refusal, ...more] = wordsOf(both, terms(approval('NY', 'refused'), approval('CA', 'refused')))
  expect(refusal).toMatch(
    / cannot be performed on specimens from New York, where the patient lives, or from California, where the mother lives$/,
  )
  expect(more).toEqual([])
})
