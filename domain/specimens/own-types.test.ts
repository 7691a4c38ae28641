import { describe, expect, test } from 'vitest'
import { SPECIMEN_TYPES, type SpecimenType } from '../lookups.ts'
import { columnsOf } from '../manifest/columns.ts'
import { readRow } from '../manifest/row.ts'
import { blankSample, PROBAND } from '../orders/document.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { CATALOGUE, completeOrder, sampleOf, withChanges } from '../orders/testing/complete-order.ts'
import { pointsOf } from '../orders/testing/rows.ts'
import { asksFor } from './fields-of-type.ts'
import { likeOf } from './own-types.ts'
import { needs } from './testing/requirement.ts'

const NAME = 'Type of our own'
const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const takes = (specimens: string[], more: Partial<OrderableTest> = {}): OrderableTest => ({
  ...{
    ...exome,
    consents: [],
    specimens,
    bloodHistory: needs({ transfusion: 'asked', transplant: 'asked' }),
  },
  ...more,
})
const ownLike = (like: SpecimenType) => takes([NAME], { ownSpecimens: [{ name: NAME, like }] })

const collected = '/samples/0/dateOfCollection'
const SITUATIONS: Record<string, Record<string, unknown>> = {
  'collected today': {},
  'too old': { [collected]: '2020-01-01' },
  'collected before birth': { [collected]: '1901-01-01' },
  'after a transplant': { '/patients/0/bloodHistory': { transplant: 'Allogeneic' } },
  'after a transfusion': { '/patients/0/bloodHistory': { transfusion: 'Yes', transfusedOn: '2026-11-19' } },
}

describe.each(SPECIMEN_TYPES)('a type that is like %s', (like) => {
  test.each(Object.entries(SITUATIONS))('has its rules: %s', (_, changes) => {
    const points = (type: string, test: OrderableTest) =>
      pointsOf(
        withChanges(completeOrder(), {
          '/samples/0': sampleOf(PROBAND, 's1', { specimenType: type, dateOfCollection: '2026-11-19' }),
          ...changes,
        }),
        { tests: [test] },
      )
    expect(points(NAME, ownLike(like))).toEqual(points(like, takes([like])))
  })

  test('is asked for the same on the form, and has the same columns', () => {
    const sample = (specimenType: string) => ({ ...blankSample(PROBAND, 's1'), specimenType })
    for (const field of [
      'additive',
      'state',
      'tubes',
      'side',
      'concentration',
      'blockId',
      'tumorPercent',
    ] as const)
      expect(asksFor(sample(NAME), field, [ownLike(like)]), field).toBe(asksFor(sample(like), field, []))
    const headings = (test: OrderableTest) => columnsOf(test).map(({ heading }) => heading)
    expect(headings(ownLike(like))).toEqual(headings(takes([like])))
  })
})

test('a row of a manifest may name it where the test takes it', () => {
  const read = (test: OrderableTest) =>
    readRow({ 'Specimen type': NAME.toLowerCase() }, columnsOf(test), test)
  expect(read(ownLike('Blood')).document.samples[0]?.specimenType).toBe(NAME)
  expect(read(takes(['Blood'])).errors.map(({ column }) => column)).toEqual(['Specimen type'])
})

test('a type that no test has is like none', () => {
  expect(likeOf(NAME, [takes(['Blood'])])).toBe('')
  expect(likeOf('Blood', [])).toBe('Blood')
})
