import { expect, it } from 'vitest'
import { blankPatient, blankTest } from '../document.ts'
import { CONTEXT, MOTHER, TESTED_MOTHER } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const PROBAND_TESTING = { patient: 'proband', consentId: 'testing', answer: true, reviewed: true }
const state = '/patients/0/addresses/0/state'
const newYork = 'consents /consents/proband/new-york new-york?'
const ticked = (patient: string, answer: boolean | null = true) => ({
  patient,
  consentId: 'new-york',
  answer,
  reviewed: true,
})

const UNREVIEWED = 'consents /consents/proband/reviewed unreviewed'
const SENT = { patient: 'proband', consentId: 'testing', answer: true }

const OPTIONAL = CONTEXT.tests.map((one) => ({
  ...one,
  consents: one.consents.map((question) => ({ ...question, required: false })),
}))

const TABLES: Record<string, Row[]> = {
  'of the patient': [
    [
      'a question without an answer',
      { '/consents': [PROBAND_TESTING] },
      ['consents /consents/proband/secondary-findings required'],
    ],
    [
      'a question with an empty answer',
      { '/consents/1/answer': null },
      ['consents /consents/proband/secondary-findings required'],
    ],
    ['no', { '/consents/1/answer': false }, []],
    ['no to testing itself', { '/consents/0/answer': false }, ['consents /consents/proband/testing refused']],
    [
      'the testing consent, unanswered although the catalogue requires no answer',
      { '/consents': [] },
      ['consents /consents/proband/testing required'],
      { tests: OPTIONAL },
    ],
    ['an unanswered optional question', { '/consents/2': ticked('proband', null) }, []],
    [
      'an answer to a question these tests do not ask',
      { '/consents/2': { ...PROBAND_TESTING, consentId: 'research' } },
      ['consents /consents/2/consentId unknown'],
    ],
    [
      'two answers to one question',
      { '/consents/2': PROBAND_TESTING },
      ['consents /consents/2/consentId repeated'],
    ],
    ['a test without questions', { '/tests/0': blankTest('1700'), '/consents': [] }, []],
  ],
  'of a relative': [
    ['answered completely, with a specimen', { ...TESTED_MOTHER }, []],
    [
      'unanswered, with a specimen',
      { '/patients/1': MOTHER, '/samples/1': TESTED_MOTHER['/samples/1'] },
      [
        'consents /consents/relative-1/testing required',
        'consents /consents/relative-1/secondary-findings required',
      ],
    ],
    ['unanswered, without a specimen', { '/patients/1': MOTHER }, []],
    [
      'an answer given by the patient instead',
      { ...TESTED_MOTHER, '/consents/3/patient': 'proband' },
      [
        'consents /consents/relative-1/secondary-findings required',
        'consents /consents/3/consentId repeated',
      ],
    ],
    [
      'no to testing',
      { ...TESTED_MOTHER, '/consents/2/answer': false },
      ['consents /consents/relative-1/testing refused'],
    ],
    [
      'an answer from a relative without a specimen',
      { '/patients/1': MOTHER, '/consents/2': { ...PROBAND_TESTING, patient: 'relative-1' } },
      ['consents /consents/2/patient unknown'],
    ],
    [
      'an answer from an unknown person',
      { '/consents/2': { ...PROBAND_TESTING, patient: 'nobody' } },
      ['consents /consents/2/patient unknown'],
    ],
  ],
  '[UX-13] that somebody has reviewed': [
    ['none of the answers', { '/consents/0/reviewed': false, '/consents/1/reviewed': false }, [UNREVIEWED]],
    ['all but one, added later', { '/consents/1/reviewed': false }, [UNREVIEWED]],
    ['an answer that another system sent', { '/consents/0': SENT }, []],
    [
      'the patient’s only',
      { ...TESTED_MOTHER, '/consents/2/reviewed': false },
      ['consents /consents/relative-1/reviewed unreviewed'],
    ],
    ['an answer these tests do not ask for', { '/tests/0': blankTest('1700'), '/consents': [] }, []],
  ],
  'New York': [
    ['a patient from Ohio', {}, []],
    ['a patient from New York', { [state]: 'New York', '/patients/0/addresses/0/postalCode': '' }, [newYork]],
    ['state given as a code', { [state]: ' ny ' }, [newYork]],
    ['consent given', { [state]: 'NY', '/consents/2': ticked('proband') }, []],
    ['consent not given', { [state]: 'NY', '/consents/2': ticked('proband', false) }, [newYork]],
    [
      'billing address in New York',
      {
        '/patients/0/addresses/0': {
          ...blankPatient('Proband', 'proband').addresses[0],
          type: 'Billing',
          state: 'NY',
        },
      },
      [],
    ],
    ['a clinic in New York', {}, [newYork], { institutionState: 'NY' }],
    ['tests without the question', { [state]: 'NY', '/tests/0': blankTest('1700'), '/consents': [] }, []],
    [
      'only the mother lives in New York',
      { ...TESTED_MOTHER, '/patients/1/addresses/0/state': 'NY' },
      ['consents /consents/relative-1/new-york new-york?'],
    ],
    [
      'a mother without an address, with a patient from New York',
      { ...TESTED_MOTHER, [state]: 'NY', '/consents/4': ticked('proband') },
      ['consents /consents/relative-1/new-york new-york?'],
    ],
  ],
}

describeRows(TABLES)

it('says whose answer is missing, and why New York law applies', () => {
  expect(wordsOf({ ...TESTED_MOTHER, '/consents/2/answer': null })).toEqual([
    'Consent for genetic testing: the mother’s answer is required',
  ])
  expect(wordsOf({ '/consents/0/answer': null })).toEqual([
    'Consent for genetic testing: an answer is required',
  ])
  expect(wordsOf({ [state]: 'NY' })[0]).toMatch(
    /^The patient lives in New York, .*Check the consent .*, or give the reason/,
  )
})

it('[UX-13] names the person whose consents are not reviewed', () => {
  expect(wordsOf({ ...TESTED_MOTHER, '/consents/3/reviewed': false })).toEqual([
    'The consents of Mai Nguyễn are not reviewed: check each answer, then confirm your review',
  ])
})
