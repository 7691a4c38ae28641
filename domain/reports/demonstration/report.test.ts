import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUTCOMES, outcomeOf, variantOf } from './finding.ts'
import { demonstrationReport, type ReportedOrder } from './report.ts'

const ORDER: ReportedOrder = {
  ...{ laboratory: 'Larkfield Genetics', laboratoryNumber: '26-104417', orderId: '4711' },
  patient: { name: 'Nguyễn, Linh', dateOfBirth: '2019-03-14', sex: 'Female', recordNumber: 'MRN-1001' },
  ...{ provider: 'Ada Okafor', institution: 'Harbor & Vale Clinic', indications: ['G40.309 Epilepsy'] },
  specimen: { types: ['Blood'], collectedOn: '2026-03-01', receivedOn: '2026-03-03' },
  ...{ reportedOn: '2026-03-20', status: 'final', words: '' },
  tests: [{ code: '4001', name: 'Epilepsy Panel', genes: ['SCN1A', 'KCNQ2'], outcome: 'positive' }],
}
const [TEST] = ORDER.tests
if (!TEST) throw new Error('the order has a test')

test.each([
  ['positive', 'POSITIVE. A pathogenic variant was detected.', 'Pathogenic'],
  ['uncertain', 'UNCERTAIN. A variant of uncertain significance was detected.', 'Uncertain significance'],
  ['negative', 'NEGATIVE. No reportable variant was detected.', undefined],
] as const)(
  'a %s result says so first, and names a variant of a gene of the test',
  (outcome, headline, is) => {
    const [result] = demonstrationReport({ ...ORDER, tests: [{ ...TEST, outcome }] }).results
    expect(result).toMatchObject({ headline })
    expect(result?.variant?.classification).toBe(is)
    if (result?.variant) {
      expect(TEST.genes).toContain(result.variant.gene)
      expect(result.interpretation[0]).toContain(`${result.variant.gene} ${result.variant.coding}`)
    }
  },
)

test('a carrier is told what it means for children, and no treatment', () => {
  const [result] = demonstrationReport({
    ...ORDER,
    tests: [{ ...TEST, name: 'Core Carrier Screen' }],
  }).results
  expect(result?.headline).toContain('Carrier')
  expect(result?.recommendations.join()).toContain('partner')
})

test('a report that is no first final one says what it is, and why', () => {
  expect(demonstrationReport(ORDER).notice).toBe('')
  expect(demonstrationReport({ ...ORDER, status: 'preliminary' }).notice).toContain('may still change')
  const words = 'The specimens were exchanged.'
  expect(demonstrationReport({ ...ORDER, status: 'corrected', words }).notice).toBe(
    `Replaces a report that contained an error. ${words}`,
  )
})

describe('an invented variant', () => {
  const words = fc.string()

  test('has a coding name that is in the codon of its protein name', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('positive', 'uncertain'), (from, outcome) => {
        const variant = variantOf(outcome, ['SCN1A', 'MECP2'], from)
        const base = Number(/^c\.(\d+)C>T$/.exec(variant?.coding ?? '')?.[1])
        const codon = Number(/^p\.\((?:Arg|Ala)(\d+)/.exec(variant?.protein ?? '')?.[1])
        expect(Math.ceil(base / 3)).toBe(codon)
      }),
    )
  })

  test('is a copy number change where the test names no genes', () => {
    expect(variantOf('positive', [], 'x')?.coding).toMatch(/^arr\[GRCh38\].*×1$/)
  })
})

test('the same order finds the same each time, a corrected report something else, and all outcomes come', () => {
  const found = Array.from({ length: 60 }, (_, index) => outcomeOf(String(index), '4001'))
  expect(new Set(found)).toEqual(new Set(OUTCOMES))
  expect(outcomeOf('1', '4001')).toBe(outcomeOf('1', '4001'))
  expect(outcomeOf('1', '4001', 2)).not.toBe(outcomeOf('1', '4001'))
})
