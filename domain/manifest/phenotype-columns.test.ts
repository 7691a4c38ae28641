import { describe, expect, test } from 'vitest'
import { blankGuardian } from '../orders/guardian.ts'
import type { Feature, KnownTerm } from '../orders/phenotype.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { CATALOGUE, CONTEXT, completeOrder, withChanges } from '../orders/testing/complete-order.ts'
import { columnsOf } from './columns.ts'
import { type Cells, judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const withTerms: OrderableTest = { ...exome, phenotype: { few: 1 } }

const term = (id: string, more: Partial<KnownTerm> = {}): KnownTerm => ({
  ...{ id, label: `Label of ${id}`, state: 'current', replacement: null, above: [] },
  ...more,
})
const phenotype = {
  release: '2026-01-08',
  terms: [
    term('HP:0001250'),
    term('HP:0001252'),
    term('HP:0002133', { above: ['HP:0001250'] }),
    term('HP:0009999', { state: 'unknown' }),
  ],
}
const judged = (cells: Cells, one = withTerms) =>
  judgeRow(readRow(cells, columnsOf(one), one), cells, { ...CONTEXT, tests: [one], phenotype }).errors.map(
    ({ column, rule, severity }) => `${column}: ${rule}${severity === 'warning' ? '?' : ''}`,
  )
const [PRESENT, ABSENT] = ['Phenotype present (HPO)', 'Phenotype absent (HPO)']
const complete = (more: Cells): Cells => ({ ...rowOf(completeOrder(), columnsOf(withTerms)), ...more })

const feature = (termId: string, status: Feature['status'], patient = 'proband'): Feature => ({
  ...{ patient, termId, label: '', release: '', status },
})

describe('the columns of phenotype terms', () => {
  test('are there for each person of a test that asks for terms, and for no other', () => {
    const headings = (one: OrderableTest) => columnsOf(one).map(({ heading }) => heading)
    expect(headings(withTerms)).toEqual(expect.arrayContaining([PRESENT, ABSENT, `Relative 1: ${PRESENT}`]))
    expect(headings({ ...exome, phenotype: undefined }).filter((one) => one.includes('HPO'))).toEqual([])
  })

  test('give the terms of an order, and read them back', () => {
    const features = [feature('HP:0001250', 'present'), feature('HP:0001252', 'absent')]
    const document = withChanges(completeOrder(), { '/phenotype': features })
    const cells = rowOf(document, columnsOf(withTerms))
    expect([cells[PRESENT], cells[ABSENT]]).toEqual(['HP:0001250', 'HP:0001252'])
    expect(readRow(cells, columnsOf(withTerms), withTerms).document.phenotype).toEqual(features)
    expect(readRow(complete({}), columnsOf(withTerms), withTerms).document).not.toHaveProperty('phenotype')
  })

  test.each([
    ['HP:0001250; HP:0001252', ['HP:0001250', 'HP:0001252']],
    ['HP:0001250 Seizure, HP:0001252 Hypotonia, generalized', ['HP:0001250', 'HP:0001252']],
    ['hp_0001250|HP:0001252', ['HP:0001250', 'HP:0001252']],
  ])('read %j', (cell, ids) => {
    const { document, errors } = readRow(complete({ [PRESENT]: cell }), columnsOf(withTerms), withTerms)
    expect(errors).toEqual([])
    expect(document.phenotype?.map(({ termId }) => termId)).toEqual(ids)
  })

  test.each<[string, Cells, string[]]>([
    ['a term that is known', { [PRESENT]: 'HP:0001250' }, []],
    ['words', { [PRESENT]: 'seizures' }, [`${PRESENT}: unreadable`, `${PRESENT}: phenotype-missing?`]],
    ['a term that is not in the release', { [PRESENT]: 'HP:0009999' }, [`${PRESENT}: hpo-term`]],
    ['a term twice', { [PRESENT]: 'HP:0001250; HP:0001250' }, [`${PRESENT}: repeated`]],
  ])('are judged as in the form: %s', (_, cells, expected) => {
    expect(judged(complete(cells))).toEqual(expected)
  })

  test('name the absent term’s column if a narrower one is present', () => {
    const found = judged(complete({ [PRESENT]: 'HP:0002133', [ABSENT]: 'HP:0001250' }))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^Phenotype (present|absent) \(HPO\): .*\?$/)
  })
})

describe('the columns of a guardian', () => {
  const guardian = {
    ...{ signingReason: 'No capacity', firstName: 'Anne', lastName: 'Gran' },
    ...{ authority: 'Legal guardian', authorityEvidence: 'Court order 12/7', guardianPhone: '' },
  } as const

  test('give the guardian of a person, and read them back', () => {
    const document = withChanges(completeOrder(), { '/patients/0/guardian': guardian })
    const cells = rowOf(document, columnsOf(withTerms))
    expect(cells['Guardian’s document of authority']).toBe('Court order 12/7')
    const read = readRow(cells, columnsOf(withTerms), withTerms).document
    expect(read.patients[0]?.guardian).toEqual(guardian)
    const begun = { ...complete({}), 'Guardian’s last name': 'Gran' }
    expect(readRow(begun, columnsOf(withTerms), withTerms).document.patients[0]?.guardian).toEqual({
      ...blankGuardian(),
      lastName: 'Gran',
    })
  })

  test('are judged as in the form, at their own columns', () => {
    const found = judged(complete({ [PRESENT]: 'HP:0001250', 'Guardian’s last name': 'Gran' }))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((one) => !/^(Guardian|Why somebody)/.test(one))).toEqual([])
  })

  test('are not there for a test without consents', () => {
    const headings = columnsOf({ ...withTerms, consents: [] }).map(({ heading }) => heading)
    expect(headings.filter((one) => one.includes('Guardian'))).toEqual([])
  })
})
