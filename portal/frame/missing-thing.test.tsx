import { cleanNotifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { NoticeArea } from '#ui/NoticeArea.tsx'
import { show } from '#ui/testing/show-field.tsx'
import { useLedTo } from './MissingThing.tsx'

// All component tests share one page: what another test reported still stands in the places for notices.
beforeEach(() => cleanNotifications())

const HARBOR = { code: '1001', name: 'Harbor Clinic' }
const LAKE = { code: '1003', name: 'Lake Clinic' }

function Links() {
  const ledTo = useLedTo()
  return (
    <>
      <button type="button" onClick={() => ledTo(HARBOR.code, 'kit')}>
        Kit at Harbor
      </button>
      <button type="button" onClick={() => ledTo(LAKE.code, 'order')}>
        Order at Lake
      </button>
    </>
  )
}

test('each institution that a link selects is named, also while the notice of another one stands', async () => {
  const session = { institutions: [HARBOR, LAKE], selectInstitution: () => undefined }
  show(
    <SessionContext value={session as unknown as Session}>
      <Links />
      <NoticeArea />
    </SessionContext>,
  )
  await page.getByRole('button', { name: 'Kit at Harbor' }).click()
  const first = page.getByText('Switched to Harbor Clinic, which this kit order belongs to.')
  await expect.element(first).toBeVisible()
  await page.getByRole('button', { name: 'Order at Lake' }).click()
  await expect.element(page.getByText('Switched to Lake Clinic, which this order belongs to.')).toBeVisible()
  await expect.element(first).not.toBeInTheDocument()
})
