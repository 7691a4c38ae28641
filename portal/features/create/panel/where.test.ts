import { describe, expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import type { OpenPoint, OrderSection } from '#domain/orders/points.ts'
import { withRelative } from '../sections/people/new-relative.ts'
import { whereOf } from './where.ts'

const point = (section: OrderSection, path: string): OpenPoint => ({
  section,
  path,
  rule: 'required',
  message: 'Required',
  severity: 'error',
  key: '',
  reason: '',
})
const alone = newOrder()
const family = withRelative(withRelative(withRelative(alone, 'Mother', {}), 'Sibling', {}), 'Sibling', {})

describe('where a point stands', () => {
  test('a family is told apart', () => {
    expect(whereOf(point('patient', '/patients/1/firstName'), family)).toBe('Patient and family, mother')
    expect(whereOf(point('patient', '/patients/3/sex'), family)).toBe('Patient and family, sibling 2')
    expect(whereOf(point('specimens', '/samples/0/specimenType'), family)).toBe('Specimens, patient')
  })

  test('what is the patient’s own, or of nobody, needs no name', () => {
    expect(whereOf(point('patient', '/patients/0/firstName'), family)).toBe('Patient and family')
    expect(whereOf(point('patient', '/patients'), family)).toBe('Patient and family')
    expect(whereOf(point('payment', '/payment/memberId'), family)).toBe('Payment')
    expect(whereOf(point('specimens', '/samples/0/specimenType'), alone)).toBe('Specimens')
  })
})
