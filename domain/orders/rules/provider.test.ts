import { expect, it } from 'vitest'
import { blankPayment } from '../document.ts'
import type { ProviderInfo } from '../rule-context.ts'
import { MOTHER } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const npi = '1234567893'
const known = (more: Partial<ProviderInfo>) => ({
  provider: { npi, nameRefusal: null, geneticCounselor: false, ...more },
})
const counselor = known({ geneticCounselor: true })
const insured = (kind: string) => ({
  ...blankPayment(),
  billingType: 'Insurance',
  insurance: {
    ...blankPayment().insurance,
    ...{ company: 'Tidewater Mutual', kind, memberId: 'TM1', holderRelationship: 'Self' },
  },
})
const medicare = { '/payment': insured('Medicare') }
const refused = (rule: string) => [`provider /orderingProvider/npi ${rule}`]

const TABLES: Record<string, Row[]> = {
  'the name of the number': [
    ['as registered', {}, [], known({})],
    ['another name', {}, refused('npi-name'), known({ nameRefusal: 'It is somebody else’s' })],
    [
      'refusal for a previously typed NPI',
      {},
      [],
      known({ npi: '1000000012', nameRefusal: 'Somebody else’s' }),
    ],
    ['registry not reachable', {}, [], { provider: null }],
  ],
  'a genetic counselor': [
    ['billed to the clinic', {}, [], counselor],
    ['billed to Medicare', medicare, refused('medicare'), counselor],
    ['billed to another insurance', { '/payment': insured('Commercial') }, [], counselor],
    [
      'billed to Medicare by its name, under another plan type',
      { '/payment': insured('Commercial') },
      refused('medicare'),
      { ...counselor, payers: [{ company: 'Tidewater Mutual', kind: 'Medicare' }] },
    ],
    [
      'billed to another insurance than the one of Medicare that was asked about',
      { '/payment': insured('Commercial') },
      [],
      { ...counselor, payers: [{ company: 'Tidewater Senior', kind: 'Medicare' }] },
    ],
    [
      'billed to an insurance of unknown type',
      { '/payment': insured('') },
      ['payment /payment/insurance/kind required'],
      counselor,
    ],
    [
      'Medicare details of an unused payer',
      { '/payment': { ...insured('Medicare'), billingType: 'DoNotBill' } },
      [],
      counselor,
    ],
    [
      'a relative’s Medicare',
      { '/patients/1': { ...MOTHER, payment: insured('Medicare') } },
      refused('medicare'),
      counselor,
    ],
    ['in a benefits verification', { ...medicare, '/isVOB': true }, refused('medicare'), counselor],
    [
      'refusal for a previously typed NPI',
      medicare,
      [],
      known({ npi: '1000000012', geneticCounselor: true }),
    ],
  ],
  'a physician': [
    ['billed to Medicare', medicare, []],
    ['billed to an insurance of unknown type', { '/payment': insured('') }, []],
  ],
  'who submits': [
    ['no submitter yet', {}, [], { submitter: null }],
    ['a submitter with an NPI', {}, [], { submitter: { npi: '1000000012', delegated: false } }],
    [
      'a submitter without an NPI, with the provider’s agreement',
      {},
      [],
      { submitter: { npi: '', delegated: true } },
    ],
    ['a submitter without an NPI', {}, refused('delegate'), { submitter: { npi: '', delegated: false } }],
    [
      'a submitter with an invalid NPI',
      {},
      refused('delegate'),
      {
        submitter: { npi: '1234567890', delegated: false },
      },
    ],
    [
      'a submitter without an NPI, for a benefits verification',
      { '/isVOB': true, '/payment': insured('Other') },
      [],
      { submitter: { npi: '', delegated: false } },
    ],
  ],
  '[UX-20] a recipient of the report': [
    ['by fax', { '/recipients': [{ name: 'Dr. Quill', fax: '312 555 0100', email: '' }] }, []],
    ['by email', { '/recipients': [{ name: 'Dr. Quill', fax: '', email: 'quill@clinic.test' }] }, []],
    [
      'without fax and email',
      { '/recipients': [{ name: 'Dr. Quill', fax: ' ', email: '' }] },
      ['provider /recipients/0/email required'],
    ],
    [
      'without name, fax and email',
      { '/recipients': [{ name: '', fax: '', email: '' }] },
      ['provider /recipients/0/name required', 'provider /recipients/0/email required'],
    ],
    [
      'by an invalid fax number',
      { '/recipients': [{ name: 'Dr. Quill', fax: 'by post', email: '' }] },
      ['provider /recipients/0/fax phone'],
    ],
    [
      'by an email address with a sign that nobody sees',
      { '/recipients': [{ name: 'Dr. Quill', fax: '', email: 'quill\u200b@clinic.test' }] },
      ['provider /recipients/0/email unseen'],
    ],
  ],
}

describeRows(TABLES)

it('[UX-20] names the recipient without contact details', () => {
  expect(wordsOf({ '/recipients': [{ name: 'Dr. Quill', fax: '', email: '' }] })).toEqual([
    'Enter an email address or a fax number for Dr. Quill',
  ])
})

it('says which of the three conditions is not met, and what to do', () => {
  const words = (changes: Record<string, unknown>, context: object) => wordsOf(changes, context)
  expect(words({}, known({ nameRefusal: 'It is somebody else’s' }))).toEqual(['It is somebody else’s'])
  expect(words(medicare, counselor)).toEqual([
    'A genetic counselor may not order tests billed to Medicare under their own name: choose a physician as the ordering provider',
  ])
  expect(words({}, { submitter: { npi: '', delegated: false } })).toEqual([
    'You have no NPI of your own: this provider must first agree to your submitting orders in their name',
  ])
})
