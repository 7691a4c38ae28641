import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type {
  AdviceCall,
  AdviceOfHospital,
  DifferingOrder,
  OutgoingMessage,
  ResultSending,
  UnmappedCode,
} from '#contract/ehr.ts'
import { problemOf } from '#contract/errors.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import EhrPage from './EhrPage.tsx'
import * as texts from './texts.ts'

const OF = { interfaceCode: 'LARK', interfaceName: 'Larkfield Epic', orders: 3 }
const CODES: UnmappedCode[] = [
  { ...OF, kind: 'test', code: 'GEN1', words: 'Epilepsy panel' },
  { ...OF, kind: 'question', code: 'Q7', words: 'Consanguinity?' },
]

const SENDING: ResultSending = {
  ...{ interfaceCode: 'LARK', interfaceName: 'Larkfield Epic', waiting: 3, held: 1, refused: 1 },
  ...{ waitingSince: '2026-03-12T09:15:00.000Z', tries: 2, lastError: 'cannot be reached' },
}
const REFUSED: OutgoingMessage = {
  ...{ id: 17, interfaceCode: 'LARK', interfaceName: 'Larkfield Epic', orderId: 4711, hospitalCode: '1001' },
  ...{ status: 'final', state: 'refused', reason: 'AE: no such order', sentAgain: 1 },
  writtenAt: '2026-03-12T09:15:00.000Z',
}

/** Shows the page to Support; returns what it asked the server to do. */
function showPage({
  codes = CODES,
  refuses = false,
  isEmpty = false,
  outgoing = [] as OutgoingMessage[],
  differing = [] as DifferingOrder[],
  advice = { advice: [] as AdviceOfHospital[], adviceCalls: [] as AdviceCall[] },
} = {}): unknown[] {
  const mapped: unknown[] = []
  const open = new Set(codes)
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (init?.method === 'POST' && String(path).includes('/messages/')) {
      mapped.push([new URL(String(path), 'http://x').pathname, JSON.parse(String(init.body ?? '{}'))])
      return String(path).includes('/LARK/')
        ? Response.json({ sent: 1 })
        : new Response(null, { status: 204 })
    }
    if (init?.method === 'PUT') {
      const body = JSON.parse(String(init.body)) as { on: boolean }
      mapped.push([new URL(String(path), 'http://x').pathname, body])
      for (const one of advice.advice) one.isOn = body.on
      return new Response(null, { status: 204 })
    }
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
    return Response.json({
      interfaces: isEmpty ? [] : [one],
      unmapped: [...open],
      differing,
      outgoing,
      sending: outgoing.length > 0 ? [SENDING] : [],
      ...advice,
    })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 7, support: true }, institution: { code: '1001' } } as unknown as Session
  const router = createRouter({
    routeTree: createRootRoute({ component: EhrPage }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return mapped
}

test('a code is mapped by its meaning, a question kept as a note by one click; both leave the list', async () => {
  const mapped = showPage()
  await expect.element(page.getByText('1 refused in 7 days')).toBeVisible()
  await accessible()
  await page.getByRole('textbox', { name: 'Meaning of GEN1' }).fill('1600')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Epilepsy panel')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Keep as note' }).click()
  await expect.element(page.getByText('Every code that came is mapped.')).toBeVisible()
  expect(mapped).toEqual([
    { kind: 'test', code: 'GEN1', meaning: '1600' },
    { kind: 'question', code: 'Q7', meaning: 'note' },
  ])
})

test('a wrong meaning is explained at its field, on a phone too, and stays typed', async () => {
  await onPhone()
  showPage({ refuses: true })
  const meaning = page.getByRole('textbox', { name: 'Meaning of GEN1' })
  await meaning.fill('X')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect.element(page.getByText('“X” is not the code of a test.')).toBeVisible()
  await expect.element(meaning).toHaveValue('X')
  await accessible()
})

test('without an interface it says how one is set up', async () => {
  showPage({ isEmpty: true, codes: [] })
  await expect.element(page.getByText('No hospital sends orders')).toBeVisible()
})

test('a refused result is sent again, alone or with all others, or skipped with a reason', async () => {
  const asked = showPage({ outgoing: [REFUSED, { ...REFUSED, id: 18, state: 'behind', reason: '' }] })
  await expect.element(page.getByText('AE: no such order')).toBeVisible()
  await expect.element(page.getByText('2 without an answer: cannot be reached')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Send again, order 4711' }).click()
  await page.getByRole('button', { name: 'Send all again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Skip, order 4711' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Skip' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Filed by hand')
  await accessible()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked).toEqual([
    ['/api/laboratory/ehr/messages/17/send-again', {}],
    ['/api/laboratory/ehr/LARK/messages/send-again', {}],
    ['/api/laboratory/ehr/messages/17/skip', { reason: 'Filed by hand' }],
  ])
})

test('advice is switched on, and shows what was asked, answered, followed and overridden, on a phone too', async () => {
  await onPhone()
  const one: AdviceOfHospital = {
    ...{
      interfaceCode: 'LARK',
      interfaceName: 'Larkfield Epic',
      isOn: false,
      iss: 'https://ehr.larkfield.test',
    },
    ...{ address: 'https://portal.test/cds/LARK/cds-services', asked: 40, late: 2, refused: 1 },
    ...{ cards: 3, accepted: 1, overridden: 1 },
  }
  const call = { interfaceName: 'Larkfield Epic', at: '2026-03-12T09:15:00.000Z', tookMs: 31 }
  const card: AdviceCall['cards'][number] = {
    ...{ summary: 'Exome Trio needs both parents; none has a specimen', orderId: 4711, reason: 'follows' },
    rule: 'parents-missing',
    outcome: 'overridden',
  }
  const adviceCalls: AdviceCall[] = [
    { ...call, id: 'a', service: 'karyo-order-sign', outcome: 'answered', reason: '', cards: [card] },
    { ...call, id: 'b', service: 'karyo-patient-view', outcome: 'refused', reason: 'used', cards: [] },
  ]
  const asked = showPage({ advice: { advice: [one], adviceCalls } })
  await expect.element(page.getByText('2 too late, 1 refused')).toBeVisible()
  await expect.element(page.getByText('1 followed, 1 overridden')).toBeVisible()
  await expect.element(page.getByText('About order 4711; overridden: follows')).toBeVisible()
  await expect.element(page.getByText('Refused: used')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Switch on, Larkfield Epic' }).click()
  await expect.element(page.getByRole('button', { name: 'Switch off, Larkfield Epic' })).toBeVisible()
  expect(asked).toEqual([['/api/laboratory/ehr/LARK/advice', { on: true }]])
})

test('of two hospital orders that became one order and were changed at once, one is cancelled later', async () => {
  const differing: DifferingOrder[] = [1, 2].map((id) => ({
    ...{ id, interfaceName: 'Larkfield Epic', orderId: 4711, hospitalCode: '1001', isDraft: false },
    ...{ isCancelled: false, changedAt: '2026-03-12T09:15:00.000Z' },
  }))
  showPage({ differing })
  const listed = () =>
    page
      .getByRole('table', { name: texts.different })
      .getByText(/^(Changed|Cancelled) there$/)
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(listed).toEqual([texts.changed, texts.changed])
  for (const one of differing.splice(1))
    differing.unshift({ ...one, isCancelled: true, changedAt: '2026-03-13T09:15:00.000Z' })
  await page.getByRole('button', { name: 'Keep as note' }).click()
  await expect.poll(listed).toEqual([texts.cancelled, texts.changed])
})
