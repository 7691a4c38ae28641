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
      'a question that was never answered',
      { '/consents': [PROBAND_TESTING] },
      ['consents /consents/proband/secondary-findings required'],
    ],
    [
      'a question that is left open',
      { '/consents/1/answer': null },
      ['consents /consents/proband/secondary-findings required'],
    ],
    ['no', { '/consents/1/answer': false }, []],
    ['no to testing itself', { '/consents/0/answer': false }, ['consents /consents/proband/testing refused']],
    [
      'the consent for testing itself, open where the catalogue asks for no answer at all',
      { '/consents': [] },
      ['consents /consents/proband/testing required'],
      { tests: OPTIONAL },
    ],
    ['an optional one that is open', { '/consents/2': ticked('proband', null) }, []],
    [
      'an answer to what these tests do not ask',
      { '/consents/2': { ...PROBAND_TESTING, consentId: 'research' } },
      ['consents /consents/2/consentId unknown'],
    ],
    [
      'two answers to one question',
      { '/consents/2': PROBAND_TESTING },
      ['consents /consents/2/consentId repeated'],
    ],
    ['a test that asks nothing', { '/tests/0': blankTest('1700'), '/consents': [] }, []],
  ],
  'of a relative': [
    ['each question, once they have a specimen', { ...TESTED_MOTHER }, []],
    [
      'nothing, when they have one',
      { '/patients/1': MOTHER, '/samples/1': TESTED_MOTHER['/samples/1'] },
      [
        'consents /consents/relative-1/testing required',
        'consents /consents/relative-1/secondary-findings required',
      ],
    ],
    ['nothing, when they have none', { '/patients/1': MOTHER }, []],
    [
      'the patient’s answer is not theirs',
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
      'an answer of one without a specimen',
      { '/patients/1': MOTHER, '/consents/2': { ...PROBAND_TESTING, patient: 'relative-1' } },
      ['consents /consents/2/patient unknown'],
    ],
    [
      'an answer of somebody who is not there',
      { '/consents/2': { ...PROBAND_TESTING, patient: 'nobody' } },
      ['consents /consents/2/patient unknown'],
    ],
  ],
  '[UX-13] that somebody has reviewed': [
    ['none of the answers', { '/consents/0/reviewed': false, '/consents/1/reviewed': false }, [UNREVIEWED]],
    ['all but one, which is asked since', { '/consents/1/reviewed': false }, [UNREVIEWED]],
    ['an answer that another system sent', { '/consents/0': SENT }, []],
    [
      'the patient’s only',
      { ...TESTED_MOTHER, '/consents/2/reviewed': false },
      ['consents /consents/relative-1/reviewed unreviewed'],
    ],
    ['an answer that these tests do not ask for', { '/tests/0': blankTest('1700'), '/consents': [] }, []],
  ],
  'New York': [
    ['a patient of Ohio', {}, []],
    ['a patient of New York', { [state]: 'New York', '/patients/0/addresses/0/postalCode': '' }, [newYork]],
    ['written as a code', { [state]: ' ny ' }, [newYork]],
    ['who ticked it', { [state]: 'NY', '/consents/2': ticked('proband') }, []],
    ['who did not', { [state]: 'NY', '/consents/2': ticked('proband', false) }, [newYork]],
    [
      'whose bills go to New York',
      {
        '/patients/0/addresses/0': {
          ...blankPatient('Proband', 'proband').addresses[0],
          type: 'Billing',
          state: 'NY',
        },
      },
      [],
    ],
    ['a clinic of New York', {}, [newYork], { institutionState: 'NY' }],
    ['tests that do not ask', { [state]: 'NY', '/tests/0': blankTest('1700'), '/consents': [] }, []],
    [
      'a mother who lives there, alone',
      { ...TESTED_MOTHER, '/patients/1/addresses/0/state': 'NY' },
      ['consents /consents/relative-1/new-york new-york?'],
    ],
    [
      'a mother without an address, of a patient of New York',
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
