import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { ReportComparison } from './ReportComparison.tsx'

const parts = (variantClass: string): WaitingResultView['parts'] => [
  {
    ...{ kind: 'genetics', part: 1, label: '' },
    result: someResult({ variants: [someVariant({ gene: 'LMNA', cdna: 'c.1129C>T', variantClass })] }),
  },
]

test('[RES-05] says at the desk what the waiting result would change', async () => {
  show(<ReportComparison before={parts('Uncertain significance')} after={parts('Likely pathogenic')} />)
  const changes = page.getByRole('region', { name: 'What the waiting result changes' })
  for (const told of ['LMNA c.1129C>T', 'Now pathogenic or likely pathogenic'])
    await expect.element(changes.getByText(told)).toBeVisible()
  await expect.element(changes.getByText('Likely pathogenic', { exact: true })).toBeVisible()
  await accessible()
})

test('compares nothing with a document alone', async () => {
  show(<ReportComparison before={[]} after={parts('Pathogenic')} />)
  await expect.element(page.getByText('What the waiting result changes')).not.toBeInTheDocument()
})
