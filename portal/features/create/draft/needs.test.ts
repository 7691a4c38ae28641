import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDER_SECTIONS, type OrderSection } from '#domain/orders/points.ts'
import { keyOfNeed, type Need, needsOf, stabilizeNeeds } from './needs.ts'
import type { FormPoint } from './points.ts'

const point = (section: OrderSection, path: string, more: Partial<FormPoint> = {}): FormPoint => ({
  ...{ section, path, rule: 'required', message: `${path} is required`, severity: 'error' },
  ...{ key: '', reason: '', refused: false, ...more },
})
const words = (needs: readonly Need[]) =>
  needs.map((need) =>
    need.kind === 'to-come' ? `${need.section}: ${need.count}` : need.point.path + (need.isGone ? ' ✓' : ''),
  )

describe('what an order still needs', () => {
  const points = [
    point('tests', '/tests'),
    point('patient', '/patients/0/firstName'),
    point('patient', '/patients/0/lastName'),
    point('specimens', '/samples', { severity: 'warning', key: 'late' }),
  ]

  it('is a number for each section, and no error or warning, until the section was left', () => {
    expect(words(needsOf(points, new Set()))).toEqual(['tests: 1', 'patient: 2'])
    expect(words(needsOf(points, new Set(['patient'])))).toEqual([
      ...['/patients/0/firstName', '/patients/0/lastName', 'tests: 1'],
    ])
    expect(words(needsOf(points, new Set(ORDER_SECTIONS)))).toEqual([
      ...['/tests', '/patients/0/firstName', '/patients/0/lastName', '/samples'],
    ])
  })

  it('says at once what the server refused', () => {
    expect(words(needsOf([point('provider', '/npi', { refused: true })], new Set()))).toEqual(['/npi'])
  })

  it('does not move while somebody points at it: a new line comes below, a done one stays', () => {
    const left = new Set<OrderSection>(['patient', 'specimens'])
    const visible = needsOf(points, left)
    const now = needsOf([point('patient', '/patients/0/dateOfBirth'), ...points.slice(2)], left)
    expect(words(stabilizeNeeds(visible, now))).toEqual([
      ...['/patients/0/firstName ✓', '/patients/0/lastName', '/samples', 'tests: 0'],
      '/patients/0/dateOfBirth',
    ])
    expect(words(stabilizeNeeds(visible, visible))).toEqual(words(visible))
  })

  it('tells apart what the server refused by one rule at one field', () => {
    const refusedFor = (message: string) =>
      point('tests', '/tests/0/testCode', { refused: true, rule: 'done-in-family', message })
    const visible = needsOf([refusedFor('mother'), refusedFor('father')], new Set())
    const needs = stabilizeNeeds(visible, visible.slice(1))
    expect(needs.map((need) => need.kind === 'point' && [need.point.message, need.isGone])).toEqual([
      ['mother', true],
      ['father', false],
    ])
  })

  it('keeps every shown line in its place, and has every line of now once', () => {
    const anyPoints = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...ORDER_SECTIONS), fc.constantFrom('/a', '/b', '/c')),
      { selector: String },
    )
    const needs = anyPoints.map((all) =>
      needsOf(
        all.map(([section, path]) => point(section, path)),
        new Set(['tests', 'patient']),
      ),
    )
    fc.assert(
      fc.property(needs, needs, (visible, now) => {
        const keys = stabilizeNeeds(visible, now).map(keyOfNeed)
        expect(keys.slice(0, visible.length)).toEqual(visible.map(keyOfNeed))
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys).toEqual(expect.arrayContaining(now.map(keyOfNeed)))
      }),
    )
  })
})
