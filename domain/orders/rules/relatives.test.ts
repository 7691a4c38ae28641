import { expect, it } from 'vitest'
import { blankPayment, blankTest } from '../document.ts'
import { FATHER, MOTHER, sampleOf, TESTED_MOTHER } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const at = '/patients/1'
const mother = (more: object) => ({ [at]: { ...MOTHER, ...more } })
const only = (code: string) => ({ '/tests': [blankTest(code)], '/consents': [] })
const expected = ['patient /patients relatives?']
const payment = `${at}/payment`
const insurance = { ...blankPayment(), billingType: 'Insurance' }

const TABLES: Record<string, Row[]> = {
  'who they are': [
    ['no last name', mother({ lastName: '' }), [`patient ${at}/lastName required`]],
    [
      'a name with a sign that nobody sees',
      mother({ lastName: 'Mul\u00adler' }),
      [`patient ${at}/lastName unseen`],
    ],
    [
      'a record number and an e-mail address with such a sign',
      mother({
        recordNumber: '4711\u200b',
        contacts: [{ type: 'Email', reference: 'Home', value: 'mai\u200b@home.test' }],
      }),
      [`patient ${at}/recordNumber unseen`, `patient ${at}/contacts/0/value unseen`],
    ],
    ['a name with a tab, which is a space', mother({ firstName: 'Ana\tMaria' }), []],
    ['no birthday', mother({ dateOfBirth: '' }), [`patient ${at}/dateOfBirth required`]],
    ['a birthday that is none', mother({ dateOfBirth: '1990-02-30' }), [`patient ${at}/dateOfBirth date`]],
    ['no sex', mother({ sex: '' }), [`patient ${at}/sex required`]],
    ['affected or not is not said, without a specimen', mother({ affected: '' }), []],
    [
      'affected or not is not said, with one',
      { ...TESTED_MOTHER, [`${at}/affected`]: '' },
      [`patient ${at}/affected required`],
    ],
    ['with one and not known', { ...TESTED_MOTHER, [`${at}/affected`]: 'Unknown' }, []],
    [
      'two under one key',
      { [at]: MOTHER, '/patients/2': { ...FATHER, key: MOTHER.key } },
      ['patient /patients/2/key repeated'],
    ],
    ['under the patient’s key', mother({ key: 'proband' }), [`patient ${at}/key conflicts`]],
    ['under a key of fetuses', mother({ key: 'fetus-1' }), [`patient ${at}/key conflicts`]],
    [
      'the patient under another key',
      { '/patients/0/key': 'p1' },
      [
        'patient /patients/0/key conflicts',
        'specimens /samples/0/patient unknown',
        'consents /consents/p1/testing required',
        'consents /consents/p1/secondary-findings required',
        'consents /consents/0/patient unknown',
        'consents /consents/1/patient unknown',
      ],
    ],
  ],
  'the same person twice': [
    [
      'the patient, as a sibling',
      mother({ relationship: 'Sibling', firstName: 'Linh', dateOfBirth: '2019-03-14' }),
      [`patient ${at}/firstName repeated`],
    ],
    [
      'without accents and in capitals',
      mother({ relationship: 'Sibling', firstName: 'LINH', lastName: 'Nguyen', dateOfBirth: '2019-03-14' }),
      [`patient ${at}/firstName repeated`],
    ],
    ['a twin', mother({ relationship: 'Sibling', dateOfBirth: '2019-03-14' }), []],
    ['a namesake', mother({ relationship: 'Sibling', firstName: 'Linh' }), []],
    [
      'the mother, as another relative',
      { [at]: MOTHER, '/patients/2': { ...MOTHER, key: 'r2', relationship: 'Other relative' } },
      ['patient /patients/2/firstName repeated'],
    ],
  ],
  'what cannot be': [
    ['a mother who is male', mother({ sex: 'Male' }), [`patient ${at}/sex parent-sex?`]],
    ['a mother whose sex is not known', mother({ sex: 'Unknown' }), []],
    ['a father who is female', { [at]: { ...FATHER, sex: 'Female' } }, [`patient ${at}/sex parent-sex?`]],
    ['a father', { [at]: FATHER }, []],
    ['a sibling of any sex', mother({ relationship: 'Sibling', sex: 'Male' }), []],
    [
      'a mother born on her child’s birthday',
      mother({ dateOfBirth: '2019-03-14' }),
      [`patient ${at}/dateOfBirth conflicts`],
    ],
    [
      'a mother born after her child',
      mother({ dateOfBirth: '2020-01-01' }),
      [`patient ${at}/dateOfBirth conflicts`],
    ],
    ['a mother born the day before', mother({ dateOfBirth: '2019-03-13' }), []],
    [
      'a mother of a child whose birthday is none',
      { ...mother({ dateOfBirth: '2020-01-01' }), '/patients/0/dateOfBirth': '?' },
      ['patient /patients/0/dateOfBirth date'],
    ],
    [
      'a child born before the patient',
      mother({ relationship: 'Child', dateOfBirth: '2019-03-13' }),
      [`patient ${at}/dateOfBirth conflicts`],
    ],
    ['a child born after', mother({ relationship: 'Child', dateOfBirth: '2019-03-15' }), []],
  ],
  'a payer of their own': [
    ['none', mother({ payment: null }), []],
    ['nobody is said', mother({ payment: blankPayment() }), [`payment ${payment}/billingType required`]],
    ['the clinic', mother({ payment: { ...blankPayment(), billingType: 'Intitutional' } }), []],
    [
      'herself, somehow',
      mother({ payment: { ...blankPayment(), billingType: 'SelfPay' } }),
      [`payment ${payment}/paymentMethod required`],
    ],
    [
      'an insurance of which nothing is known',
      mother({ payment: insurance }),
      ['company', 'memberId', 'holderRelationship'].map(
        (name) => `payment ${payment}/insurance/${name} required`,
      ),
    ],
    ['the patient’s is the order’s', { '/patients/0/payment': blankPayment() }, []],
  ],
  'as many as the test is done with': [
    ['a trio of one', only('1603'), expected],
    ['a trio of two', { ...only('1603'), [at]: MOTHER, '/samples/1': sampleOf(MOTHER.key, 's2') }, expected],
    [
      'a trio of three',
      {
        ...only('1603'),
        [at]: MOTHER,
        '/patients/2': FATHER,
        '/samples/1': sampleOf(MOTHER.key, 's2'),
        '/samples/2': sampleOf(FATHER.key, 's3'),
      },
      [],
    ],
    ['relatives without a specimen', { ...only('1603'), [at]: MOTHER, '/patients/2': FATHER }, expected],
    ['a duo of one', only('1602'), expected],
    ['a duo of two', { ...only('1602'), [at]: MOTHER, '/samples/1': sampleOf(MOTHER.key, 's2') }, []],
    [
      'a duo and a trio: told once',
      { '/tests': [blankTest('1602'), blankTest('1603')], '/consents': [] },
      expected,
    ],
  ],
}

describeRows(TABLES)

it('names the person, the reason, and what to do', () => {
  expect(wordsOf({ ...TESTED_MOTHER, [`${at}/affected`]: '' })).toEqual([
    'Choose whether the mother is affected: their specimen is compared with the patient’s',
  ])
  expect(wordsOf(mother({ sex: 'Male' }))).toEqual([
    'The mother’s sex is given as male. Check the sex and the relationship, or give a reason',
  ])
  expect(wordsOf(only('1603'))).toEqual([
    'Exome trio needs specimens from 2 relatives, but none is in the order yet. Add each missing relative with a specimen, or give a reason to go without',
  ])
})
