import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#ui/testing/show-field.tsx'
import { StoredSpecimen } from './StoredSpecimen.tsx'

test('[REQN-01] an added test names the specimen it is done on, by number, type and day', async () => {
  const samples = [
    { id: 3, key: 's1', specimenType: 'Saliva', dateOfCollection: '' },
    { id: 4, key: 's2-r1', specimenType: 'Blood', dateOfCollection: '2026-03-02' },
  ]
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ samples }))
  onTestFinished(() => fetched.mockRestore())
  const addOn = { orderId: 4711, sampleId: 4, labNumber: '26-1', kind: 'reflex' } as const
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <StoredSpecimen hospitalCode="1001" addOn={addOn} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('4711-s2-r1, Blood, collected 2 Mar 2026')).toBeVisible()
})
