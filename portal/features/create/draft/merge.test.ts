import { describe, expect, it } from 'vitest'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
} from '#domain/orders/document.ts'
import { merge } from './merge.ts'
import { withValueAt } from './pointer.ts'

const base = newOrder()
const set = (document: OrderDocument, values: Record<string, unknown>) =>
  Object.entries(values).reduce((at, [path, value]) => withValueAt(at, path, value), document)
const paths = (merged: ReturnType<typeof merge>) => merged.overlaps.map((overlap) => overlap.path)

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

  it('names a field that both changed, keeps mine until somebody decides, and takes theirs when decided', () => {
    const mine = set(base, { '/patients/0/firstName': 'Lucía' })
    const theirs = set(base, { '/patients/0/firstName': 'Lucia', '/clinicalNotes': 'theirs' })
    const merged = merge({ base, mine, theirs })
    expect(merged.overlaps).toEqual([{ path: '/patients/proband/firstName', mine: 'Lucía', theirs: 'Lucia' }])
    expect(merged.document).toEqual(set(mine, { '/clinicalNotes': 'theirs' }))
    expect(merge({ base, mine, theirs, take: ['/patients/proband/firstName'] }).document).toEqual(theirs)
  })

  it('never mixes two recipients: a list without names for its rows is one field', () => {
    const one = { name: 'Dr. Aldous Fenn', fax: '312 555 0100', email: '' }
    const other = { name: 'Dr. Mira Quill', fax: '312 555 0101', email: '' }
    const began = set(base, { '/recipients': [one] })
    const mine = set(began, { '/recipients': [other] })
    const theirs = set(began, { '/recipients/0/fax': '312 555 0199' })
    expect(paths(merge({ base: began, mine, theirs }))).toEqual(['/recipients'])
  })

  it('never mixes two ordering providers', () => {
    const provider = (npi: string) => ({ physicianId: 1, firstName: 'A', lastName: 'B', npi })
    const mine = set(base, { '/orderingProvider': provider('1') })
    const theirs = set(base, { '/orderingProvider': provider('2') })
    expect(paths(merge({ base, mine, theirs }))).toEqual(['/orderingProvider'])
  })

  const mother = { ...blankPatient('Mother', 'm'), firstName: 'Elena' }
  const father = blankPatient('Father', 'f')
  const withMother = set(base, { '/patients': [...base.patients, mother] })

  it('keeps the people that each added, and what the other typed of another', () => {
    const mine = set(base, { '/patients': [...base.patients, father], '/patients/0/firstName': 'Ana' })
    expect(merge({ base, mine, theirs: withMother })).toEqual({
      document: set(mine, { '/patients': [...mine.patients, mother] }),
      overlaps: [],
    })
  })

  it('merges the rows of a list wherever they stand now', () => {
    const began = set(base, { '/patients': [...base.patients, mother, father] })
    const mine = set(began, { '/patients': [base.patients[0], father] })
    const theirs = set(began, { '/patients/2/firstName': 'Javier' })
    expect(merge({ base: began, mine, theirs })).toEqual({
      document: set(mine, { '/patients/1/firstName': 'Javier' }),
      overlaps: [],
    })
  })

  it('asks about a row that one removed and the other changed, from either side', () => {
    const changed = set(withMother, { '/patients/1/firstName': 'Elena María' })
    const removed = base
    const mine = merge({ base: withMother, mine: removed, theirs: changed })
    expect(mine.overlaps).toEqual([{ path: '/patients/m', mine: undefined, theirs: changed.patients[1] }])
    expect(mine.document).toEqual(removed)
    const take = ['/patients/m']
    expect(merge({ base: withMother, mine: removed, theirs: changed, take }).document).toEqual(changed)
    expect(merge({ base: withMother, mine: changed, theirs: removed }).document).toEqual(changed)
    expect(merge({ base: withMother, mine: changed, theirs: removed, take }).document).toEqual(removed)
  })

  it('asks about a person whom one removed while the other gave them a specimen', () => {
    const sampled = set(withMother, { '/samples': [...base.samples, blankSample('m', 's2')] })
    const merged = merge({ base: withMother, mine: base, theirs: sampled })
    expect(paths(merged)).toEqual(['/patients/m'])
    expect(merged.document).toEqual(base)
    expect(merge({ base: withMother, mine: base, theirs: sampled, take: ['/patients/m'] }).document).toEqual(
      sampled,
    )
  })

  it('joins the tests that each chose, with a blank one left to nobody', () => {
    const mine = set(base, { '/tests': [blankTest('1600', 'Exome')] })
    const theirs = set(base, { '/tests': [blankTest('1700', 'Microarray')] })
    expect(merge({ base, mine, theirs }).document.tests.map((test) => test.testCode)).toEqual([
      '1600',
      '1700',
    ])
  })

  it('merges consents answer by answer, for each person', () => {
    const began = set(base, {
      '/consents': [
        { patient: 'proband', consentId: 'testing', answer: true },
        { patient: 'm', consentId: 'testing', answer: true },
      ],
    })
    const mine = set(began, { '/consents/0/answer': false })
    const theirs = set(began, { '/consents/1/answer': false })
    expect(merge({ base: began, mine, theirs })).toEqual({
      document: set(mine, { '/consents/1/answer': false }),
      overlaps: [],
    })
  })

  describe('after sending what was not answered, while others saved, too', () => {
    const sent = set(base, { '/patients/0/firstName': 'Lu' })

    it('does not take our own change for somebody else’s', () => {
      const mine = set(base, { '/patients/0/firstName': 'Lucía' })
      const theirs = set(sent, { '/clinicalNotes': 'theirs' })
      expect(merge({ base, mine, theirs, doubtful: [sent] })).toEqual({
        document: set(mine, { '/clinicalNotes': 'theirs' }),
        overlaps: [],
      })
      expect(paths(merge({ base, mine, theirs }))).toEqual(['/patients/proband/firstName'])
    })

    it('asks where it cannot be told whether ours never arrived or was taken back', () =>
      expect(paths(merge({ base, mine: sent, theirs: base, doubtful: [sent] }))).toEqual([
        '/patients/proband/firstName',
      ]))
  })
})
