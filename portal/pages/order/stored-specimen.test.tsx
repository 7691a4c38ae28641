import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#ui/testing/show-field.tsx'
import { StoredSpecimen } from './StoredSpecimen.tsx'

test('[REQN-01] an added test names the specimen it is done on, by number, type and day', async () => {
  const specimen = { key: 's2-r1', specimenType: 'Blood', dateOfCollection: '2026-03-02' }
  show(<StoredSpecimen orderId={4711} specimen={specimen} />)
  await expect.element(page.getByText('4711-s2-r1, Blood, collected 2 Mar 2026')).toBeVisible()
})
