import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import type { Institution } from '#contract/institutions.ts'
import { queryClient } from '#portal/api.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { InstitutionCard } from './InstitutionCard.tsx'

const CLINIC: Institution = {
  ...{ id: 1, institutionId: 1, institutionName: 'Fernlight Clinic', institutionCode: '1001' },
  ...{ parentInstitutionCode: null, createdByUser: false, addresses: [], mayChange: true },
  phones: [{ type: 'Work', phoneNumber: '+16145550101' }],
  versions: { addresses: 'a0', phones: 'p0' },
}
const phone = page.getByRole('textbox', { name: /number/i })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Shows the card of clinic 1 on a page that can choose clinic 2. The server has `stored`, and refuses a phone list with
 * another version; returns what is saved.
 */
function showCard(clinic = CLINIC) {
  sessionStorage.clear()
  queryClient.clear()
  const stored: Record<number, Institution> = {
    1: clinic,
    2: { ...CLINIC, id: 2, institutionName: 'Mill Clinic', phones: [] },
  }
  const saved: [path: string, version: string | null, body: unknown][] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input)
    const found = stored[Number(/institutions\/(\d+)/.exec(path)?.[1])] ?? CLINIC
    if (init?.method !== 'PUT') return Response.json(found)
    const version = new Headers(init.headers).get('if-match')
    saved.push([path, version, JSON.parse(String(init.body))])
    const list = path.endsWith('/phones') ? 'phones' : 'addresses'
    if (version !== (found.versions?.[list] ?? null))
      return Response.json(problemOf('version-conflict'), { status: 412 })
    stored[found.id] = {
      ...found,
      [list]: JSON.parse(String(init.body)),
      versions: { ...found.versions, [list]: `${version}+` },
    }
    return new Response(null, { status: 204 })
  })
  onTestFinished(() => {
    fetched.mockRestore()
    sessionStorage.clear()
    queryClient.clear()
  })
  function Page() {
    const [id, setId] = useState(1)
    const session = { user: { id: 7 }, institution: { id }, institutions: [] } as unknown as Session
    return (
      <SessionContext value={session}>
        <Link to="/other">Other page</Link>
        <button type="button" onClick={() => setId(3 - id)}>
          Other institution
        </button>
        <InstitutionCard />
      </SessionContext>
    )
  }
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: Page }),
      createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Elsewhere</p> }),
    ]),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { stored, saved, router }
}

async function type(digits: string) {
  await press('Change')
  await userEvent.fill(phone, digits)
}

test('only the list that was changed is saved, in place of the version that was seen', async () => {
  const { saved } = showCard()
  await type('+16145550102')
  await accessible()
  await press('Save phone numbers')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved).toEqual([
    ['/api/institutions/1/phones', 'p0', [{ type: 'Work', phoneNumber: '+16145550102' }]],
  ])
  await press('Close')
  await expect.element(page.getByRole('heading', { name: 'Institution' })).toBeVisible()
})

test('a list that a colleague has changed meanwhile is not overwritten before the user has been told', async () => {
  const { stored, saved } = showCard()
  await type('+16145550102')
  stored[1] = {
    ...CLINIC,
    phones: [{ type: 'Fax', phoneNumber: '+16145550109' }],
    versions: { ...CLINIC.versions, phones: 'p1' },
  }
  await press('Save phone numbers')
  await expect.element(page.getByText(/Someone else changed this/)).toBeVisible()
  await expect.element(page.getByText(/Saving overwrites that change/)).toBeVisible()
  expect(stored[1].phones).toEqual([{ type: 'Fax', phoneNumber: '+16145550109' }])
  await press('Save phone numbers')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved.map(([, version]) => version)).toEqual(['p0', 'p1'])
})

test('a portal of the version before, which names no versions, is sent none', async () => {
  const { versions: _, ...ofVersionBefore } = CLINIC
  const { saved } = showCard(ofVersionBefore as Institution)
  await type('+16145550102')
  await press('Save phone numbers')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved.map(([, version]) => version)).toEqual([null])
})

test('what is typed is kept when another institution is chosen, and asked about before a link takes it away', async () => {
  const { router } = showCard()
  await type('+16145550102')
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeDisabled()
  await press('Other institution')
  await expect.element(page.getByText('Mill Clinic (1001)')).toBeVisible()
  await press('Other institution')
  await expect.element(phone).toHaveValue('(614) 555-0102')
  await expect.element(page.getByText(/earlier entries were restored/)).toBeVisible()
  await page.getByRole('link', { name: 'Other page' }).click()
  await press('Stay on this page')
  expect(router.state.location.pathname).toBe('/')
  await page.getByRole('link', { name: 'Other page' }).click()
  await press('Leave without saving')
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
  await router.navigate({ to: '/' } as never)
  await expect.element(page.getByRole('button', { name: 'Change' })).toBeVisible()
})
