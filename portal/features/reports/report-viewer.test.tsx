import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { queryClient } from '#portal/api.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { ReportViewer } from './ReportViewer.tsx'

const ORDER = { id: 4711, hospitalCode: '1001', document: { patients: [], tests: [] } } as unknown as Order
const VARIANT = someVariant({ gene: 'BRCA2', cdna: 'c.5946del', variantClass: 'Pathogenic' })
const PARTS: ReportVersionView['parts'] = [
  {
    ...{ kind: 'genetics', part: 1, label: '' },
    result: someResult({ overall: 'Positive', variants: [VARIANT] }),
  },
  {
    ...{ kind: 'document', part: 2, label: '', filename: 'report.pdf' },
    ...{ mediaType: 'application/pdf', bytes: 2048 },
  },
]

/** Opens a final report, in a browser that shows PDF files. */
function openReport(): void {
  const version = {
    ...{ id: 12, version: 1, number: 1, status: 'final', state: 'current', isQuestioned: false },
    parts: PARTS,
  } as ReportVersionView
  const report = { person: 'proband', personName: 'Ida Berg', testCode: '1600', versions: [version] }
  const one = { report: report as ReportView, version }
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response('%PDF-1.4', { headers: { 'content-disposition': 'attachment' } }),
    )
  const shows = vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true)
  onTestFinished(() => {
    fetched.mockRestore()
    shows.mockRestore()
    queryClient.clear()
  })
  const root = createRootRoute({
    component: () => <ReportViewer order={ORDER} reports={[one.report]} opened={[one]} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const report = () => page.getByRole('region', { name: 'Report of Ida Berg' })
const resultRow = () => report().getByRole('table', { name: 'Variants' }).getByRole('row').nth(1)
const expectResult = async () => {
  for (const told of ['BRCA2', 'c.5946del', 'Pathogenic'])
    await expect.element(resultRow().getByText(told)).toBeVisible()
}

test('[RES-02] an order’s report has its result as a table beside the PDF on a wide screen', async () => {
  await page.viewport(1600, 900)
  onTestFinished(() => page.viewport(1280, 800))
  openReport()
  await expectResult()
  const pdf = report().getByTitle('Report of Ida Berg')
  await expect.element(pdf).toBeVisible()
  const [table, frame] = [resultRow().element(), pdf.element()].map((one) => one.getBoundingClientRect())
  expect(table?.right).toBeLessThanOrEqual(frame?.left ?? 0)
  expect(table?.top).toBeLessThan(frame?.bottom ?? 0)
})

test('[RES-02] on a phone the table is there, and the PDF is opened apart', async () => {
  await onPhone()
  openReport()
  await expectResult()
  await expect.element(report().getByRole('link', { name: /^Download/ as unknown as string })).toBeVisible()
  await expect.element(report().getByTitle('Report of Ida Berg')).not.toBeInTheDocument()
  await accessible()
})
