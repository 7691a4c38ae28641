import { describe, expect, it, test } from 'vitest'
import { blankPatient, newOrder, type OrderDocument, PROBAND } from '../orders/document.ts'
import { subjectKey, subjectOf } from './eligibility-subject.ts'
import type { Payer } from './payer.ts'

const ALDER: Payer = {
  ...{ id: 'alder', name: 'Alder Health', aliases: [], kind: 'Commercial', clearinghouseId: 'ALD' },
  ...{ memberIdPatterns: ['AL[0-9]{4}'], memberIdHint: '', phone: '614-555-0100' },
}
type Insurance = OrderDocument['payment']['insurance']

function order(insurance: Partial<Insurance> = {}, patient: Partial<OrderDocument['patients'][number]> = {}) {
  const document = newOrder()
  return {
    patients: [
      {
        ...blankPatient('Proband', PROBAND),
        ...{ firstName: ' Linh', lastName: 'Nguyễn ', dateOfBirth: '2019-03-14' },
        ...patient,
      },
    ],
    payment: {
      ...document.payment,
      billingType: 'Insurance' as const,
      insurance: {
        ...document.payment.insurance,
        ...{ company: 'Alder Health', memberId: 'al 12-34', groupNumber: ' G1 ', holderRelationship: 'Self' },
        ...insurance,
      } as Insurance,
    },
  }
}
const gaps = (document: ReturnType<typeof order>, payer: Payer | null = ALDER) =>
  subjectOf(document, payer)?.gaps.map(({ path, rule }) => `${path} ${rule}`)
const subject = (document: ReturnType<typeof order>) => {
  const found = subjectOf(document, ALDER)?.subject
  if (!found) throw new Error('nobody to ask about')
  return found
}

describe('the subject of an eligibility request', () => {
  it('is the first patient, as typed except for spaces', () => {
    expect(subject(order())).toEqual({
      ...{ payerId: 'alder', payerName: 'Alder Health', memberId: 'AL1234', groupNumber: 'G1', holder: null },
      patient: { firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14' },
    })
  })

  it('includes the policy holder if that is another person', () => {
    const holder = { holderRelationship: 'Child', holderFirstName: 'An ', holderLastName: 'Nguyễn' } as const
    expect(subject(order({ ...holder, holderDateOfBirth: '1990-01-02' })).holder).toEqual({
      ...{ firstName: 'An', lastName: 'Nguyễn', dateOfBirth: '1990-01-02' },
    })
    expect(gaps(order({ holderRelationship: 'Spouse' }))).toEqual([
      '/payment/insurance/holderFirstName required',
      '/payment/insurance/holderLastName required',
    ])
  })

  it('is null if no insurance is billed', () => {
    const { patients, payment } = order()
    expect(subjectOf({ patients, payment: { ...payment, billingType: 'SelfPay' } }, ALDER)).toBeNull()
    expect(subjectOf({ patients: [], payment }, ALDER)).toBeNull()
  })

  test.each([
    ['nothing', order(), ALDER, []],
    [
      'the names',
      order({}, { firstName: ' ', lastName: '' }),
      ALDER,
      ['/patients/0/firstName required', '/patients/0/lastName required'],
    ],
    ['a date of birth', order({}, { dateOfBirth: '' }), ALDER, ['/patients/0/dateOfBirth required']],
    [
      'one that is a day',
      order({}, { dateOfBirth: '2019-02-30' }),
      ALDER,
      ['/patients/0/dateOfBirth required'],
    ],
    [
      'the insurance',
      order({ company: '', memberId: ' ' }),
      null,
      ['/payment/insurance/company required', '/payment/insurance/memberId required'],
    ],
    [
      'one that is known',
      order({ company: 'Elsewhere' }),
      null,
      ['/payment/insurance/company unknown-payer'],
    ],
    [
      'one that answers',
      order(),
      { ...ALDER, clearinghouseId: null },
      ['/payment/insurance/company not-electronic'],
    ],
  ])('lacks %s', (_, document, payer, expected) => {
    expect(gaps(document, payer)).toEqual(expected)
  })

  it('says whom to call instead', () => {
    const message = (phone: string) =>
      subjectOf(order(), { ...ALDER, clearinghouseId: null, phone })?.gaps[0]?.message
    expect(message('614-555-0100')).toBe(
      'Alder Health does not answer electronic requests. Call 614-555-0100.',
    )
    expect(message('')).toBe('Alder Health does not answer electronic requests.')
  })
})

describe('two requests are the same', () => {
  const key = (...of: Parameters<typeof order>) => subjectKey(subject(order(...of)))
  test.each([
    ['accents, case and spaces', [{ memberId: 'AL1234' }, { firstName: 'LINH', lastName: 'nguyen' }], true],
    ['another group number', [{ groupNumber: 'G2' }], true],
    ['another member ID', [{ memberId: 'AL1235' }], false],
    ['another name', [{}, { firstName: 'Lan' }], false],
    ['another day of birth', [{}, { dateOfBirth: '2019-03-15' }], false],
    [
      'somebody else’s policy',
      [{ holderRelationship: 'Child', holderFirstName: 'Linh', holderLastName: 'Nguyễn' }],
      false,
    ],
  ] as [string, Parameters<typeof order>, boolean][])('%s: %j %s', (_, of, same) => {
    expect(key(...of) === key()).toBe(same)
  })
})
