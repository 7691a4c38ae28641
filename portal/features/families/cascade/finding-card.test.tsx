import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CascadeFinding } from '#contract/family-cascade.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { FindingCard } from './FindingCard.tsx'

const finding: CascadeFinding = {
  ...{ id: 1, member: 'p1', orderId: null, copies: [1], inheritance: 'x-linked', isAdultOnset: false },
  ...{ condition: '', variantClass: 'Pathogenic', laboratory: '', reportedOn: '2026-10-01' },
  ...{
    withdrawnOn: null,
    isQuestioned: false,
    addedAt: '2026-10-01T12:00:00.000Z',
    addedBy: 'Ada Okafor',
    state: 'known',
  },
  ...{ newMutation: 'mother', relatives: [], next: [], changes: [], offers: [] },
  variants: [
    {
      ...{ kind: 'sequence', gene: 'DMD', hgncId: '', transcript: 'NM_004006.3', cdna: 'c.433C>T' },
      ...{ protein: '', genomic: '', asWritten: '' },
    },
  ],
  coverage: { atRisk: 2, told: 0, codeGiven: 0, redeemed: 0, tested: 0, positive: 0 },
}

test('of a son whose mother tested negative it says nothing of the father, and that siblings keep a chance', async () => {
  const people = [{ member: 'p1', name: 'Ben' }]
  show(<FindingCard {...{ hospital: '1001', id: 1, finding, people, mayChange: false }} />)
  await expect.element(page.getByText('The variant may be new (de novo) in Ben')).toBeVisible()
  await expect.element(page.getByText(/The mother tested negative\. .*brothers and sisters/)).toBeVisible()
  await expect.element(page.getByText(/Reported 1 Oct 2026$/)).toBeVisible()
  await expect.element(page.getByText('Both parents')).not.toBeInTheDocument()
  await expect.element(page.getByText('2 living relatives, children included, are at risk')).toBeVisible()
  await accessible()
})

test('while the laboratory checks its report, it says so and offers nothing to do', async () => {
  const people = [{ member: 'p1', name: 'Ben' }]
  const questioned = { ...finding, isQuestioned: true }
  show(<FindingCard {...{ hospital: '1001', id: 1, finding: questioned, people, mayChange: false }} />)
  await expect.element(page.getByText(/Do not act on this variant until/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Next to test' })).not.toBeInTheDocument()
  await accessible()
})
