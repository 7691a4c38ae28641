import { describe, expect, it } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import type { OrderableTest } from '#domain/orders/readiness.ts'
import { withValueAt } from './pointer.ts'
import { fieldOf, formPoints, stillRefused } from './points.ts'
import { specimenChoices } from './specimen-choices.ts'

const exome: OrderableTest = {
  code: '1600',
  testName: 'Exome',
  specimens: ['Blood', 'Saliva'],
  sex: '',
  consents: [],
}
const withExome = withValueAt(newOrder(), '/tests', [{ testCode: '1600', testName: 'Exome' }])
const facts = { document: withExome, tests: [exome], loading: [], refused: [], today: '2026-11-20' }

describe('the open points of the form', () => {
  it('calls a test unknown only once it is known to be unknown', () => {
    const inTests = (loading: string[]) =>
      formPoints({ ...facts, tests: [], loading }).filter((point) => point.section === 'tests')
    expect(inTests(['1600'])).toEqual([])
    expect(inTests([])).toMatchObject([{ path: '/tests/0/testCode', rule: 'unknown' }])
  })

  it('adds what the server refused, at its section, and says nothing twice', () => {
    const refused = [
      { path: '/patients/0/firstName', rule: 'required', message: 'First name is required' },
      { path: '/recipients/0/fax', rule: 'phone', message: 'This fax number is not in use' },
    ]
    const points = formPoints({ ...facts, refused })
    expect(points.filter((point) => point.path === '/patients/0/firstName')).toHaveLength(1)
    expect(points.at(-1)).toEqual({ ...refused[1], section: 'provider', refused: true })
  })

  it('forgets a refusal when its field, a part of it or what is around it changes', () => {
    const refused = [{ path: '/recipients/0/fax', rule: 'phone', message: 'no' }]
    expect(stillRefused(refused, '/recipients/0/fax')).toEqual([])
    expect(stillRefused(refused, '/recipients')).toEqual([])
    expect(stillRefused(refused, '/recipients/0/name')).toBe(refused)
  })
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
    const choices = specimenChoices(withExome, [exome], 0, '2026-11-20')
    expect(choices.filter((choice) => choice.refusal === null).map((choice) => choice.type)).toEqual([
      'Blood',
      'Saliva',
    ])
    expect(choices.find((choice) => choice.type === 'CVS')?.refusal).toBe(
      'Exome is not done on CVS. It takes Blood, Saliva',
    )
  })

  it('offers all while no test is chosen', () =>
    expect(specimenChoices(newOrder(), [], 0, '2026-11-20').every((choice) => choice.refusal === null)).toBe(
      true,
    ))
})
