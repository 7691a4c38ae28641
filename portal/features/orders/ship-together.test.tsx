import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { offered, show } from '#ui/testing/show-field.tsx'
import type { BatchTarget, UnsentSample } from './batch-targets.ts'
import { useShipTogether } from './use-ship-together.tsx'

const session = { institution: { code: '1001' } } as unknown as Session
const unsent = (id: number): UnsentSample => ({
  ...{ id, orderId: id * 10, patientName: 'Testa Fern', specimenType: 'Blood', shipmentId: null },
  patient: { firstName: 'Testa', lastName: 'Fern', dateOfBirth: '', sex: 'Female', fetuses: '' },
})
const target = (...ids: number[]) => ({ hospital: '1001', with: ids.map(unsent) })

test('samples that a colleague has sent meanwhile stay offered as they were, and are refused by name', async () => {
  const sent: unknown[] = []
  const detail = 'Blood of Testa Fern, order 20: In the meantime, Fedex 1 was entered for it.'
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json(problemOf('wrong-state', { detail }), { status: 409 })
  })
  onTestFinished(() => fetched.mockRestore())
  let change = (_: BatchTarget<UnsentSample>) => {}
  function Page() {
    const [samples, setSamples] = useState<BatchTarget<UnsentSample>>(target(1, 2))
    change = setSamples
    const { open, dialog } = useShipTogether(samples, () => {})
    return (
      <>
        <button type="button" onClick={open}>
          Enter
        </button>
        {dialog}
      </>
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Enter' }).click()
  expect(await offered(page.getByRole('combobox', { name: 'Carrier' }))).toEqual(['Fedex', 'USPS'])
  await page.getByRole('option', { name: 'Fedex' }).click()
  await userEvent.fill(page.getByRole('textbox', { name: 'Tracking number' }), '799531274483')
  change(target(1))
  await page.getByRole('button', { name: 'Save tracking number' }).click()
  await expect.element(page.getByRole('alert').getByText(detail)).toBeVisible()
  await page.getByRole('checkbox', { name: /order 20/ }).click()
  await page.getByRole('button', { name: 'Save tracking number' }).click()
  await expect.poll(() => sent.length).toBe(2)
  const [one, two] = [1, 2].map((sampleId) => ({ sampleId, shipmentId: null }))
  expect(sent).toMatchObject([
    { sampleIds: [1, 2], seenIn: [one, two] },
    { sampleIds: [1], seenIn: [one] },
  ])
})
