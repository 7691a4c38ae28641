import { describe, expect, test } from 'vitest'
import { ORDER_STAGES } from '#domain/orders/status.ts'
import { VOB_STATUSES } from '#domain/orders/vob.ts'
import { sectionsOf } from './sections.ts'

const open = (order: Parameters<typeof sectionsOf>[0]) =>
  sectionsOf(order).flatMap(({ section, folded }) => (folded ? [] : [section]))

describe('the order’s page', () => {
  test.each(ORDER_STAGES)('has every section once, what is folded below what is open: %s', (stage) => {
    for (const vobStatus of [null, ...VOB_STATUSES]) {
      const sections = sectionsOf({ stage, vobStatus })
      expect(sections).toHaveLength(17)
      expect(new Set(sections.map(({ section }) => section)).size).toBe(17)
      const folded = sections.map((one) => one.folded)
      expect(folded).toEqual(folded.toSorted((a, b) => Number(a) - Number(b)))
    }
  })

  test('begins with the result of a reported order, then its family and specimens; nothing else is open', () => {
    expect(open({ stage: 'reported', vobStatus: null })).toEqual([
      'reports',
      'followUp',
      'treatments',
      'reanalysis',
      'waits',
      'patients',
      'family',
      'samples',
    ])
  })

  test('never opens consents by itself, and money only until the laboratory works', () => {
    const states = ORDER_STAGES.map((stage) => ({ stage, vobStatus: null }))
    expect(states.filter((order) => open(order).includes('consents'))).toEqual([])
    const withMoney = states.filter((order) => open(order).includes('coverage'))
    expect(withMoney.map(({ stage }) => stage)).toEqual(['draft', 'en-route'])
  })

  test('begins with the payer’s answer for a benefits verification', () => {
    expect(open({ stage: 'draft', vobStatus: 'answered' })[0]).toBe('coverage')
  })
})
