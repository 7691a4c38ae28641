import { describe, expect, test } from 'vitest'
import type { SavedEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { OUT_OF_NETWORK, ROWS, savedEstimate, testOf } from '../testing/saved-estimate.ts'
import { writeEstimate } from './estimate-pdf.ts'
import type { EstimateLanguage } from './estimate-words.ts'

const LETTERHEAD = {
  laboratory: { name: 'Larkfield Genetics', address: ['1200 Larkfield Way'], phone: '(312) 555-0142' },
  clinic: 'Harbor & Vale Clinic',
}
const ALL = [ROWS.active, ROWS.deductible, ROWS.coinsurance, ROWS.maximum]
const LONG =
  'Comprehensive Epilepsy and Neurodevelopmental Disorders Panel with Deletion and Duplication Analysis'

async function printed(estimate: SavedEstimate, language: EstimateLanguage = 'en') {
  const pieces = piecesOf(await writeEstimate({ saved: estimate, language, letterhead: LETTERHEAD }))
  return {
    pieces,
    pages: Math.max(...pieces.map(({ page }) => page)),
    text: pieces.map(({ text }) => text).join(' '),
  }
}

describe.each(['en', 'es'] as const)('in %s', (language) => {
  test('shows the stored amount, and steps that add up to it', async () => {
    const one = savedEstimate([testOf('WES1', 'Whole Exome')], ALL)
    const { text, pages } = await printed(one, language)
    // $400 of the deductible, 20% of the other $1,100.
    expect(one.estimate?.amountPayable).toBe(620_00)
    expect(pages).toBe(1)
    expect(text.split('$620.00')).toHaveLength(3)
    for (const words of [
      '$400.00',
      '20%',
      '$1,100.00',
      '$220.00',
      'Linh Nguyễn',
      'Papermoon Health',
      'PH 123-456',
    ])
      expect(text).toContain(words)
    for (const words of [
      'Larkfield Genetics',
      '(312) 555-0142',
      'Harbor & Vale Clinic',
      'CPT 81415',
      '900001',
    ])
      expect(text).toContain(words)
  })

  test('ten tests and the longest names fit on the paper, each with its share', async () => {
    const tests = Array.from({ length: 10 }, (_, index) =>
      testOf(`T${index}`, `${LONG} ${index + 1}`, { allowedCents: 900_00 + index * 100_00 }),
    )
    const patientName = 'Nguyễn-Phạm Thị Thảo Linh Żółkiewska-Ångström de la Cruz y Hernández'
    const many = savedEstimate(tests, ALL, { patientName })
    const { text, pages, pieces } = await printed(many, language)
    expect(pages).toBe(2)
    expect(text).toContain(money(many.estimate?.amountPayable ?? 0))
    for (const { cents } of many.estimate?.steps ?? []) if (cents !== 0) expect(text).toContain(money(cents))
    for (const { code } of tests) expect(text).toContain(`(${code}; CPT 81415)`)
    expect(text).not.toContain('\ufffd')
    for (const { x, y } of pieces) {
      expect(x).toBeGreaterThanOrEqual(39.9)
      expect(x).toBeLessThan(572)
      expect(y).toBeGreaterThan(30)
    }
  })

  test('a range shows both ends, each with its steps', async () => {
    const range = savedEstimate([testOf('WES1', 'Whole Exome', { covered: 'unknown' })], ALL)
    const { text } = await printed(range, language)
    expect(range.estimate?.result).toEqual({ kind: 'range', low: 620_00, high: 2_500_00 })
    expect(text).toMatch(/\$620\.00 (and|y) \$2,500\.00/)
    for (const amount of ['$620.00', '$2,500.00']) expect(text.split(amount).length).toBeGreaterThan(3)
  })

  test('shows no amount if none is known', async () => {
    const none = savedEstimate(
      [
        testOf('WES1', 'Whole Exome', {
          ...{ allowedCents: null, selfPayCents: null, authorizationRequired: 'no' },
        }),
      ],
      ALL,
      {
        assistance: [],
      },
    )
    expect(none.estimate?.result.kind).toBe('none')
    expect((await printed(none, language)).text).not.toMatch(/\$\d/)
  })

  test('shows the price without insurance if no insurance is billed', async () => {
    const { text } = await printed(
      savedEstimate([testOf('WES1', 'Whole Exome')], null, { assistance: [] }),
      language,
    )
    expect(text.match(/\$[\d,.]+\d/g)).toEqual(['$1,200.00'])
    expect(text).not.toMatch(/insurance|seguro/i)
  })
})

test('the Spanish version is entirely in Spanish, whatever the estimate', async () => {
  const tests = [testOf('WES1', 'Exoma'), testOf('CMA2', 'Micromatriz', { covered: 'no', allowedCents: 0 })]
  const rows = [...ALL, ROWS.copay, { ...ROWS.deductible, amountCents: 500_00 }]
  const estimates = [
    savedEstimate(tests, rows, { terms: OUT_OF_NETWORK }),
    savedEstimate(tests, [ROWS.active, ROWS.maximum]),
    savedEstimate(tests, [ROWS.inactive]),
    savedEstimate(tests, []),
  ]
  for (const estimate of estimates) {
    const { text } = await printed(estimate, 'es')
    expect(text).not.toMatch(/\b(the|your|you|plan’s|pays?|test|insurance|until|page)\b/i)
    for (const { words } of estimate.estimate?.steps ?? []) expect(text).not.toContain(words)
  }
})

test('shows validity, sources, what could change the amount, and that approval is needed', async () => {
  const { text } = await printed(savedEstimate([testOf('WES1', 'Whole Exome')], ALL))
  for (const words of [
    ...['Estimate made on 12 Mar 2026', 'Valid through 26 Mar 2026', 'Insurance checked on 11 Mar 2026'],
    ...['would pay $300.00', 'could owe up to $2,500.00', 'must approve the test', 'more than with it'],
    ...['not a bill', '$31,300', '$150.00'],
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
})
