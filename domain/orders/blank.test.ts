import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank } from './blank.ts'
import { newOrder, PROBAND } from './document.ts'
import { anyDocument } from './testing/any-document.ts'

const provider = { physicianId: 7, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' }

test('a new order is blank, whoever started it and for whatever purpose', () => {
  expect(isBlank(newOrder())).toBe(true)
  expect(isBlank({ ...newOrder(provider), isVOB: true })).toBe(true)
})

const seizure = { patient: PROBAND, termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' }

test.each([
  { clinicalNotes: 'x' },
  { tests: [{ testCode: '1600', testName: '', displayCode: '', genes: [], customPanelId: null }] },
  { patients: [] },
  { kits: [{ kitType: 'Blood' as const, quantity: 1 }] },
  { phenotype: [{ ...seizure, status: 'present' as const }] },
  { vaStation: '636A6' },
  { priority: { level: 'STAT' as const } },
  { urgentContact: { name: '', phone: '312 555 0123' } },
])('an order with %o is not blank', (typed) => {
  expect(isBlank({ ...newOrder(), ...typed })).toBe(false)
})

test('an optional part without content leaves an order blank', () => {
  const parts = { phenotype: [], answers: undefined, vaStation: '', urgentContact: { name: '', phone: '' } }
  expect(isBlank({ ...newOrder(), ...parts })).toBe(true)
})

test("the order of a document's members makes no difference", () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const turned = Object.fromEntries(Object.entries(document).toReversed()) as typeof document
      return isBlank(turned) === isBlank(document)
    }),
    { numRuns: 20 },
  )
})
