import { describe, expect, it } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import {
  bornAndSex,
  consentsShown,
  expectationInWords,
  fileSize,
  fullName,
  laboratoryDay,
  listName,
  paymentInWords,
  recipientInWords,
  reportFileName,
  typedDate,
} from './words.ts'

describe('the words of lateness', () => {
  it('counts working days, and one is one day', () => {
    const on = '2026-11-20'
    expect(expectationInWords({ kind: 'due', on, days: 9 })).toBe('in 9 working days')
    expect(expectationInWords({ kind: 'due', on, days: 0 })).toBe('today')
    expect(expectationInWords({ kind: 'late', on, days: 1 })).toBe('1 working day late')
    expect(expectationInWords({ kind: 'reported', on, days: -2 })).toBe('2 working days early')
    expect(expectationInWords({ kind: 'reported', on, days: 3 })).toBe('3 working days late')
    expect(expectationInWords({ kind: 'on-arrival' })).toBe('starts on arrival')
  })
})

describe('a patient', () => {
  it('of a draft may lack a name, a date or a part of either', () => {
    expect(listName({ firstName: 'Lucía', lastName: 'Moreno' })).toBe('Moreno, Lucía')
    expect(listName({ firstName: 'Lucía', lastName: ' ' })).toBe('Lucía')
    expect(listName({ firstName: '', lastName: '' })).toBe('No name yet')
    expect(fullName({ firstName: 'Lucía', lastName: 'Moreno' })).toBe('Lucía Moreno')
    expect(bornAndSex({ dateOfBirth: '2019-03-14', sex: 'Female' })).toBe('14 Mar 2019 · Female')
    expect(bornAndSex({ dateOfBirth: '', sex: '' })).toBe('')
  })

  it('is ordered on the laboratory’s day, whatever the reader’s', () => {
    expect(laboratoryDay('2026-11-21T03:00:00Z')).toBe('20 Nov 2026')
  })

  it('shows what was typed as a date, even when it is none yet', () => {
    expect(typedDate('2019-02-31')).toBe('2019-02-31')
    expect(typedDate('2019-03-14')).toBe('14 Mar 2019')
  })
})

describe('payment', () => {
  const blank = newOrder().payment

  it('is nothing while open, and one line when said', () => {
    expect(paymentInWords(blank)).toBe('')
    expect(paymentInWords({ ...blank, billingType: 'Intitutional' })).toBe('The institution pays')
    expect(paymentInWords({ ...blank, billingType: 'SelfPay', paymentMethod: 'BillToPatient' })).toBe(
      'The patient pays, bill goes to the patient',
    )
  })

  it('names the insurance, and the policy holder when it is not the patient', () => {
    const insurance = { ...blank.insurance, company: 'Harbor Health PPO', memberId: 'HH-1' }
    const paid = { ...blank, billingType: 'Insurance' as const }
    expect(paymentInWords({ ...paid, insurance: { ...insurance, holderRelationship: 'Self' } })).toBe(
      'Insurance, Harbor Health PPO, member HH-1',
    )
    const child = { holderRelationship: 'Child', holderFirstName: 'Elena', holderLastName: 'Moreno' } as const
    expect(paymentInWords({ ...paid, insurance: { ...insurance, ...child } })).toBe(
      'Insurance, Harbor Health PPO, member HH-1, held by Elena Moreno (child)',
    )
  })

  it('does not show a payment method that belongs to another way of paying', () => {
    expect(paymentInWords({ ...blank, billingType: 'DoNotBill', paymentMethod: 'PayWithSample' })).toBe(
      'Not billed',
    )
  })
})

describe('consents', () => {
  it('[ORDER-03] shows YES or NO with the title of the catalogue', () => {
    const shown = consentsShown(
      [
        { consentId: 'testing', answer: true },
        { consentId: 'incidental', answer: false },
        { consentId: 'gone', answer: null },
      ],
      [
        { id: 'testing', title: 'Testing' },
        { id: 'incidental', title: 'Incidental findings reporting' },
      ],
    )
    expect(shown.map(({ title, answer }) => [title, answer])).toEqual([
      ['Testing', 'YES'],
      ['Incidental findings reporting', 'NO'],
      ['gone', 'Not answered'],
    ])
  })
})

describe('small things', () => {
  it('names a recipient with the ways to reach them', () => {
    expect(recipientInWords({ name: 'Dr M. Feld', fax: '555-0100', email: '' })).toBe(
      'Dr M. Feld (fax 555-0100)',
    )
    expect(recipientInWords({ name: 'Dr M. Feld', fax: '', email: '' })).toBe('Dr M. Feld')
  })

  it('names a report file by laboratory number and version, never by the patient', () => {
    expect(reportFileName({ accessionNumber: '26-104417', id: 7 }, 2)).toBe('report-26-104417-v2.pdf')
    expect(fileSize(214_300)).toBe('214 kB')
    expect(fileSize(1_340_000)).toBe('1.3 MB')
  })
})
