import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#contract/people.ts'
import { rolesAwaitingApproval } from '#domain/users/role-approval.ts'
import { givableRoles, INSTITUTION_ROLES } from '#domain/users/roles.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, PARENT } from '../../testing/world.ts'
import { addUser, auditOf } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ requiresSecondApproval: true })
})
afterAll(() => portal?.stop())

const users = (by: string) => portal.as(by).users
const invite = (by: string, email: string, roles: GivenRole[], hospital = PARENT) =>
  users(by).invite({ params: { hospital }, body: { email, roles } })
/** The address in a user's token, which is their current one at the identity provider. */
const addressOf = (subject: string) => `${subject}@demo.test`.toLowerCase()
const takeUp = (subject: string, id: number) =>
  portal.as(subject).physicians.acceptInvitation({ params: { id } })
const offered = async (subject: string) =>
  (await portal.as(subject).physicians.registration()).invitations.map(({ id }) => id)
/** A user registered elsewhere; their account's address is `addressOf`. */
const stranger = () => addUser(portal, 'Newcomer', {})
const rolesOf = async (subject: string, at = PARENT) => {
  const user = await portal
    .as(subject)
    .physicians.current()
    .catch(() => null)
  return user?.customerRoles.find(({ institution }) => institution.code === at)?.roles.map(({ name }) => name)
}
const changeStatus = (by: string, id: number, status: 'Blocked' | 'Inactive') =>
  users(by).changeStatus({ params: { hospital: PARENT, id }, body: { status, reason: 'Left' } })

describe('an invitation', () => {
  test("[SEC-06] cannot be accepted by its sender, whatever their account's current address", async () => {
    const admin = await addUser(portal, 'Climber', { [PARENT]: ['UserAdmin'] })
    // The portal stores the address used at registration; the account now has another one.
    await administer(portal.database.url, (db) =>
      db.updateTable('physician').set({ email: 'before@clinic.test' }).where('id', '=', admin.id).execute(),
    )
    const { id } = await invite(admin.subject, addressOf(admin.subject), ['OrderSubmitter'], CHILD)
    expect(await offered(admin.subject)).toEqual([])
    expect(await problemOfCall(takeUp(admin.subject, id))).toMatchObject({ status: 404 })
    expect(await rolesOf(admin.subject, CHILD)).toEqual(['UserAdmin'])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['was blocked', (id) => changeStatus('SuperUser@P1', id, 'Blocked')],
    ['has left', (id) => changeStatus('SuperUser@P1', id, 'Inactive')],
    [
      'has a lower role now',
      (id) =>
        users('SuperUser@P1').changeRoles({
          params: { hospital: PARENT, id },
          body: { roles: ['UserAdmin'] },
        }),
    ],
    [
      'was moved',
      (id) =>
        users('SuperUser@P1').move({
          params: { hospital: PARENT, id },
          body: { to: CHILD, reason: 'Moved' },
        }),
    ],
  ])('[SEC-07] is withdrawn if its sender %s', async (_, end) => {
    const boss = await addUser(portal, 'Boss', { [PARENT]: ['SuperUser'] })
    const invited = await stranger()
    const { id } = await invite(boss.subject, invited.email, ['SuperUser'])
    expect(await offered(invited.subject)).toEqual([id])
    await end(boss.id)
    expect(await offered(invited.subject)).toEqual([])
    expect(await problemOfCall(takeUp(invited.subject, id))).toMatchObject({ status: 404 })
    const open = await users('SuperUser@P1').invitations({ params: { hospital: PARENT } })
    expect(open.map((one) => one.id)).not.toContain(id)
    expect(await rolesOf(invited.subject)).toBeUndefined()
  })

  test('[SEC-07] is checked again when accepted: one that was not withdrawn gives no more than its sender may', async () => {
    const boss = await addUser(portal, 'Elsewhere', { [PARENT]: ['SuperUser'] })
    const invited = await stranger()
    const { id } = await invite(boss.subject, invited.email, ['SuperUser'], CHILD)
    await administer(portal.database.url, async (db) => {
      await db.deleteFrom('customer_role').where('physician_id', '=', boss.id).execute()
    })
    expect(await problemOfCall(takeUp(invited.subject, id))).toMatchObject({ status: 404 })
    // Whoever resends it becomes responsible.
    await users('SuperUser@P1').resend({ params: { hospital: CHILD, id } })
    await takeUp(invited.subject, id)
    expect(await rolesOf(invited.subject, CHILD)).toEqual(['SuperUser'])
  })

  test('stays if its sender changed but may still send it', async () => {
    const boss = await addUser(portal, 'Lesser', { [PARENT]: ['SuperUser', 'OrderViewer'] })
    const invited = await stranger()
    const { id } = await invite(boss.subject, invited.email, ['OrderViewer'])
    await users('SuperUser@P1').changeRoles({
      params: { hospital: PARENT, id: boss.id },
      body: { roles: ['SuperUser'] },
    })
    expect(await offered(invited.subject)).toEqual([id])
  })
})

describe('roles that can view orders, given to a new user by a user administrator', () => {
  const mails = async () =>
    (await portal.mailsTo(addressOf('SuperUser@P1'))).filter(({ subject }) => subject.includes('wait')).length
  const get = (by: string, id: number) => users(by).get({ params: { hospital: PARENT, id } })
  const waits = async (by: string, id: number) =>
    (await users(by).waiting({ query: { page: 1, limit: 100 } })).data.find((one) => one.id === id)

  test("[SEC-06] by an invitation: the user who accepts it, and the roles, await a second person's approval", async () => {
    const invited = await stranger()
    const before = await mails()
    const { id } = await invite('UserAdmin@P1', invited.email, ['OrderSubmitter'])
    await takeUp(invited.subject, id)
    expect(await rolesOf(invited.subject)).toBeUndefined()
    expect(await mails()).toBe(before + 1)
    expect(await waits('SuperUser@P1', invited.id)).toMatchObject({
      status: 'WaitingForApproval',
      proposed: { roles: ['OrderSubmitter'], by: 'Test UserAdmin@P1' },
    })
    // The same administrator cannot approve them.
    const decision = { approve: true as const, roles: ['OrderSubmitter' as const] }
    await users('UserAdmin@P1').decide({ params: { hospital: PARENT, id: invited.id }, body: decision })
    expect(await rolesOf(invited.subject)).toBeUndefined()
    await users('SuperUser@P1').decide({ params: { hospital: PARENT, id: invited.id }, body: decision })
    expect(await rolesOf(invited.subject)).toEqual(['OrderSubmitter'])
    expect((await get('SuperUser@P1', invited.id)).proposed).toBeNull()
  })

  test('[SEC-06] by an approval and by a change of roles, too', async () => {
    const applicant = await addUser(portal, 'Asker', { [PARENT]: [] }, { status: 'WaitingForApproval' })
    const params = { hospital: PARENT, id: applicant.id }
    await users('UserAdmin@P1').decide({
      params,
      body: { approve: true, roles: ['UserAdmin', 'OrderViewer'] },
    })
    expect(await rolesOf(applicant.subject)).toEqual(['UserAdmin'])
    const { proposed, abilities, waitIfGiven } = await get('UserAdmin@P1', applicant.id)
    expect([proposed?.roles, abilities.approveRoles]).toEqual([['OrderViewer'], false])
    expect(waitIfGiven).toEqual(['OrderCreator', 'OrderSubmitter', 'OrderViewer'])
    await users('UserAdmin@P1').changeRoles({ params, body: { roles: ['UserAdmin', 'OrderSubmitter'] } })
    expect(await rolesOf(applicant.subject)).toEqual(['UserAdmin'])
    for (const by of ['UserAdmin@P1', applicant.subject])
      expect(await problemOfCall(users(by).approveRoles({ params, body: { approve: true } }))).toMatchObject({
        code: 'forbidden',
      })
    // Whoever read the first proposal decides on neither.
    for (const decision of [{ approve: true as const }, { approve: false as const, reason: 'Too many' }])
      expect(
        await problemOfCall(
          users('Support').approveRoles({ params, body: { ...decision, proposed: ['OrderViewer'] } }),
        ),
      ).toMatchObject({ code: 'user-state' })
    const body = { approve: true as const, proposed: ['OrderSubmitter' as const] }
    const approved = await users('Support').approveRoles({ params, body })
    expect([approved.roles.toSorted(), approved.proposed]).toEqual([['OrderSubmitter', 'UserAdmin'], null])
    expect((await auditOf(portal, applicant.id)).map(({ action }) => action)).toEqual([
      ...['roles-proposed', 'approved', 'roles-proposed', 'roles-approved'],
    ])
    // A user approved once is not new: their roles change without a second person.
    await users('UserAdmin@P1').changeRoles({ params, body: { roles: ['OrderViewer'] } })
    expect(await rolesOf(applicant.subject)).toEqual(['OrderViewer'])
  })

  test('are declined with a reason, and end with a block', async () => {
    for (const [end, action] of [
      [
        (id: number) =>
          users('SuperUser@P1').approveRoles({
            params: { hospital: PARENT, id },
            body: { approve: false, reason: 'Not of this ward' },
          }),
        'roles-declined',
      ],
      [(id: number) => changeStatus('UserAdmin@P1', id, 'Blocked'), 'blocked'],
    ] as const) {
      const one = await addUser(portal, 'Declined', { [PARENT]: ['UserAdmin'] })
      const params = { hospital: PARENT, id: one.id }
      await users('UserAdmin@P1').changeRoles({ params, body: { roles: ['UserAdmin', 'OrderViewer'] } })
      expect((await get('SuperUser@P1', one.id)).proposed?.roles).toEqual(['OrderViewer'])
      await end(one.id)
      expect((await get('SuperUser@P1', one.id)).proposed).toBeNull()
      expect(await waits('SuperUser@P1', one.id)).toBeUndefined()
      expect((await auditOf(portal, one.id)).at(-1)?.action).toBe(action)
      expect(
        await problemOfCall(users('SuperUser@P1').approveRoles({ params, body: { approve: true } })),
      ).toMatchObject({ code: 'user-state' })
    }
  })

  test('are given immediately by a super user, and by everyone if the laboratory has switched this off', async () => {
    const one = await stranger()
    const { id } = await invite('SuperUser@P1', one.email, ['OrderCreator'])
    await takeUp(one.subject, id)
    expect(await rolesOf(one.subject)).toEqual(['OrderCreator'])
    const other = await stranger()
    const again = await invite('UserAdmin@P1', other.email, ['OrderCreator'])
    const off = await administer(portal.database.url, async (db) => {
      await sql`select set_config('karyo.subject', ${other.subject}, false),
                       set_config('karyo.email', ${other.email}, false)`.execute(db)
      const { rows } = await sql<{ status: string }>`
        select accept_invitation(${again.id}, false) as status`.execute(db)
      return rows[0]?.status
    })
    expect(off).toBe('Active')
  })
})

test('[UX-16] an approver sees the account’s name if the user registered with another one', async () => {
  const { data: found } = await portal.as('Samename').physicians.searchInstitutions({
    params: { id: 0 },
    query: { search: 'Parent Clinic', page: 1, limit: 1 },
  })
  const institutionId = found[0]?.institutionId ?? 0
  const register = (subject: string, firstName: string, lastName: string) =>
    portal.as(subject).physicians.register({
      body: {
        ...{ firstName, lastName, providerType: 'Staff', conditionsConfirmed: true },
        delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
        phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
        institutionId,
      },
    })
  // The token's name is Test and the subject.
  const same = await register('Samename', 'Test', 'Samename')
  const other = await register('Othername', 'Ines', 'Vale')
  const { data } = await users('UserAdmin@P1').waiting({ query: { page: 1, limit: 100 } })
  const accountNameOf = (id: number) => data.find((one) => one.id === id)?.accountName
  expect([accountNameOf(same.id), accountNameOf(other.id)]).toEqual([null, 'Test Othername'])
  const page = await users('UserAdmin@P1').get({ params: { hospital: PARENT, id: other.id } })
  expect(page.accountName).toBe('Test Othername')
  expect((await portal.as('Othername').physicians.registration()).account).toEqual({
    ...{ firstName: 'Test', lastName: 'Othername' },
  })
})

test('the database allows and denies what the rules say, for every role', async () => {
  for (const held of [...INSTITUTION_ROLES.map((role) => [role]), []] as GivenRole[][]) {
    const giver = await addUser(portal, `Giver${randomUUID().slice(0, 6)}`, { [PARENT]: held })
    for (const currentRoles of [[], ['OrderViewer'], ['UserAdmin']] as GivenRole[][]) {
      const other = await addUser(portal, 'Taker', { [PARENT]: currentRoles })
      const found = await administer(portal.database.url, async (db) => {
        const { rows } = await sql<{ role: GivenRole; may: boolean }>`
          select role, inviter_may(${giver.id}, false, ${PARENT}, array[role]) as may
          from unnest(${INSTITUTION_ROLES}::text[]) role`.execute(db)
        const waiting = await sql<{ all: GivenRole[] }>`
          select roles_that_wait(${giver.id}, false, ${other.id}, ${PARENT}, ${INSTITUTION_ROLES}) as all`.execute(
          db,
        )
        return { may: rows.filter(({ may }) => may).map(({ role }) => role), waiting: waiting.rows[0]?.all }
      })
      expect(found.may.toSorted()).toEqual(givableRoles(held).toSorted())
      const waiting = rolesAwaitingApproval({ giver: held, currentRoles, newRoles: INSTITUTION_ROLES })
      expect(found.waiting?.toSorted()).toEqual(waiting.toSorted())
    }
  }
})
