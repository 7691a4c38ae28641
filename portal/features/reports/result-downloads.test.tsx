import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ReportVersionView } from '#contract/reports.ts'
import { someResult } from '#domain/results/testing/some-results.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { VersionParts } from './VersionParts.tsx'

const GENETICS: ReportVersionView['parts'][number] = {
  ...{ kind: 'genetics', part: 1, label: '' },
  result: someResult({ overall: 'Negative' }),
}

function showVersion(more: Partial<ReportVersionView>): void {
  const version = { id: 12, version: 2, isQuestioned: false, parts: [GENETICS], ...more } as ReportVersionView
  show(
    <QueryClientProvider client={new QueryClient()}>
      <VersionParts order={{ hospitalCode: '1001', id: 4711 }} version={version} />
    </QueryClientProvider>,
  )
}

test.each([
  ['Download result (CSV)', 'data/csv', 'results-4711.csv'],
  ['Download result (phenopacket)', 'data/phenopacket', 'phenopacket-4711.json'],
])('%s asks for this version, and names the file by the order alone', async (name, path, filename) => {
  const requested: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    requested.push(String(address))
    return new Response('a,b', { headers: { 'content-disposition': 'attachment' } })
  })
  const saved: string[] = []
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    fetched.mockRestore()
    clicked.mockRestore()
  })
  showVersion({})
  await page.getByRole('button', { name }).click()
  await expect.poll(() => saved).toEqual([filename])
  expect(requested).toEqual([expect.stringContaining(`/4711/reports/${path}?version=2&seen=12`)])
  await accessible()
})

test('a report that the laboratory is checking is shown without downloads', async () => {
  showVersion({ isQuestioned: true })
  await expect.element(page.getByText('Negative', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('a report of before says that its result is only in the document', async () => {
  const document = {
    kind: 'document',
    part: 1,
    label: '',
    filename: 'report.pdf',
    mediaType: 'application/pdf',
  }
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response('%PDF-1.4', { headers: { 'content-disposition': 'attachment' } }),
    )
  onTestFinished(() => fetched.mockRestore())
  showVersion({ parts: [document as ReportVersionView['parts'][number]] })
  await expect.element(page.getByText(/only in the document/)).toBeVisible()
})
