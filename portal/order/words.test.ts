import { describe, expect, it } from 'vitest'
import { blankTest, newOrder } from '#domain/orders/document.ts'
import {
  bornAndSex,
  expectationInWords,
  fullName,
  laboratoryDay,
  listName,
  namedAndBorn,
  openPointsInWords,
  recipientInWords,
  testsInWords,
  typedDate,
  warningInWords,
} from './words.ts'

describe('the words of lateness', () => {
  it('counts working days, and one is one day', () => {
    const on = '2026-11-20'
    expect(expectationInWords({ kind: 'due', on, days: 9 })).toBe('in 9 business days')
    expect(expectationInWords({ kind: 'due', on, days: 0 })).toBe('today')
    expect(expectationInWords({ kind: 'late', on, days: 1 })).toBe('1 business day late')
    expect(expectationInWords({ kind: 'reported', on, days: -2 })).toBe('2 business days early')
    expect(expectationInWords({ kind: 'reported', on, days: 3 })).toBe('3 business days late')
    expect(expectationInWords({ kind: 'on-arrival' })).toBe('turnaround time starts on receipt')
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

  it('is the mother in whose name a fetus is tested: the list says which, and whose birth it is', () => {
    const mother = { firstName: 'Dora', lastName: 'Lind', dateOfBirth: '1990-04-12', sex: 'Female' }
    const twins = { ...mother, fetuses: 'fetuses A and B' }
    expect(listName(twins)).toBe('Lind, Dora, fetuses A and B')
    expect(bornAndSex(twins)).toBe('mother’s DOB 12 Apr 1990')
    expect(namedAndBorn(twins)).toBe('Lind, Dora, fetuses A and B, mother’s DOB 12 Apr 1990')
    expect(namedAndBorn({ ...mother, fetuses: '' })).toBe('Lind, Dora, DOB 12 Apr 1990')
    expect(listName({ firstName: '', lastName: '', fetuses: 'fetus A' })).toBe('No name yet, fetus A')
  })

  it('is ordered on the laboratory’s day, whatever the reader’s', () => {
    expect(laboratoryDay('2026-11-21T03:00:00Z')).toBe('20 Nov 2026')
  })

  it('shows what was typed as a date, even when it is none yet', () => {
    expect(typedDate('2019-02-31')).toBe('2019-02-31')
    expect(typedDate('2019-03-14')).toBe('14 Mar 2019')
  })
})

describe('the tests of an order', () => {
  it('are named by the codes by which they were chosen', () => {
    const tests = [blankTest('1600', 'Trio exome', 'EX-3'), blankTest('1700', 'Microarray'), blankTest()]
    expect(testsInWords({ document: { ...newOrder(), tests } })).toBe('Trio exome (EX-3), Microarray (1700)')
  })
})

describe('a warning that somebody went ahead in spite of', () => {
  const document = { ...newOrder(), tests: [blankTest('EPI2', 'Epilepsy panel')] }

  it('is said with the names of what it was about', () => {
    expect(warningInWords('ordered-before:EPI2 41', document)).toBe('Ordered before: Epilepsy panel')
    expect(warningInWords('relatives:', document)).toBe('Relatives missing')
  })

  it('is a warning still, when its rule is not known any more', () => {
    expect(warningInWords('gone:EPI2', document)).toBe('Warning: Epilepsy panel')
  })
})

describe('a draft', () => {
  it('says what it still needs, and for what', () => {
    expect(openPointsInWords({ openPoints: 1, vobStatus: null })).toBe('1 to complete before submitting')
    expect(openPointsInWords({ openPoints: 0, vobStatus: null })).toBe('Ready to submit')
    expect(openPointsInWords({ openPoints: 2, vobStatus: 'draft' })).toBe(
      '2 to complete before requesting verification',
    )
    expect(openPointsInWords({ openPoints: 0, vobStatus: null, isSentBack: true })).toBe(
      'Returned to you: see the reason',
    )
    expect(openPointsInWords({ openPoints: 0, vobStatus: 'draft' })).toBe('Ready to request verification')
  })
})

describe('small things', () => {
  it('names a recipient with the ways to reach them', () => {
    expect(recipientInWords({ name: 'Dr M. Feld', fax: '555-0100', email: '' })).toBe(
      'Dr M. Feld (fax 555-0100)',
    )
    expect(recipientInWords({ name: 'Dr M. Feld', fax: '', email: '' })).toBe('Dr M. Feld')
  })
})
