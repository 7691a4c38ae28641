import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('[USERS-02] an administrator lists, finds and invites the users of the institution, and changes roles and status', async () => {
  const { users } = portal.as('UserAdmin@P1')
  const list = (search?: string) =>
    users.list({ query: { hospitalCode: PARENT, limit: 100, ...(search ? { search } : {}) } })
  const before = await list()
  expect(before.data.length).toBe(before.meta.total)

  const roles = ['OrderViewer' as const]
  const invitation = await users.invite({
    params: { hospital: PARENT },
    body: { email: 'ines@demo.test', roles },
  })
  await portal.as('ines').physicians.register({
    body: {
      ...{ firstName: 'Ines', lastName: 'Aldana', providerType: 'Staff', conditionsConfirmed: true },
      delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
      phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
      institutionId: await institutionId(),
      invitationId: invitation.id,
    },
  })

  const found = await list('aldana')
  expect(found.data).toMatchObject([{ firstName: 'Ines', status: 'Active', roles: ['OrderViewer'] }])
  expect((await list()).meta.total).toBe(before.meta.total + 1)
  const params = { hospital: PARENT, id: found.data[0]?.id ?? 0 }
  await users.changeRoles({ params, body: { roles: ['OrderSubmitter'] } })
  await users.changeStatus({ params, body: { status: 'Blocked', reason: 'Lost their telephone' } })
  expect((await list('aldana')).data).toMatchObject([{ status: 'Blocked', roles: ['OrderSubmitter'] }])
  await users.changeStatus({ params, body: { status: 'Active', reason: 'Found it' } })
  const { changes, status } = await users.get({ params })
  expect(status).toBe('Active')
  expect(changes.map(({ action, reason }) => [action, reason])).toEqual([
    ['reactivated', 'Found it'],
    ['blocked', 'Lost their telephone'],
    ['roles-changed', ''],
    ['invitation-accepted', ''],
    ['invited', ''],
  ])
})

async function institutionId(): Promise<number> {
  const found = portal.worker.db.selectFrom('institution').select('id').where('code', '=', PARENT)
  return (await found.executeTakeFirstOrThrow()).id
}
