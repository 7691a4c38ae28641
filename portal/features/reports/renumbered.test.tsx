import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { queryClient } from '#portal/api.ts'
import { show } from '#ui/testing/show-field.tsx'
import { DownloadVersion } from './DownloadVersion.tsx'

const order = { id: 4711, hospitalCode: '1001', document: { patients: [], tests: [] } } as unknown as Order

/** Version 1 of the order, which is of one twin or, once the other's report has taken its number, of the other. */
function versionOne(id: number, person: string) {
  const version = { id, version: 1, number: 1, status: 'final', state: 'current', isQuestioned: false }
  return { report: { person, testCode: '' } as ReportView, version: version as ReportVersionView }
}

test('a report whose number was another’s is fetched itself', async () => {
  const requested: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    requested.push(String(address))
    return new Response('%PDF-1.4', { headers: { 'content-disposition': 'attachment' } })
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => {
    fetched.mockRestore()
    clicked.mockRestore()
    queryClient.clear()
  })
  const part = { part: 1, mediaType: 'application/octet-stream', filename: 'report.bin' }
  show(
    <QueryClientProvider client={queryClient}>
      <DownloadVersion order={order} one={versionOne(21, 'fetus-2')} part={part} label="B, as it was" />
      <DownloadVersion order={order} one={versionOne(22, 'fetus-1')} part={part} label="A" />
    </QueryClientProvider>,
  )
  for (const [index, name] of ['B, as it was', 'A'].entries()) {
    await page.getByRole('button', { name }).click()
    await expect.poll(() => requested).toHaveLength(index + 1)
  }
  expect(requested).toEqual([
    expect.stringContaining('/4711/reports/1/parts/1?seen=21'),
    expect.stringContaining('/4711/reports/1/parts/1?seen=22'),
  ])
})
