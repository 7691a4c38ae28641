import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CascadeRelativeView } from '#contract/family-cascade.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { cascadeOptions } from './queries.ts'

function Names() {
  const { data } = useQuery(cascadeOptions('1001', 1, 3))
  return <p>{data?.familyName}</p>
}

test('a cascade is read again after a change of it, whose reply is empty', async () => {
  let name = 'Before'
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    if (init?.body === undefined)
      return Response.json({ familyId: 1, familyName: name, people: [], findings: [] })
    name = 'After'
    return new Response(null, { status: 204 })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { configuration: { features: { calendarDates: true } } } as unknown as Session
  const relative = { member: 'm', name: 'Mara', agreed: null } as CascadeRelativeView
  const closed = vi.fn()
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <Names />
        <ConsentDialog {...{ hospital: '1001', id: 1, relative, onClose: closed }} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Before')).toBeInTheDocument()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /how/i }).fill('By phone')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(page.getByText('After')).toBeInTheDocument()
  expect(closed).toHaveBeenCalledOnce()
})
