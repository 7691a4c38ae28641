import { describe, expect, it } from 'vitest'
import { blankTest, newOrder } from '#domain/orders/document.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import type { OrderableTest, RuleContext } from '#domain/orders/rule-context.ts'
import { withValueAt } from './pointer.ts'
import { byUrgency, countPoints, fieldOf, formPoints, openRefusals } from './points.ts'
import { specimenChoices } from './specimen-choices.ts'

const exome: OrderableTest = {
  code: '1600',
  testName: 'Exome',
  specimens: ['Blood', 'Saliva'],
  sex: '',
  genes: [],
  geneChoice: 'all',
  relatives: 0,
  consents: [],
  needs: [],
}
const context: RuleContext = {
  tests: [exome],
  today: '2026-11-20',
  institutionState: 'OH',
  history: [],
  provider: null,
  submitter: null,
}
const withExome = withValueAt(newOrder(), '/tests', [blankTest('1600', 'Exome')])
const inputs = { document: withExome, context, loading: [], refused: [] }

describe('the open points of the form', () => {
  it('calls a test unknown only once it is known to be unknown', () => {
    const inTests = (loading: string[]) =>
      formPoints({ ...inputs, context: { ...context, tests: [] }, loading }).filter(
        (point) => point.section === 'tests',
      )
    expect(inTests(['1600'])).toEqual([])
    expect(inTests([])).toMatchObject([{ path: '/tests/0/testCode', rule: 'unknown' }])
  })

  it('adds what the server refused, at its section, and says nothing twice', () => {
    const refused = [
      { path: '/patients/0/firstName', rule: 'required', message: 'First name is required' },
      { path: '/recipients/0/fax', rule: 'phone', message: 'This fax number is not in use' },
    ]
    const points = formPoints({ ...inputs, refused })
    expect(points.filter((point) => point.path === '/patients/0/firstName')).toHaveLength(1)
    expect(points.at(-1)).toEqual({
      ...refused[1],
      ...{ section: 'provider', refused: true, severity: 'error', key: '', reason: '' },
    })
  })

  it('has words that a field has not taken, and they keep from submitting', () => {
    const typed = new Map([['/indicationsForTesting', 'seizure']])
    const points = formPoints({ ...inputs, pending: typed })
    expect(points[0]).toMatchObject({
      ...{ path: '/indicationsForTesting', section: 'clinical', severity: 'error', refused: false },
    })
    expect(points[0]?.message).toContain('“seizure” is not selected yet')
    expect(points.filter(({ path }) => path === '/indicationsForTesting')).toHaveLength(1)
  })

  it('forgets a refusal when its field, a part of it or what is around it changes', () => {
    const refused = [{ path: '/recipients/0/fax', rule: 'phone', message: 'no' }]
    expect(openRefusals(refused, '/recipients/0/fax')).toEqual([])
    expect(openRefusals(refused, '/recipients')).toEqual([])
    expect(openRefusals(refused, '/recipients/0/name')).toBe(refused)
  })
})

it('counts what is to be fixed, what is to be looked at, and what somebody goes ahead in spite of', () => {
  const point = (severity: OpenPoint['severity'], reason = '') => ({ severity, reason }) as OpenPoint
  const points = [point('error'), point('error'), point('warning'), point('warning', 'New sample')]
  expect(countPoints(points)).toEqual({ errors: 2, warnings: 1, overridden: 1 })
  expect(byUrgency(points.toReversed())).toEqual(points)
})

describe('the field that shows a point', () => {
  const fields = [
    '/patients/0/firstName',
    '/indicationsForTesting',
    '/indicationsForTesting/0/code',
    '/orderingProvider',
  ]
  it.each([
    ['/patients/0/firstName', '/patients/0/firstName'],
    ['/indicationsForTesting/0/code', '/indicationsForTesting/0/code'],
    ['/indicationsForTesting/0/description', '/indicationsForTesting'],
    ['/orderingProvider/npi', '/orderingProvider'],
    ['/patients', '/patients/0/firstName'],
    ['/samples', null],
  ])('%s → %s', (path, field) => expect(fieldOf(path, fields)).toBe(field))
})

describe('specimen choices', () => {
  it('offers what every test takes, and says why it does not offer the rest', () => {
    const choices = specimenChoices(withExome, context, 0)
    expect(choices.filter((choice) => choice.refusal === null).map((choice) => choice.type)).toEqual([
      'Blood',
      'Saliva',
    ])
    expect(choices.find((choice) => choice.type === 'CVS')?.refusal).toBe(
      'Exome cannot be done on CVS. Use Blood, Saliva',
    )
  })

  it('offers all while no test is chosen', () =>
    expect(
      specimenChoices(newOrder(), { ...context, tests: [] }, 0).every((choice) => choice.refusal === null),
    ).toBe(true))
})
