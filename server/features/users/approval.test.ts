import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#contract/people.ts'
import { PORTAL_ORIGIN, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { addUser, auditOf, idOf } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Registers a user as staff, with the institution or with a new one. */
async function register(subject: string, institution: string | { named: string }) {
  const client = portal.as(subject)
  const brought = async (named: string) =>
    client.institutions.create({
      body: {
        institutionName: named,
        addresses: [
          { type: 'Primary', addressLine1: '1 Mill', city: 'Ardenmoor', state: 'OH', postalCode: '43215' },
        ],
        phones: [{ type: 'Work', phoneNumber: '+16145550101' }],
      },
    })
  const { id: institutionId, code } =
    typeof institution === 'string'
      ? await portal.worker.db
          .selectFrom('institution')
          .select(['id', 'code'])
          .where('code', '=', institution)
          .executeTakeFirstOrThrow()
      : await brought(institution.named).then(({ id, institutionCode }) => ({ id, code: institutionCode }))
  const { id } = await client.physicians.register({
    body: {
      ...{
        firstName: 'Noor',
        lastName: subject,
        providerType: 'Staff',
        conditionsConfirmed: true,
        institutionId,
      },
      delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
      phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
    },
  })
  return { id, hospital: code, email: `${subject}@demo.test`.toLowerCase() }
}

const waiting = (by: string, search?: string) =>
  portal.as(by).users.waiting({ query: search ? { search } : {} })
const approve = (at: { id: number; hospital: string }, roles: GivenRole[], by = 'UserAdmin@P1') =>
  portal.as(by).users.decide({ params: at, body: { approve: true, roles } })
const refuse = (at: { id: number; hospital: string }, reason: string, by = 'UserAdmin@P1') =>
  portal.as(by).users.decide({ params: at, body: { approve: false, reason } })
const at = ({ id, hospital }: { id: number; hospital: string }) => ({ id, hospital })
const statusOf = async (subject: string) => (await portal.as(subject).physicians.current()).status

describe('users awaiting approval', () => {
  test('are listed at the institutions the user manages, the longest waiting first', async () => {
    const first = await register('First', PARENT)
    const atChild = await register('Second', CHILD)
    const { data, meta } = await waiting('UserAdmin@P1')
    expect(meta).toEqual({ total: 3, page: 1, limit: 25 })
    expect(data.map(({ lastName }) => lastName)).toEqual(['waiting', 'First', 'Second'])
    expect(data[1]).toMatchObject({
      ...{ id: first.id, status: 'WaitingForApproval', roles: [], providerType: 'Staff' },
      ...{ institution: { code: PARENT, name: 'Parent Clinic' }, institutionIsNew: false },
      delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893' },
      phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
    })
    expect((await waiting('UserAdmin@C1')).data.map(({ id }) => id)).toEqual([atChild.id])
    expect((await waiting('UserAdmin@P1', 'fir noor')).data.map(({ id }) => id)).toEqual([first.id])
    expect(await problemOfCall(waiting('OrderSubmitter@P1'))).toMatchObject({ code: 'forbidden' })
  })
})

describe('approval', () => {
  test('opens the account with the given roles, and is announced by email', async () => {
    const one = await register('Approved', PARENT)
    expect(await statusOf('Approved')).toBe('WaitingForApproval')
    await approve(at(one), ['OrderViewer', 'OrderCreator'])
    expect(await statusOf('Approved')).toBe('Active')
    const seen = await portal.as('UserAdmin@P1').users.get({ params: at(one) })
    expect(seen.held.map(({ name, givenBy }) => [name, givenBy])).toEqual([
      ['OrderCreator', 'Test UserAdmin@P1'],
      ['OrderViewer', 'Test UserAdmin@P1'],
    ])
    expect(seen.changes.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
      ['approved', 'Test UserAdmin@P1', 'As Order viewer, Order creator'],
      ['registered', 'Test Approved', 'Staff'],
    ])
    const [mail] = await portal.mailsTo(one.email)
    expect(mail?.subject).toBe('Your account is approved')
    expect(mail?.body).toContain(`Log in at ${PORTAL_ORIGIN}`)
  })

  test('is given once: a second approver gets an error', async () => {
    const one = await register('Once', PARENT)
    const outcomes = await Promise.allSettled([
      approve(at(one), ['OrderViewer']),
      approve(at(one), ['OrderCreator'], 'SuperUser@P1'),
      refuse(at(one), 'Nobody knows them', 'SuperUser@P1'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await portal.mailsTo(one.email)).toHaveLength(1)
    const again = await problemOfCall(approve(at(one), ['OrderViewer']))
    expect(['user-state', 'not-found']).toContain(again.code)
  })

  test('that was already given is refused as such', async () => {
    const one = await register('Already', PARENT)
    await approve(at(one), ['OrderViewer'])
    for (const again of [() => approve(at(one), ['OrderViewer']), () => refuse(at(one), 'Too late')])
      expect(await problemOfCall(again())).toMatchObject({ status: 409, code: 'user-state' })
  })

  test('gives only roles that the user may give, and at least one', async () => {
    const one = await register('Roles', PARENT)
    expect(await problemOfCall(approve(at(one), ['SuperUser']))).toMatchObject({ code: 'forbidden' })
    expect(await problemOfCall(approve(at(one), []))).toMatchObject({ errors: [{ path: '/roles' }] })
    expect(await statusOf('Roles')).toBe('WaitingForApproval')
    await approve(at(one), ['SuperUser'], 'SuperUser@P1')
  })

  test("is refused for another institution's registration", async () => {
    const foreign = await register('Foreigner', FOREIGN)
    expect(await problemOfCall(approve(at(foreign), ['OrderViewer']))).toMatchObject({ status: 404 })
    const atParent = approve({ ...at(foreign), hospital: PARENT }, ['OrderViewer'])
    expect(await problemOfCall(atParent)).toMatchObject({ status: 404 })
  })
})

describe('a refusal', () => {
  test('lets its user correct the registration on the same day, and tells Support again', async () => {
    const told = async () =>
      (await portal.mailsTo('support@laboratory.test')).filter(({ body }) => body.includes('Foreign Clinic'))
        .length
    const before = await told()
    const one = await register('ravi', FOREIGN)
    expect(await told()).toBe(before + 1)
    await refuse(at(one), 'The phone number is wrong.', 'Support')
    await register('ravi', FOREIGN)
    expect(await told()).toBe(before + 2)
  })

  test('states the reason, and the person can register again', async () => {
    const one = await register('Refused', PARENT)
    await refuse(at(one), 'Nobody knows you here.')
    const [mail] = await portal.mailsTo(one.email)
    expect(mail?.subject).toBe('Your registration was not approved')
    expect(mail?.body).toContain('Reason: Nobody knows you here.')
    const known = await portal.as('Refused').physicians.registration()
    expect(known.refusal).toMatchObject({
      institutionName: 'Parent Clinic',
      reason: 'Nobody knows you here.',
    })
    expect(await auditOf(portal, one.id)).toMatchObject([
      { action: 'registered' },
      { action: 'refused', actor_name: 'Test UserAdmin@P1', detail: { reason: 'Nobody knows you here.' } },
    ])
    expect(await problemOfCall(refuse(at(one), 'Again'))).toMatchObject({ status: 404 })
    const again = await register('Refused', PARENT)
    expect(again.id).toBe(one.id)
    await approve(at(again), ['OrderViewer'])
    expect(await statusOf('Refused')).toBe('Active')
  })
})

describe('a new institution', () => {
  test('is approved by the laboratory, with its first user', async () => {
    const one = await register('Founder', { named: 'Ardenmoor Clinic' })
    for (const by of ['SuperUser@P1', 'UserAdmin@P1']) {
      expect((await waiting(by)).data.map(({ id }) => id)).not.toContain(one.id)
      expect(await problemOfCall(approve(at(one), ['SuperUser'], by))).toMatchObject({ status: 404 })
    }
    const { data } = await waiting('Support', 'founder')
    expect(data).toMatchObject([
      { id: one.id, institutionIsNew: true, institution: { name: 'Ardenmoor Clinic' } },
    ])
    await approve(at(one), ['SuperUser'], 'Support')
    const { approved_at } = await portal.worker.db
      .selectFrom('institution')
      .select('approved_at')
      .where('code', '=', one.hospital)
      .executeTakeFirstOrThrow()
    expect(approved_at).not.toBeNull()
    expect(await statusOf('Founder')).toBe('Active')
    const [mail] = await portal.mailsTo(one.email)
    expect(mail?.body).toContain('contact Larkfield Genetics Support')
  })

  test('stays unapproved if its first user is refused', async () => {
    const one = await register('Unwanted', { named: 'Nowhere Clinic' })
    await refuse(at(one), 'There is no such clinic.', 'Support')
    const { approved_at } = await portal.worker.db
      .selectFrom('institution')
      .select('approved_at')
      .where('code', '=', one.hospital)
      .executeTakeFirstOrThrow()
    expect(approved_at).toBeNull()
  })
})

test('a user who requests another institution awaits its approval, and keeps existing access', async () => {
  const one = await addUser(portal, 'Further', { [PARENT]: ['OrderViewer'] })
  const { id: institutionId } = await portal.worker.db
    .selectFrom('institution')
    .select('id')
    .where('code', '=', FOREIGN)
    .executeTakeFirstOrThrow()
  await portal.as(one.subject).institutions.addPhysician({
    params: { id: institutionId },
    body: { institutionId, physicianId: one.id },
  })
  await approve({ id: one.id, hospital: FOREIGN }, ['OrderCreator'], 'Support')
  const { customerRoles } = await portal.as(one.subject).physicians.current()
  expect(customerRoles.map(({ institution, roles }) => [institution.code, roles[0]?.name])).toEqual([
    [CHILD, 'OrderViewer'],
    [FOREIGN, 'OrderCreator'],
    [PARENT, 'OrderViewer'],
  ])
  expect(await idOf(portal, one.subject)).toBe(one.id)
})
