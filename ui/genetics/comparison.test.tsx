import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { compareResults } from '#domain/results/compare/compare-results.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { accessible, show } from '../testing/show-field.tsx'
import { ComparisonView } from './ComparisonView.tsx'

const lmna = (variantClass: string, allelicState = 'Heterozygous') =>
  someVariant({ gene: 'LMNA', cdna: 'c.1129C>T', variantClass, allelicState })
const ttn = someVariant({ gene: 'TTN', cdna: 'c.1A>G', variantClass: 'Benign' })
const ryr2 = someVariant({ gene: 'RYR2', cdna: 'c.2A>G', variantClass: 'Pathogenic' })

test('[RES-05] says what changed: the answer, the class of each variant, and what else', async () => {
  const older = someResult({
    ...{ overall: 'Inconclusive', conclusion: 'Unclear' },
    variants: [lmna('Uncertain significance'), ttn],
  })
  const newer = someResult({
    ...{ overall: 'Positive', conclusion: 'A cause was found' },
    variants: [lmna('Likely pathogenic', 'Homozygous'), ryr2],
  })
  show(<ComparisonView comparison={compareResults([older], [newer])} />)
  for (const told of [
    'Overall result From Inconclusive to Positive',
    'LMNA c.1129C>T From Uncertain significance to Likely pathogenic',
    'RYR2 c.2A>G Now listed: Pathogenic',
    'TTN c.1A>G No longer listed. Before: Benign',
  ])
    await expect.element(page.getByRole('listitem').filter({ hasText: lineOf(told) })).toBeVisible()
  await expect.element(page.getByText('Now pathogenic or likely pathogenic')).toHaveLength(2)
  await page.getByText('What else changed about LMNA c.1129C>T').click()
  await expect.element(page.getByText('Homozygous', { exact: true })).toBeVisible()
  await page.getByText('Other changes').click()
  await expect.element(page.getByText('A cause was found')).toBeVisible()
  await accessible()
})

/** The words in this order, whatever is between them. */
const lineOf = (words: string) =>
  new RegExp(
    words
      .split(' ')
      .map((word) => word.replace(/[.*+?^${}()|[\]\\>]/g, '\\$&'))
      .join('\\s*'),
  )

test('[RES-05] says that nothing changed, and how many variants are the same', async () => {
  const result = someResult({ overall: 'Positive', variants: [ryr2, ttn] })
  show(<ComparisonView comparison={compareResults([result], [result])} />)
  await expect.element(page.getByText('The results are the same in both versions.')).toBeVisible()
  await expect.element(page.getByText('2 variants unchanged')).toBeVisible()
})
