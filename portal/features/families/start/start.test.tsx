import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import { checkFamily } from '#domain/family/checks.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { readFamilies } from '#domain/family/formats/formats.ts'
import { blankPatient, newOrder, PROBAND } from '#domain/orders/document.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { OrderFamilyCard } from '../order/OrderFamilyCard.tsx'
import { FileDialog } from '../papers/FileDialog.tsx'
import StartFamilyPage from './StartFamilyPage.tsx'

interface Sent {
  path: string
  body: { name: string; document: FamilyDocument; familyKey: string }
}

/** Shows a page; returns what was sent to begin a family. `isLost`: the server stores it, and its answer is lost. */
async function showPage(content: ReactNode, { isLost = false } = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = String(address)
    if (init?.method !== 'POST')
      return Response.json({ family: null, people: [], proposals: [], variants: [] })
    const body = JSON.parse(String(init.body))
    if (path.endsWith('/files')) {
      const read = readFamilies(body.text)
      if (!('families' in read)) throw new Error('the file is not read')
      const families = read.families.map((one) => ({ ...one, findings: checkFamily(one.document) }))
      return Response.json({ format: read.format, families })
    }
    sent.push({ path, body })
    if (isLost) throw new TypeError('lost')
    return Response.json({
      id: 900_001,
      hospitalCode: '1001',
      ...body,
      people: [],
      proposals: [],
      variants: [],
      family: null,
    })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 7 }, institution: { code: '1001' }, can: () => true } as unknown as Session
  const root = createRootRoute({ component: () => content })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return sent
}

/** Chooses a file of three people. */
async function chooseFile() {
  const ped = ['f\tdad\t0\t0\t1\t1', 'f\tmum\t0\t0\t2\t1', 'f\tana\tdad\tmum\t2\t2'].join('\n')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  await userEvent.upload(input, new File([ped], 'brook.ped', { type: 'text/plain' }))
  await expect.element(page.getByText('3 people')).toBeVisible()
}

describe('[FAM-02] a family is begun', () => {
  test('from nine numbers, 25 people by 40 keys', async () => {
    const sent = await showPage(<StartFamilyPage />)
    page.getByRole('textbox', { name: 'First name' }).element().focus()
    let presses = 0
    const press = async (...keys: string[]) => {
      for (const key of keys) await userEvent.keyboard(key)
      presses += keys.length
    }
    await press(...'Ana', '{Tab}', ...'Brook', '{Tab}', '{Tab}', '{Tab}')
    for (const [index, count] of ['2', '2', '1', '2', '2', '2', '2', '2', '2'].entries())
      await press(...(index === 0 ? [] : ['{Tab}']), count)
    await expect.element(page.getByText('25 people')).toBeVisible()
    await accessible()
    await press('{Enter}')
    await expect.poll(() => sent.length).toBe(1)
    const { name, document } = sent[0]?.body ?? { name: '', document: { people: [] } }
    expect(name).toBe('Brook')
    expect(document.people).toHaveLength(25)
    expect(checkFamily(document as FamilyDocument)).toEqual([])
    expect(presses).toBeLessThanOrEqual(40)
  })

  test('once, if it is tried again, and as another one if it was changed before', async () => {
    const sent = await showPage(<StartFamilyPage />, { isLost: true })
    const name = page.getByRole('textbox', { name: 'Last name' })
    const open = page.getByRole('button', { name: 'Open family' })
    for (const [at, text] of ['Brook', 'Brook', 'Brooks'].entries()) {
      await name.fill(text)
      await open.click()
      await expect.poll(() => sent.length).toBe(at + 1)
    }
    const [first, second, third] = sent.map(({ body }) => body)
    expect(second).toEqual(first)
    expect(third?.name).toBe('Brooks')
    expect(third?.familyKey).not.toBe(first?.familyKey)
  })

  test('from an order, by one key', async () => {
    const document = newOrder()
    const patients = [{ ...blankPatient('Proband', PROBAND), firstName: 'Ana', lastName: 'Brook' }]
    const order = { hospitalCode: '1001', id: 77, document: { ...document, patients } } as unknown as Order
    const sent = await showPage(<OrderFamilyCard order={order} />)
    const begin = page.getByRole('button', { name: 'Start a family' })
    await expect.element(begin).toBeVisible()
    begin.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent.map(({ path, body }) => [path, body.name]))
      .toEqual([['/api/Orders/1001/77/family', 'Brook']])
  })

  test('from a file, which names what is in it before anything is begun', async () => {
    const sent = await showPage(<FileDialog onClose={() => {}} />)
    await chooseFile()
    const name = page.getByRole('textbox', { name: 'Name of the family' })
    await name.fill('Brook')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent.map(({ body }) => [body.name, body.document.people.length]))
      .toEqual([['Brook', 3]])
  })

  test('from a file: once under a name, and as another one under another name', async () => {
    const sent = await showPage(<FileDialog onClose={() => {}} />, { isLost: true })
    await chooseFile()
    const name = page.getByRole('textbox', { name: 'Name of the family' })
    const start = page.getByRole('dialog').getByRole('button', { name: 'Start family' })
    for (const [at, text] of ['Brook', 'Brook', 'Brooks'].entries()) {
      await name.fill(text)
      await start.click()
      await expect.poll(() => sent.length).toBe(at + 1)
    }
    const [first, second, third] = sent.map(({ body }) => body)
    expect(second).toEqual(first)
    expect(third?.familyKey).not.toBe(first?.familyKey)
  })
})
