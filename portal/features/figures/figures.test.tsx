import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { FigureCards } from './FiguresPage.tsx'
import type { FiguresReply } from './queries.ts'

const month = (name: string, submitted: number) => ({
  month: name,
  counts: { submitted, 'reported:on-time': submitted, 'reported:late-3': 2, hold: 1, 'hold:consent': 1 },
  days: submitted * 20,
})
const REPLY: FiguresReply = {
  isComplete: true,
  months: [month('2026-04', 30), month('2026-05', 41)],
  tests: [{ code: 'WES1', name: 'Whole Exome', ...month('', 71) }],
  providers: Array.from({ length: 40 }, (_, index) => ({
    name: index === 0 ? '=HYPERLINK("x")' : `Provider ${index}`,
    ...month('', 100 - index),
  })),
  now: { late: 3, onHold: 2, missingInfo: 1, unread: 12 },
}
const ASKED = { months: ['2026-03', '2026-04', '2026-05'], test: '', provider: '' }

function showCards(reply: Partial<FiguresReply> = {}) {
  const Cards = () => <FigureCards reply={{ ...REPLY, ...reply }} asked={ASKED} hospitalCodes="P1,C1" />
  const root = createRootRoute({ component: Cards })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  show(<RouterProvider router={router as never} />)
}

test('[DIR-01] a chart has its table, and each number leads to its orders', async () => {
  showCards()
  await expect.element(page.getByRole('img', { name: /^Chart: Orders\b/ })).toBeVisible()
  const link = page.getByRole('link', { name: '41: Orders submitted, May 2026' }).first()
  await expect.element(link).toHaveTextContent('41')
  const search = new URL(link.element().getAttribute('href') ?? '', 'http://x').searchParams
  expect(decodeURIComponent(String(search))).toContain('submitted|2026-05|2026-05')
  expect(decodeURIComponent(String(search))).toContain('P1,C1')
  await expect.element(page.getByRole('link', { name: '3 Late reports' })).toBeVisible()
  await accessible()
})

test('many providers are shown a few at first, and all on request', async () => {
  showCards()
  const rows = () =>
    page.getByRole('region', { name: 'Table: By provider' }).getByRole('row').elements().length
  await expect.poll(rows).toBe(16)
  await page.getByRole('button', { name: 'Show all 40' }).click()
  await expect.poll(rows).toBe(41)
})

test('[DIR-01] a table is downloaded as CSV that no spreadsheet executes', async () => {
  const saved: Blob[] = []
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:none'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  try {
    showCards()
    await page.getByRole('button', { name: 'Download CSV: By provider' }).click()
    await expect.poll(() => saved.length).toBe(1)
    const lines = (await saved[0]?.text())?.split('\r\n') ?? []
    expect(lines[0]).toContain('Ordering provider,Submitted,Reported,Late')
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")",100`)
    expect(lines.filter(Boolean)).toHaveLength(41)
  } finally {
    address.mockRestore()
    click.mockRestore()
  }
})

test('says when nothing was ordered, and when earlier orders are still being counted', async () => {
  await onPhone()
  showCards({ isComplete: false, months: [], tests: [], providers: [] })
  await expect.element(page.getByText('No orders in this period')).toBeVisible()
  await expect
    .element(page.getByRole('heading', { name: 'Earlier orders are still being counted' }))
    .toBeVisible()
  await accessible()
})
