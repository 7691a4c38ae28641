import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { FindingDialog } from './FindingDialog.tsx'

test('a finding whose answer was lost is sent again as the same one, and as another one once it was changed', async () => {
  const sent: { findingKey: string; member: string }[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    throw new TypeError('lost')
  })
  onTestFinished(() => fetched.mockRestore())
  const people = [
    { member: 'p1', name: 'Ana Brook' },
    { member: 'p2', name: 'Leo Brook' },
  ]
  const session = { configuration: { features: { calendarDates: true } } } as unknown as Session
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <FindingDialog
          {...{ hospital: '1001', id: 1, people, opened: true, onClose: () => {} }}
          offered={{
            report: { orderId: 4711, reportId: 9, variantKeys: ['v1'] },
            ...{ member: 'p1', words: 'BRCA2 c.5946del' },
          }}
        />
      </SessionContext>
    </QueryClientProvider>,
  )
  const dialog = page.getByRole('dialog', { name: 'Record a finding' })
  const save = dialog.getByRole('button', { name: 'Record', exact: true })
  const press = async (times: number) => {
    await save.click()
    await expect.poll(() => sent.length).toBe(times)
    await expect.element(dialog.getByRole('alert')).toBeVisible()
  }
  await dialog.getByRole('textbox', { name: 'How they agreed, and to whom' }).fill('By phone, to Dr. Okafor')
  await press(1)
  await press(2)
  await dialog.getByRole('combobox', { name: 'Found in' }).click()
  await page.getByRole('option', { name: 'Leo Brook' }).click()
  await press(3)
  const [first, second, third] = sent
  expect(sent.map(({ member }) => member)).toEqual(['p1', 'p1', 'p2'])
  expect(second).toEqual(first)
  expect(third?.findingKey).not.toBe(first?.findingKey)
})
