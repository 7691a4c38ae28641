import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RedeemedCode } from '#contract/family-cascade.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import RedeemPage from './RedeemPage.tsx'

const REDEEMED: RedeemedCode = {
  ...{ id: 5, inheritance: 'autosomal dominant', variantClass: 'Pathogenic', laboratory: 'Karyo' },
  variants: [
    {
      ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: 'NM_000059.4' },
      ...{ cdna: 'c.5946del', protein: '', genomic: '', asWritten: '' },
    },
  ],
  offers: [
    {
      ...{ testCode: '1200', testName: 'Known variant' },
      window: { endsOn: '2026-12-24', daysLeft: 31, until: 'ordered', who: 'blood', placesLeft: null },
    },
    { testCode: '1203', testName: 'Two known variants', window: null },
  ],
  ...{ usedAt: '2026-11-20T10:00:00.000Z', tells: 'nothing', orderId: null },
  ...{ isWithdrawn: false, isQuestioned: false },
}
const NAME = 'BRCA2 NM_000059.4:c.5946del'

/** The page of a clinic that redeemed these codes; returns what it sent. */
function showPage(codes: RedeemedCode[], { may = true, takesOrders = true } = {}) {
  const sent: { path: string; body: unknown }[] = []
  let stored = codes
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (init?.method === undefined || init.method === 'GET') return Response.json(stored)
    const body = JSON.parse(String(init.body)) as { tells?: RedeemedCode['tells'] }
    sent.push({ path: String(path), body })
    if (String(path).endsWith('/order')) return Response.json({ orderId: 4711 }, { status: 201 })
    if (String(path).endsWith('/tells')) {
      stored = stored.map((one) => ({ ...one, tells: body.tells ?? one.tells }))
      return Response.json(stored[0])
    }
    return Response.json(
      { type: 'about:blank', status: 404, code: 'code-unknown', title: 'This code is not valid.' },
      { status: 404, headers: { 'content-type': 'application/problem+json' } },
    )
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ institution: { code: '1002' }, can: () => may },
    configuration: { flags: { OnlineOrderPortal: takesOrders } },
  } as unknown as Session
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: RedeemPage }),
    createRoute({
      getParentRoute: () => root,
      path: '/create',
      component: () => <h1>{`Draft ${JSON.stringify(window.location.search)}`}</h1>,
    }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return { sent, router }
}

test('a code needs its tick, and a wrong one is told with all that was typed', async () => {
  const { sent } = showPage([])
  await expect.element(page.getByText('No code has been redeemed here yet')).toBeVisible()
  const button = page.getByRole('button', { name: 'Redeem the code' })
  await button.click()
  await expect.element(page.getByText('Confirm that the person brought it.')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: 'Code' }).fill('7ZQK-03MT-H8XA-5')
  await page.getByRole('checkbox').click()
  await button.click()
  await expect.element(page.getByText('This code is not valid.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('7ZQK-03MT-H8XA-5')
  expect(sent.map(({ body }) => body)).toEqual([
    { code: '7ZQK-03MT-H8XA-5', isBrought: true, tells: 'nothing' },
  ])
  await accessible()
})

test('an order begins with the test that is free, or another one, and opens as a draft', async () => {
  await onPhone()
  const { sent, router } = showPage([REDEEMED])
  await expect.element(page.getByRole('combobox', { name: 'Test' })).toHaveValue('Known variant')
  await accessible()
  await page.getByRole('button', { name: `Start order: ${NAME}` }).click()
  await expect.element(page.getByRole('heading', { name: /^Draft/ })).toBeVisible()
  expect(router.state.location.search).toEqual({ draft: 4711 })
  expect(sent).toMatchObject([{ body: { testCode: '1200' } }])
})

test('what the family’s clinic learns is changed later', async () => {
  const { sent } = showPage([REDEEMED])
  await page.getByRole('button', { name: `Change what the family’s clinic learns: ${NAME}` }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Record' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Their result too' }).click()
  await accessible()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect.element(page.getByText('The family’s clinic learns: their result too')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ tells: 'result' }])
})

test.each([
  ['a begun order is opened, not begun again', { orderId: 4711 }, 'Open order 4711'],
  [
    'nothing is ordered for a finding that is not valid',
    { isWithdrawn: true, offers: [] },
    'This finding is no longer valid',
  ],
  [
    'nothing is ordered while the laboratory checks the report',
    { isQuestioned: true, offers: [] },
    'The laboratory is checking whether its report is valid',
  ],
] as const)('%s', async (_, more, words) => {
  showPage([{ ...REDEEMED, ...more, offers: [...('offers' in more ? [] : REDEEMED.offers)] }])
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Start order/ })).not.toBeInTheDocument()
  await expect.element(page.getByText(words)).toBeVisible()
  await accessible()
})

test('who may not order is told whom to ask', async () => {
  showPage([], { may: false })
  await expect.element(page.getByText(/^Your role can’t redeem codes/)).toBeVisible()
})

test('of many codes the last redeemed are listed first, and all when they are asked for', async () => {
  showPage(Array.from({ length: 120 }, (_, index) => ({ ...REDEEMED, id: index + 1 })))
  const buttons = page.getByRole('button', { name: `Start order: ${NAME}` })
  await expect.poll(() => buttons.elements().length).toBe(50)
  await page.getByRole('button', { name: 'Show all 120 codes' }).click()
  await expect.poll(() => buttons.elements().length).toBe(120)
})

test('where no order is begun in the portal, neither the page nor the button promises one', async () => {
  const { sent } = showPage([REDEEMED], { takesOrders: false })
  await expect.element(page.getByText('No order can be begun from a code here')).toBeVisible()
  const begin = page.getByRole('button', { name: `Start order: ${NAME}` })
  await expect.element(begin).toBeDisabled()
  await expect.element(begin).toHaveAccessibleDescription('New orders can’t be placed in the portal.')
  expect(sent).toEqual([])
  await accessible()
})
