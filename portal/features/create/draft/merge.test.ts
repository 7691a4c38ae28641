import { describe, expect, it } from 'vitest'
import { blankPatient, newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { merge, takeTheirs } from './merge.ts'
import { withValueAt } from './pointer.ts'

const base = newOrder()
const set = (document: OrderDocument, values: Record<string, unknown>) =>
  Object.entries(values).reduce((at, [path, value]) => withValueAt(at, path, value), document)

describe('merging two people’s changes of one order', () => {
  it('joins changes of different fields, of one patient too', () => {
    const mine = set(base, { '/patients/0/firstName': 'Lucía', '/clinicalNotes': 'Seizures' })
    const theirs = set(base, { '/patients/0/lastName': 'Moreno', '/payment/billingType': 'SelfPay' })
    expect(merge({ base, mine, theirs })).toEqual({
      document: set(mine, { '/patients/0/lastName': 'Moreno', '/payment/billingType': 'SelfPay' }),
      overlaps: [],
    })
  })

  it('has nothing to ask when both made the same change', () => {
    const both = set(base, { '/clinicalNotes': 'Seizures' })
    expect(merge({ base, mine: both, theirs: both }).overlaps).toEqual([])
  })

  it('names a field that both changed, and keeps mine until somebody decides', () => {
    const mine = set(base, { '/patients/0/firstName': 'Lucía' })
    const theirs = set(base, { '/patients/0/firstName': 'Lucia', '/clinicalNotes': 'theirs' })
    const merged = merge({ base, mine, theirs })
    expect(merged.overlaps).toEqual([{ path: '/patients/0/firstName', mine: 'Lucía', theirs: 'Lucia' }])
    expect(merged.document).toEqual(set(mine, { '/clinicalNotes': 'theirs' }))
    expect(takeTheirs(merged, ['/patients/0/firstName'])).toEqual(theirs)
  })

  it('never mixes two recipients: a list without names for its rows is one field', () => {
    const one = { name: 'Dr. Aldous Fenn', fax: '312 555 0100', email: '' }
    const other = { name: 'Dr. Mira Quill', fax: '312 555 0101', email: '' }
    const began = set(base, { '/recipients': [one] })
    const merged = merge({
      base: began,
      mine: set(began, { '/recipients': [other] }),
      theirs: set(began, { '/recipients/0/fax': '312 555 0199' }),
    })
    expect(merged.overlaps.map((overlap) => overlap.path)).toEqual(['/recipients'])
  })

  it('never mixes two ordering providers', () => {
    const mine = set(base, {
      '/orderingProvider': { physicianId: 1, firstName: 'A', lastName: 'B', npi: '1' },
    })
    const theirs = set(base, {
      '/orderingProvider': { physicianId: 2, firstName: 'C', lastName: 'B', npi: '2' },
    })
    expect(merge({ base, mine, theirs }).overlaps.map((overlap) => overlap.path)).toEqual([
      '/orderingProvider',
    ])
  })

  it('merges consents answer by answer, and patients as a whole once somebody was added', () => {
    const began = set(base, {
      '/consents': [
        { consentId: 'testing', answer: true },
        { consentId: 'ny', answer: false },
      ],
    })
    const mine = set(began, { '/consents/0/answer': false })
    const theirs = set(began, { '/consents/1/answer': true })
    expect(merge({ base: began, mine, theirs })).toEqual({
      document: set(mine, { '/consents/1/answer': true }),
      overlaps: [],
    })

    const withMother = set(base, { '/patients': [...base.patients, blankPatient('Mother')] })
    const renamed = set(base, { '/patients/0/firstName': 'Ana' })
    expect(merge({ base, mine: renamed, theirs: withMother }).overlaps.map((at) => at.path)).toEqual([
      '/patients',
    ])
  })

  it('does not take our own unanswered change for somebody else’s', () => {
    const sent = set(base, { '/patients/0/firstName': 'Lu' })
    const mine = set(base, { '/patients/0/firstName': 'Lucía' })
    expect(merge({ base, mine, theirs: sent, doubtful: sent })).toEqual({ document: mine, overlaps: [] })
    expect(merge({ base, mine, theirs: sent }).overlaps).toHaveLength(1)
  })
})
