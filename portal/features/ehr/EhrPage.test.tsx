import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UnmappedCode } from '#contract/ehr.ts'
import { problemOf } from '#contract/errors.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import EhrPage from './EhrPage.tsx'

const OF = { interfaceCode: 'LARK', interfaceName: 'Larkfield Epic', orders: 3 }
const CODES: UnmappedCode[] = [
  { ...OF, kind: 'test', code: 'GEN1', words: 'Epilepsy panel' },
  { ...OF, kind: 'question', code: 'Q7', words: 'Consanguinity?' },
]

/** Shows the page to Support; returns what it asked the server to map. */
async function showPage({ codes = CODES, refuses = false, isEmpty = false } = {}): Promise<unknown[]> {
  const mapped: unknown[] = []
  const open = new Set(codes)
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    if (init?.method === 'POST') {
      const body = JSON.parse(String(init.body)) as { code: string }
      mapped.push(body)
      const errors = [{ path: '/meaning', rule: 'meaning', message: '“X” is not the code of a test.' }]
      if (refuses) return Response.json(problemOf('invalid-fields', { errors }), { status: 400 })
      for (const one of open) if (one.code === body.code) open.delete(one)
      return Response.json({ applied: 3 })
    }
    const one = {
      ...{ code: 'LARK', name: 'Larkfield Epic', hospitalCode: '1001', institutionName: 'Larkfield' },
      ...{ processingId: 'P', mapped: 4, orders: 3, refused: 1, lastMessageAt: '2026-03-12T09:15:00.000Z' },
    }
    return Response.json({ interfaces: isEmpty ? [] : [one], unmapped: [...open], differing: [] })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 7, support: true }, institution: { code: '1001' } } as unknown as Session
  const router = createRouter({
    routeTree: createRootRoute({ component: EhrPage }),
    history: createMemoryHistory(),
  })
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return mapped
}

test('a code is mapped by its meaning, a question kept as a note by one click; both leave the list', async () => {
  const mapped = await showPage()
  await expect.element(page.getByText('1 refused in 7 days')).toBeVisible()
  await accessible()
  await page.getByRole('textbox', { name: 'Meaning of GEN1' }).fill('1600')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Epilepsy panel')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Keep as note' }).click()
  await expect.element(page.getByText('Every code that came has a meaning.')).toBeVisible()
  expect(mapped).toEqual([
    { kind: 'test', code: 'GEN1', meaning: '1600' },
    { kind: 'question', code: 'Q7', meaning: 'note' },
  ])
})

test('a wrong meaning is explained at its field, on a phone too, and stays typed', async () => {
  await onPhone()
  await showPage({ refuses: true })
  const meaning = page.getByRole('textbox', { name: 'Meaning of GEN1' })
  await meaning.fill('X')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect.element(page.getByText('“X” is not the code of a test.')).toBeVisible()
  await expect.element(meaning).toHaveValue('X')
  await accessible()
})

test('without an interface it says how one is set up', async () => {
  await showPage({ isEmpty: true, codes: [] })
  await expect.element(page.getByText('No hospital sends orders')).toBeVisible()
})
