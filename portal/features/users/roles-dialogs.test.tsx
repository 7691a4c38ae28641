import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { User } from '#contract/users.ts'
import { show } from '#ui/testing/show-field.tsx'
import { ChangeRolesDialog } from './ChangeRolesDialog.tsx'
import { ApproveRolesDialog, DeclineRolesDialog } from './SecondPersonDialogs.tsx'

const user = {
  ...{ id: 7, firstName: 'Kai', lastName: 'Brandt', prefix: '', suffix: '' },
  ...{ institution: { code: '1001', name: 'Fernlight Clinic' }, mayGive: ['OrderViewer', 'OrderCreator'] },
  ...{ waitIfGiven: [], proposed: null },
  held: [
    { name: 'OrderViewer', inheritedFrom: null },
    { name: 'UserAdmin', inheritedFrom: null },
  ],
} as unknown as User

/** Opens a dialog about a user; returns what is sent, and what changes the user on the page behind. */
function open(Dialog: ComponentType<{ user: User; opened: boolean }>, first = user) {
  const sent: unknown[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({}, { status: 500 })
  })
  onTestFinished(() => fetched.mockRestore())
  let setUser = (_: User) => {}
  function Page() {
    const [current, setCurrent] = useState(first)
    const [opened, setOpened] = useState(false)
    setUser = setCurrent
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <Dialog user={current} opened={opened} />
      </>
    )
  }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  return { sent, setUser: (next: User) => setUser(next) }
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('roles are changed from those that the dialog began with, whatever a colleague takes meanwhile', async () => {
  const { sent, setUser } = open((props) => (
    <ChangeRolesDialog {...props} hospital="1001" onClose={() => {}} />
  ))
  setUser({ ...user, held: [...user.held, { name: 'OrderSubmitter', inheritedFrom: null }] } as User)
  await press('Open')
  await page.getByRole('checkbox', { name: 'Order creator' }).click()
  setUser(user)
  await expect.element(page.getByText(/^Adds:/)).toHaveTextContent('Adds: Order creator')
  await press('Change roles')
  await expect
    .poll(() => sent)
    .toEqual([
      {
        before: ['OrderViewer', 'UserAdmin', 'OrderSubmitter'],
        roles: expect.arrayContaining(['OrderViewer', 'UserAdmin', 'OrderSubmitter', 'OrderCreator']),
      },
    ])
})

const waiting = (roles: string[]) =>
  ({ ...user, proposed: { by: 'Ada Okafor', at: '2026-11-20T15:00:00.000Z', roles } }) as unknown as User

test.each([
  ['approved', ApproveRolesDialog, 'Approve roles', { approve: true }],
  ['declined', DeclineRolesDialog, 'Decline roles', { approve: false, reason: 'Not hers' }],
] as const)('roles that wait are %s as the dialog named them', async (_, Dialog, confirm, decision) => {
  const { sent, setUser } = open(
    (props) => <Dialog person={props.user} opened={props.opened} onClose={() => {}} onDecided={() => {}} />,
    waiting(['OrderSubmitter']),
  )
  await press('Open')
  setUser(waiting(['OrderSubmitter', 'UserAdmin']))
  if ('reason' in decision) await page.getByRole('textbox', { name: 'Reason' }).fill(decision.reason)
  await expect.element(page.getByText('Order submitter', { exact: true })).toBeVisible()
  await press(confirm)
  await expect.poll(() => sent).toEqual([{ ...decision, proposed: ['OrderSubmitter'] }])
})
