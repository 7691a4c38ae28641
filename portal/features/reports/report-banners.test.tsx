import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { someResult } from '#domain/results/testing/some-results.ts'
import { queryClient } from '#portal/api.ts'
import { show } from '#ui/testing/show-field.tsx'
import { reportsOptions } from './queries.ts'
import { ReportBanners } from './ReportBanners.tsx'

const ORDER = {
  ...{ id: 4711, hospitalCode: '1001' },
  document: { patients: [{ key: 'proband', firstName: 'Ida', lastName: 'Berg' }], tests: [] },
} as unknown as Order

function report(testName: string, number: number): ReportView {
  const version = {
    ...{ id: number, version: number, number: 1, status: 'final', state: 'current', notice: null },
    ...{ isQuestioned: false, isUnread: false, receivedAt: '2026-11-12T16:00:00Z' },
    parts: [{ kind: 'document', part: 1, filename: 'report.pdf', mediaType: 'application/pdf', bytes: 9 }],
  } as unknown as ReportVersionView
  const of = { person: 'proband', personName: 'Ida Berg', testCode: testName, testName }
  return { ...of, current: number, versions: [version] }
}

const receive = (reports: ReportView[]) =>
  queryClient.setQueryData(reportsOptions('1001', 4711).queryKey, { reports, isBeingChecked: false })

function open(order: Order, reports: ReportView[]): void {
  onTestFinished(() => queryClient.clear())
  receive(reports)
  const root = createRootRoute({
    component: () => (
      <ReportBanners
        order={order}
        reading={false}
        acknowledging={{ hash: 'follow-up', isOwn: () => false }}
      />
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('the first report of two tests is ready, and the other test is awaited', async () => {
  open({ ...ORDER, pendingTests: [{ testCode: 'B', testName: 'Microarray' }] }, [report('Exome', 1)])
  await expect.element(page.getByText('The report is ready; still awaited: Microarray')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open report' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('each report of two tests of one person can be opened', async () => {
  open(ORDER, [report('Exome', 1), report('Microarray', 2)])
  await expect.element(page.getByText('The report is ready', { exact: true })).toBeVisible()
  for (const [name, hash] of [
    ['Exome', '#report-1'],
    ['Microarray', '#report'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name: `Open report: ${name}` }))
      .toHaveAttribute('href', expect.stringMatching(new RegExp(`/4711${hash}$`)))
})

test('the answer of each of two namesakes is told, and only while it counts', async () => {
  const answered = (person: string, number: number, overall: string): ReportView => {
    const { versions, ...of } = report('Exome', number)
    const data = { kind: 'genetics' as const, part: 1, label: '', result: someResult({ overall }) }
    return { ...of, person, versions: versions.map((one) => ({ ...one, parts: [data] })) }
  }
  const answers = () =>
    page
      .getByText(/^Result:/)
      .elements()
      .map(({ textContent }) => textContent)
  const negative = 'Result: Exome, Ida Berg: Negative'
  open(ORDER, [answered('proband', 1, 'Negative'), answered('mother', 2, 'Negative')])
  await expect.poll(answers).toEqual([negative, negative])
  receive([answered('proband', 3, 'Positive'), answered('mother', 2, 'Negative')])
  await expect.poll(answers).toEqual(['Result: Exome, Ida Berg: Positive', negative])
})
