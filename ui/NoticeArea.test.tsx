import { cleanNotifications } from '@mantine/notifications'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NoticeArea } from './NoticeArea.tsx'
import { notifyProblem, notifySuccess } from './notices.ts'
import { accessible, show } from './testing/show-field.tsx'

const notices = page.getByRole('alert')
// All component tests share one page: what another test reported is still there.
beforeEach(() => cleanNotifications())
afterEach(() => cleanNotifications())

test('[DLG-11] shows three notices at once, at the bottom right, and the next when one is closed', async () => {
  show(<NoticeArea />)
  for (const [index, count] of [1, 2, 3, 3, 3].entries()) {
    const problem = { title: `Refused ${index + 1}`, detail: 'Try again in a moment.' }
    notifyProblem(Object.assign(new Error(), { problem }))
    await expect.element(notices).toHaveLength(count)
  }
  await expect.element(page.getByText('Refused 4')).not.toBeInTheDocument()
  await accessible()
  const { left, right, bottom } = notices.last().element().getBoundingClientRect()
  expect(innerWidth - right).toBeLessThan(40)
  expect(innerHeight - bottom).toBeLessThan(40)
  expect(left).toBeGreaterThan(innerWidth / 2)

  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByText('Refused 4')).toBeVisible()
  await expect.element(notices).toHaveLength(3)
})

test('announces a success, and removes it after five seconds', async () => {
  // The five seconds pass when the test says so: on a busy machine they are over before the page is read.
  const begin = window.setTimeout
  const closings: (() => void)[] = []
  vi.spyOn(window, 'setTimeout').mockImplementation(((handler: () => void, delay?: number) => {
    if (delay !== 5000) return begin(handler, delay)
    closings.push(handler)
    return 0
  }) as typeof setTimeout)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })

  show(<NoticeArea />)
  notifySuccess('The draft is discarded')
  await expect.element(page.getByText('The draft is discarded')).toBeVisible()
  await accessible()

  for (const close of closings) close()
  await expect.element(notices).toHaveLength(0)
})
