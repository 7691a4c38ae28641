import { describe, expect, test } from 'vitest'
import type { Finding } from '../finding.ts'
import type { GeneticResult } from '../genetic-result.ts'
import { readResult } from '../read-result.ts'
import { someResult, someVariant } from '../testing/some-results.ts'
import { writeResult } from '../write-result.ts'
import { remainingFindings, remainingResults } from './valid-findings.ts'

const LMNA = { gene: 'LMNA', transcript: 'NM_170707.4', cdna: 'c.1129C>T' }
const TTN = { gene: 'TTN', cdna: 'c.1A>G' }
const version = (number: number, result: Partial<GeneticResult>, more: readonly Finding[] = []) => ({
  ...{ version: number, isAddendum: number > 1 },
  findings: [...writeResult(someResult(result)), ...more],
})
const all = (versions: Parameters<typeof remainingFindings>[0]) =>
  [...remainingFindings(versions).values()].flat()
const classesIn = (findings: readonly Finding[]) =>
  readResult(findings).variants.map(({ genes, significances }) => [
    genes[0]?.symbol,
    significances.map(({ variantClass }) => variantClass).join(),
  ])

describe('the findings of a report with an addendum', () => {
  const first = version(1, {
    overall: 'Inconclusive',
    variants: [
      someVariant({ ...LMNA, variantClass: 'Uncertain significance' }),
      someVariant({ ...TTN, variantClass: 'Benign', key: '3a' }),
    ],
    phases: [{ variants: ['2a', '3a'], relation: 'Trans' }],
    recommendations: [{ of: ['2a'], action: 'Genetic counseling recommended' }],
  })
  const addendum = version(2, {
    overall: 'Positive',
    variants: [someVariant({ ...LMNA, variantClass: 'Pathogenic' })],
  })

  test('leave out what the addendum tells again, and the rest has the addendum’s in its place', () => {
    const findings = all([addendum, first])
    expect(classesIn(findings)).toEqual([
      ['TTN', 'Benign'],
      ['LMNA', 'Pathogenic'],
    ])
    const result = readResult(findings)
    expect(result.overall).toBe('Positive')
    expect(result.phases).toEqual([{ variants: ['2a', '3a'], relation: 'Trans' }])
    expect(result.recommendations).toMatchObject([{ of: ['2a'] }])
  })

  test('have an id each, also of variants that the versions number alike; the first keeps its own', () => {
    const other = version(2, { variants: [someVariant({ gene: 'CFTR', cdna: 'c.100C>T' })] })
    const third = version(3, { variants: [someVariant({ gene: 'GJB2', cdna: 'c.35del' })] })
    const findings = all([first, other, third])
    const ids = findings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(readResult(findings).variants.map(({ key }) => key)).toEqual(['2a', '3a', '2-2a', '3-2a'])
    // A laboratory may have numbers of its own that look like those.
    const taken = version(1, { variants: [someVariant({ ...LMNA, key: '2-2a' })] })
    expect(readResult(all([taken, other])).variants.map(({ key }) => key)).toEqual(['2-2a', '2a'])
    const counted = version(1, { overall: 'Positive', variants: [someVariant({ ...LMNA, key: '1' })] })
    const written = all([counted, other]).map(({ id }) => id)
    expect(new Set(written).size).toBe(written.length)
  })

  test('keep their ids, and what replaces one has its id: a chart that files by it has one of the two', () => {
    const question = (code: string) => ({ system: 'LN', code, name: code })
    const one = (id: string, ...answers: readonly (readonly [string, string])[]): Finding => ({
      ...{ id, of: [], notes: [] },
      answers: answers.map(([code, text]) => ({ question: question(code), codes: [], text })),
    })
    const within = (finding: Finding, parent: string): Finding => ({ ...finding, within: parent })
    const before = [
      one('1', ['51968-6', 'Inconclusive'], ['51969-4', 'Unclear'], ['53577-3', 'Seizures']),
      one('2a', ['48004-6', 'NM_000059.4:c.5946del'], ['53037-8', 'Uncertain significance']),
      one('3a', ['48004-6', 'NM_000492.4:c.100C>T'], ['53037-8', 'Benign']),
      within(one('2a.1', ['53037-8', 'Likely benign'], ['81259-4', 'Another disease']), '2a'),
      one('6', ['94076-7', '3']),
    ]
    const own = [
      one('1', ['51968-6', 'Positive'], ['51969-4', 'Clear'], ['53577-3', 'A new question']),
      one('2a', ['48004-6', 'NM_000038.6:c.10A>G'], ['53037-8', 'Pathogenic']),
      within(one('2a.1', ['53037-8', 'Likely pathogenic']), '2a'),
      one('2b', ['48004-6', 'NM_000059.4:c.5946del'], ['53037-8', 'Pathogenic']),
      within(one('2b.1', ['53037-8', 'Likely pathogenic']), '2b'),
      one('7', ['94076-7', '12']),
    ]
    const rows = remainingFindings([
      { version: 1, isAddendum: false, findings: before },
      { version: 2, isAddendum: true, findings: own },
    ])
    const told = (version: number) =>
      (rows.get(version) ?? []).flatMap(({ id, answers }) =>
        answers.map(({ question: { code }, text }) => `${code}|${id} ${text}`),
      )
    expect(told(1)).toEqual([
      ...['53577-3|1 Seizures', '48004-6|3a NM_000492.4:c.100C>T', '53037-8|3a Benign'],
    ])
    expect(told(2)).toEqual([
      ...['51968-6|1 Positive', '51969-4|1 Clear', '53577-3|2-1 A new question'],
      ...['48004-6|2-2a NM_000038.6:c.10A>G', '53037-8|2-2a Pathogenic'],
      ...['53037-8|2-2a.1 Likely pathogenic', '48004-6|2a NM_000059.4:c.5946del'],
      ...['53037-8|2a Pathogenic', '53037-8|2a.1 Likely pathogenic', '94076-7|6 12'],
    ])
  })

  test('have each of several answers to one question, of which an addendum replaces those of the same id', () => {
    const one = (id: string, code: string, text: string): Finding => ({
      ...{ id, of: [], notes: [] },
      answers: [{ question: { system: 'LN', code, name: code }, codes: [], text }],
    })
    const told = (...own: Finding[]) => {
      const before = [
        ...[one('1', '51968-6', 'Negative'), one('4', '51968-6', 'Negative')],
        ...[one('5', '72382-5', '40'), one('6', '72382-5', '55')],
      ]
      const rows = remainingFindings([
        { version: 1, isAddendum: false, findings: before },
        { version: 2, isAddendum: true, findings: own },
      ])
      return [...rows.values()].flat().map(({ id, answers }) => `${id} ${answers[0]?.text}`)
    }
    const panels = told(one('1', '51968-6', 'Positive'), one('4', '51968-6', 'Negative'))
    expect(panels).toEqual(['5 40', '6 55', '1 Positive', '4 Negative'])
    expect(told(one('4', '51968-6', 'Positive'))).toEqual(['1 Negative', '5 40', '6 55', '4 Positive'])
    expect(told(one('6', '72382-5', '60'))).toEqual(['1 Negative', '4 Negative', '5 40', '6 60'])
    expect(told(one('9', '51968-6', 'Positive'))).toContain('9 Positive')
  })

  test('are those of the only version that has any, as they came', () => {
    const { findings } = first
    expect(all([first, { version: 2, isAddendum: true, findings: [] }])).toEqual(findings)
    expect(all([{ version: 1, isAddendum: false, findings: [] }])).toEqual([])
  })

  test('have what is not understood of a variant in one with it, and without it where it is told again', () => {
    const question = { system: 'L', code: 'SCORE', name: 'Score' }
    const more = [{ id: '2a', of: [], answers: [{ question, codes: [], text: '7' }], notes: [] }]
    const told = version(1, { variants: [someVariant({ ...LMNA, variantClass: 'Benign' })] }, more)
    const kept = all([told, version(2, { variants: [someVariant(TTN)] })])
    expect(kept.filter(({ id }) => id === '2a')).toMatchObject([{ answers: expect.any(Array) }])
    expect(JSON.stringify(kept)).toContain('SCORE')
    expect(JSON.stringify(all([told, addendum]))).not.toContain('SCORE')
  })
})

test('a result that an addendum tells again as a whole is none any more, one that told nothing stays', () => {
  const variants = [someVariant({ ...LMNA, variantClass: 'Benign' })]
  const first = version(1, { overall: 'Negative', variants })
  const again = version(2, { overall: 'Positive', variants })
  expect([...remainingResults([first, again]).keys()]).toEqual([2])
  expect([...remainingResults([first, version(2, { variants: [someVariant(TTN)] })]).keys()]).toEqual([1, 2])
  expect([...remainingResults([version(1, { methods: ['NGS'] })]).keys()]).toEqual([1])
})

test('an addendum’s conclusion, its answer on deletions and each marker take the place of those before', () => {
  const marker = (code: string, value: string) => ({ code, name: code, value })
  const copies = 'deletionsAndDuplications'
  const first = version(1, {
    ...{ overall: 'Positive', [copies]: 'Negative', conclusion: 'Old' },
    markers: [marker('94076-7', '3'), marker('81695-9', 'Stable')],
  })
  const again = version(2, { [copies]: 'Positive', conclusion: 'New', markers: [marker('94076-7', '12')] })
  const told = remainingResults([first, again])
  expect(told.get(1)).toMatchObject({ overall: 'Positive', markers: [{ code: '81695-9' }] })
  expect(told.get(1)).not.toHaveProperty('conclusion')
  expect(told.get(1)).not.toHaveProperty(copies)
  expect(told.get(2)).toMatchObject({ conclusion: 'New', [copies]: 'Positive' })
  const { overall, conclusion, markers } = readResult(all([first, again]))
  expect([overall, conclusion, markers.length]).toEqual(['Positive', 'New', 2])
})
