import { expect, test } from 'vitest'
import { SPECIMEN_TYPES } from '../lookups.ts'
import { blankSample } from '../orders/document.ts'
import { asksFor as asks, type FieldOfType } from './fields-of-type.ts'

const asksFor = (of: ReturnType<typeof sample>, field: FieldOfType) => asks(of, field, [])

const sample = (specimenType: (typeof SPECIMEN_TYPES)[number] | '', others = {}) => ({
  ...blankSample('proband', 's1'),
  ...{ specimenType, ...others },
})

test.each(SPECIMEN_TYPES.filter((type) => /^FFPE/.test(type)))(
  '%s: asks of a block, not of a tube',
  (type) => {
    for (const field of ['additive', 'state', 'tubes', 'additionalCulture', 'concentration'] as const)
      expect(asksFor(sample(type), field), field).toBe(false)
    for (const field of ['site', 'side', 'blockId', 'fixation', 'tumorPercent'] as const)
      expect(asksFor(sample(type), field), field).toBe(true)
  },
)

test.each([
  ['Blood', 'additive', true],
  ['Blood', 'tubes', true],
  ['Blood', 'blockId', false],
  ['CVS', 'additionalCulture', true],
  ['Amniotic Fluid', 'additionalCulture', true],
  ['Skin Biopsy', 'side', true],
  ['Saliva', 'additionalCulture', false],
  ['Dried Blood Spot', 'tubes', false],
  ['Frozen Tissue', 'additionalCulture', false],
  ['Extracted DNA', 'concentration', true],
  ['Tumor Tissue', 'tumorPercent', true],
  ['', 'additive', true],
  ['', 'blockId', false],
] as const)('%s: %s is asked: %s', (type, field, expected) => {
  expect(asksFor(sample(type), field)).toBe(expected)
})

test('what a specimen holds is shown whatever its type, and a tumor asks its share', () => {
  expect(asksFor(sample('FFPE Slides', { additionalCulture: 'Yes' }), 'additionalCulture')).toBe(true)
  expect(asksFor(sample('Frozen Tissue', { role: 'Tumor' }), 'tumorPercent')).toBe(true)
})
