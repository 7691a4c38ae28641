import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#contract/people.ts'
import { INVITATION_DAYS } from '#domain/users/invitations.ts'
import { administer } from '#server/database/connection/connect.ts'
import { PORTAL_ORIGIN, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { addUser } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const users = (by = 'UserAdmin@P1') => portal.as(by).users
const invite = (email: string, roles: GivenRole[] = ['OrderViewer'], by?: string, hospital = PARENT) =>
  users(by).invite({ params: { hospital }, body: { email, roles } })
const open = async (hospital = PARENT, by?: string) =>
  (await users(by).invitations({ params: { hospital } })).map(({ email }) => email)
const resend = (id: number, by?: string, hospital = PARENT) => users(by).resend({ params: { hospital, id } })
const withdraw = (id: number, by?: string, hospital = PARENT) =>
  users(by).withdraw({ params: { hospital, id } })
/** Makes an invitation expire. */
const expire = (id: number) =>
  administer(portal.database.url, (db) =>
    db
      .updateTable('invitation')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute(),
  )
const audited = (id: number) =>
  portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'actor_name', 'institution_code', 'detail'])
    .where('entity', '=', 'invitation')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()

describe('an invitation', () => {
  test('is a mail with the inviter, institution, roles, expiry and link', async () => {
    const sent = await invite('Maren.Oduya+lab@clinic.test', ['OrderSubmitter', 'UserAdmin'])
    expect(sent).toMatchObject({
      ...{ email: 'maren.oduya+lab@clinic.test', roles: ['OrderSubmitter', 'UserAdmin'], expired: false },
      invitedBy: 'Test UserAdmin@P1',
    })
    expect(Date.parse(sent.expiresAt) - Date.parse(sent.sentAt)).toBe(INVITATION_DAYS * 86_400_000)
    const [mail] = await portal.mailsTo(sent.email)
    // A name is never turned into a link in the mail.
    expect(mail?.subject).toBe('Test UserAdmin at P1 invited you to join Parent Clinic')
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', dateStyle: 'long' }).format(
      new Date(sent.expiresAt),
    )
    for (const words of [
      'Order submitter, User administrator',
      `expires on ${day}`,
      `${PORTAL_ORIGIN}/signup?email=maren.oduya%2Blab%40clinic.test`,
    ])
      expect(mail?.body).toContain(words)
    expect(await open()).toContain(sent.email)
    expect(await audited(sent.id)).toEqual([
      {
        ...{ action: 'invited', actor_name: 'Test UserAdmin@P1', institution_code: PARENT },
        detail: { email: sent.email, roles: ['OrderSubmitter', 'UserAdmin'] },
      },
    ])
  })

  test('admits whoever accepts it immediately, and their history names the inviter', async () => {
    const { id, email } = await invite('taker@demo.test', ['OrderCreator'])
    const invitee = portal.as('taker')
    const [found] = (await invitee.physicians.registration()).invitations
    expect(found).toMatchObject({ id, roles: ['OrderCreator'], invitedBy: 'Test UserAdmin@P1' })
    const registered = await invitee.physicians.register({
      body: {
        ...{ firstName: 'Noor', lastName: 'Taker', providerType: 'Staff', conditionsConfirmed: true },
        delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
        phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
        ...{ institutionId: found?.institution.institutionId ?? 0, invitationId: id },
      },
    })
    expect(registered.status).toBe('Active')
    expect(await open()).not.toContain(email)
    const { held, changes } = await users().get({ params: { hospital: PARENT, id: registered.id } })
    expect(held).toMatchObject([{ name: 'OrderCreator', givenBy: 'Test UserAdmin@P1' }])
    expect(changes).toMatchObject([
      { action: 'invitation-accepted', actor: 'Test taker' },
      { action: 'invited', actor: 'Test UserAdmin@P1', detail: 'As Order creator' },
    ])
  })

  test.each<[string, string, string, string]>([
    ['an active user', 'orderviewer@p1@demo.test', 'already-there', 'belongs to Parent Clinic'],
    ['who waits', 'waiting@demo.test', 'already-there', 'belongs to Parent Clinic'],
    ['a blocked user', 'blocked@demo.test', 'already-there', 'belongs to Parent Clinic'],
    ['the actor', 'useradmin@p1@demo.test', 'forbidden', 'You can’t change your own'],
    [
      'a user who left with a higher role than the actor may give',
      'inactive@demo.test',
      'forbidden',
      'may not assign',
    ],
  ])('is refused for %s', async (_, address, code, words) => {
    // The test users' addresses contain two @ signs; these get valid ones.
    const email = address.replace('@p1@', '.p1@')
    await administer(portal.database.url, (db) =>
      db.updateTable('physician').set({ email }).where('email', '=', address).execute(),
    )
    expect(await problemOfCall(invite(email))).toMatchObject({ code, detail: expect.stringContaining(words) })
    expect(await portal.mailsTo(email)).toEqual([])
  })

  test('is possible for a user who has left', async () => {
    const { email } = await addUser(portal, 'Gone', { [PARENT]: ['OrderViewer'] }, { status: 'Inactive' })
    expect((await invite(email)).email).toBe(email)
  })

  test('exists once per address, even with concurrent requests', async () => {
    const outcomes = await Promise.allSettled(
      ['UserAdmin@P1', 'SuperUser@P1', 'Support'].map((by) =>
        invite('once@clinic.test', ['OrderViewer'], by),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await problemOfCall(invite('ONCE@clinic.test'))).toMatchObject({
      status: 409,
      code: 'already-there',
    })
    expect(await portal.mailsTo('once@clinic.test')).toHaveLength(1)
    // Another institution's invitation is separate.
    await invite('once@clinic.test', ['OrderViewer'], 'UserAdmin@C1', CHILD)
  })

  test('gives only roles that the inviter may give, and at least one', async () => {
    expect(await problemOfCall(invite('super@clinic.test', ['SuperUser']))).toMatchObject({
      code: 'forbidden',
    })
    expect(await problemOfCall(invite('none@clinic.test', []))).toMatchObject({
      errors: [{ path: '/roles' }],
    })
    expect(await problemOfCall(invite('no address'))).toMatchObject({ errors: [{ path: '/email' }] })
    expect(
      await problemOfCall(invite('far@clinic.test', ['OrderViewer'], 'UserAdmin@P1', FOREIGN)),
    ).toMatchObject({
      status: 404,
    })
  })
})

describe('an unanswered invitation', () => {
  test('that has expired is listed as such; resent or given again, it is valid again', async () => {
    const { id, email } = await invite('late@clinic.test')
    await expire(id)
    const found = async () =>
      (await users().invitations({ params: { hospital: PARENT } })).filter((one) => one.email === email)
    expect(await found()).toMatchObject([{ id, expired: true }])
    expect(await resend(id)).toMatchObject({ id, expired: false })
    expect(await portal.mailsTo(email)).toHaveLength(2)
    await expire(id)
    const repeated = await invite(email, ['OrderCreator'])
    expect(await found()).toMatchObject([{ id: repeated.id, roles: ['OrderCreator'], expired: false }])
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'invited',
      'invitation-resent',
      'invitation-withdrawn',
    ])
  })

  test('that is withdrawn is gone', async () => {
    const { id, email } = await invite('withdrawn@clinic.test')
    await withdraw(id)
    expect(await open()).not.toContain(email)
    for (const again of [() => withdraw(id), () => resend(id)])
      expect(await problemOfCall(again())).toMatchObject({ status: 404 })
    expect((await audited(id)).map(({ action }) => action)).toEqual(['invited', 'invitation-withdrawn'])
    expect(await portal.mailsTo(email)).toHaveLength(1)
  })

  test("that gives roles beyond the user's own can be neither resent nor withdrawn by them", async () => {
    const { id } = await invite('super@clinic.test', ['SuperUser'], 'SuperUser@P1')
    for (const action of [() => resend(id), () => withdraw(id)])
      expect(await problemOfCall(action())).toMatchObject({ code: 'forbidden' })
    await expire(id)
    expect(await problemOfCall(invite('super@clinic.test'))).toMatchObject({ code: 'forbidden' })
    await withdraw(id, 'Support')
  })

  test('of another institution does not exist', async () => {
    const { id } = await invite('foreign@clinic.test', ['OrderViewer'], 'Support', FOREIGN)
    for (const action of [() => resend(id), () => withdraw(id), () => withdraw(id, 'UserAdmin@P1', FOREIGN)])
      expect(await problemOfCall(action())).toMatchObject({ status: 404 })
    expect(await open(FOREIGN, 'Support')).toEqual(['foreign@clinic.test'])
  })
})
