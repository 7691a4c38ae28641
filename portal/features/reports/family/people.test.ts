import { expect, test } from 'vitest'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { someResult } from '#domain/results/testing/some-results.ts'
import { peopleOf } from './people.ts'

const version = (more: Partial<ReportVersionView>) =>
  ({
    ...{ version: 1, state: 'current', isQuestioned: false },
    parts: [{ kind: 'genetics', part: 1, label: '', result: someResult({ overall: 'Positive' }) }],
    ...more,
  }) as ReportVersionView
const report = (person: string, ...versions: ReportVersionView[]) =>
  ({ person, personName: person, versions }) as ReportView

test.each<[string, ReportVersionView[], number | null]>([
  ['a current result', [version({})], 1],
  ['the current one of two', [version({ state: 'superseded' }), version({ version: 2 })], 1],
  ['none that was withdrawn', [version({ state: 'withdrawn' })], null],
  ['none that is being checked', [version({ isQuestioned: true })], null],
  ['none that is only a document', [version({ parts: [] })], null],
])('compares %s', (_, versions, count) => {
  const [person] = peopleOf([report('proband', ...versions)])
  expect(person?.results?.length ?? null).toBe(count)
})

test('two reports of one person are one column', () => {
  const people = peopleOf([
    report('proband', version({})),
    report('proband', version({})),
    report('fetus-1', version({})),
  ])
  expect(people.map(({ name, results }) => [name, results?.length])).toEqual([
    ['proband', 2],
    ['fetus-1', 1],
  ])
})
