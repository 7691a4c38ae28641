import { expect, test } from 'vitest'
import { findingFor, treatmentFor } from './findings.ts'

const ORDERS = Array.from({ length: 30 }, (_, index) => String(index))

test('recommends a treatment for a positive finding, but not for a healthy carrier', () => {
  for (const order of ORDERS) {
    const { outcome } = findingFor(order, '2001', 1)
    const treatment = treatmentFor(order, { code: '2001', name: 'Comprehensive Epilepsy Panel' }, 1)
    expect(treatment !== undefined).toBe(outcome === 'positive')
    expect(treatmentFor(order, { code: '2001', name: 'Core Carrier Screen' }, 1)).toBeUndefined()
  }
})
