import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GeneticResult } from './genetic-result.ts'
import type { ReportedVariant } from './reported-variant.ts'
import { summaryOf } from './summary.ts'
import { anyResult } from './testing/any-result.ts'

const NOTHING: GeneticResult = {
  ...{
    variants: [],
    phases: [],
    drugResponses: [],
    markers: [],
    recommendations: [],
    methods: [],
    limits: [],
    others: [],
  },
  study: { reasons: [], diseases: [], genes: [], regions: [] },
}
const variant = (more: Partial<ReportedVariant>): ReportedVariant => ({
  ...{ key: '2a', form: 'variant', of: [], genes: [], repeats: [] },
  ...{ consequences: [], significances: [], notes: [] },
  ...more,
})
const classified = (...classes: string[]) => ({
  significances: classes.map((variantClass) => ({ variantClass, conditions: [] })),
})

test('summarizes a negative result, whatever its variants: nothing is concluded from them', () => {
  const variants = [variant({ cdna: 'c.1A>G', ...classified('Pathogenic') })]
  expect(summaryOf([{ ...NOTHING, overall: 'Negative', variants }])).toMatchObject({
    ...{ outcome: 'negative', overall: 'Negative', highestClass: 'Pathogenic' },
  })
  expect(summaryOf([{ ...NOTHING, variants }])).toMatchObject({ outcome: 'none', overall: '' })
})

test('keeps the laboratory’s own word for the overall result', () => {
  expect(summaryOf([{ ...NOTHING, overall: 'Partially explains' }])).toMatchObject({
    ...{ outcome: 'other', overall: 'Partially explains' },
  })
})

test('has every variant that was found, with its strongest class first, and none that is absent or has no call', () => {
  const variants = [
    variant({ key: '2a', call: 'Absent', cdna: 'c.2A>G', ...classified('Pathogenic') }),
    variant({ key: '2d', call: 'No call', cdna: 'c.5A>G', ...classified('Pathogenic') }),
    variant({
      key: '2b',
      call: 'Present',
      cdna: 'c.3A>G',
      ...classified('Uncertain significance', 'Pathogenic'),
    }),
    variant({ key: '2c', cdna: 'c.4A>G', ...classified('Established risk allele', 'Benign') }),
  ]
  const { variants: listed } = summaryOf([{ ...NOTHING, variants }])
  expect(listed.map(({ key, classes }) => [key, ...classes])).toEqual([
    ['2b', 'Pathogenic', 'Uncertain significance'],
    ['2c', 'Benign', 'Established risk allele'],
  ])
})

test('any result has terms of a length that an index can hold, each once', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      for (const { terms } of summaryOf([result]).variants) {
        expect(new Set(terms).size).toBe(terms.length)
        for (const term of terms) expect(term.length).toBeLessThanOrEqual(2000)
      }
    }),
  )
})
