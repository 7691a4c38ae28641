import { expect, it, test } from 'vitest'
import { blankPayment, blankTest, newOrder } from './document.ts'
import { completeOrder, earlier, MOTHER, sampleOf } from './testing/complete-order.ts'
import { describeRows, pointsOf, type Row } from './testing/rows.ts'
import { mayBecome, VOB_CHANGES, VOB_STATUSES, vobIsOpen } from './vob.ts'

test.each([
  ['submitted', 'draft submitted expired'],
  ['draft', 'draft submitted answered expired'],
] as const)('becomes %s from %s', (change, from) => {
  expect(VOB_STATUSES.filter((status) => mayBecome(status, change))).toEqual(
    VOB_STATUSES.filter((status) => from.split(' ').includes(status)),
  )
})

it('cannot change once it is converted to an order', () => {
  expect(VOB_CHANGES.some((change) => mayBecome('ordered', change))).toBe(false)
})

it('is editable only as a draft; an ordinary order always is', () => {
  expect(VOB_STATUSES.filter(vobIsOpen)).toEqual(['draft'])
  expect(vobIsOpen(null)).toBe(true)
})

const insurance = {
  ...blankPayment(),
  billingType: 'Insurance',
  insurance: {
    ...blankPayment().insurance,
    ...{ company: 'Tidewater Mutual', memberId: 'TM1', holderRelationship: 'Self' },
  },
}
const vob = { '/isVOB': true, '/payment': insurance }

const TABLES: Record<string, Row[]> = {
  'what the payer must be told': [
    ['complete', vob, []],
    ['no specimen', { ...vob, '/samples': [] }, []],
    ['a blank specimen', { ...vob, '/samples': newOrder().samples }, []],
    ['no consents', { ...vob, '/consents': [] }, []],
    ['no test', { ...vob, '/tests': [] }, ['tests /tests required']],
    [
      'no date of birth',
      { ...vob, '/patients/0/dateOfBirth': '' },
      ['patient /patients/0/dateOfBirth required'],
    ],
    ['no indication', { ...vob, '/indicationsForTesting': [] }, ['clinical /indicationsForTesting required']],
    ['no insurance', { '/isVOB': true }, ['payment /payment/billingType conflicts']],
    ['no provider', { ...vob, '/orderingProvider/npi': '' }, ['provider /orderingProvider/npi required']],
    ['no genes chosen', { ...vob, '/tests': [blankTest('3001')] }, ['tests /tests/0/genes genes']],
    ['sections that only the laboratory needs', { ...vob, '/tests': [blankTest('5001')] }, []],
    ['a trio without relatives', { ...vob, '/tests': [blankTest('1603')] }, []],
    [
      'a relative without affected status',
      { ...vob, '/patients/1': { ...MOTHER, affected: '' }, '/samples/1': sampleOf(MOTHER.key, 's2') },
      [],
    ],
    ['a clinic in New York', vob, [], { institutionState: 'NY' }],
    ['the same test ordered before', vob, [], { history: [earlier()] }],
  ],
}

describeRows(TABLES)

it('requires everything else once it is converted to an order', () => {
  const document = { ...completeOrder(), samples: [], consents: [] }
  expect(pointsOf({ ...document, isVOB: true })).toEqual(['payment /payment/billingType conflicts'])
  expect(pointsOf(document)).toEqual([
    'specimens /samples required',
    'consents /consents/proband/testing required',
    'consents /consents/proband/secondary-findings required',
  ])
})
