import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Registration } from '#contract/physicians.ts'
import { administer } from '#server/database/connection/connect.ts'
import { identityEventsInto } from '../../start/identity-events.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { institutionIdOf } from './testing/institution-id.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const idOf = (code: string) => institutionIdOf(portal, code)

async function asStaff(more: Partial<Registration> = {}): Promise<Registration> {
  return {
    ...{ firstName: 'Test', lastName: 'Person', providerType: 'Staff', conditionsConfirmed: true },
    delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
    phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
    institutionId: await idOf(PARENT),
    ...more,
  }
}
const asPhysician = (npi: string, firstName: string, lastName: string) =>
  asStaff({ ...{ providerType: 'Physician', npi, firstName, lastName }, delegate: null })

const register = (subject: string, body: Registration) => portal.as(subject).physicians.register({ body })

const memberships = (subject: string) =>
  administer(portal.database.url, (db) =>
    db
      .selectFrom('membership as m')
      .innerJoin('physician as p', 'p.id', 'm.physician_id')
      .where('p.subject', '=', subject)
      .select(['m.institution_code', 'm.status'])
      .execute(),
  )

describe('[API-06] a registration', () => {
  test('is stored once, and its user awaits approval', async () => {
    const me = await register('asha', await asStaff())
    expect(me).toMatchObject({ status: 'WaitingForApproval', customerRoles: [], phone: '+16145550101' })
    expect(await memberships('asha')).toEqual([{ institution_code: PARENT, status: 'WaitingForApproval' }])
    const again = await problemOfCall(register('asha', await asStaff()))
    expect(again.code).toBe('already-registered')
    expect((await portal.mailsTo('support@laboratory.test')).at(-1)?.body).toContain('/users/waiting')
  })

  test('has the name registered with the NPI, as in the registry or nearly so', async () => {
    const me = await register('zoe', await asPhysician('1000000012', 'Zoe', 'Ramnefjell'))
    expect(me).toMatchObject({ npi: '1000000012', providerType: 'Physician' })
  })

  test.each([
    ['another name', '1000000012', 'Zoe', 'Elsewhere', 'other-name'],
    ['a number with a wrong digit', '1000000013', 'Zoe', 'Ramnefjell', 'npi'],
    ['an unknown number', '1000000046', 'Zoe', 'Ramnefjell', 'npi'],
    ['a number that is no longer active', '1000000020', 'Zoe', 'Ramnefjell', 'deactivated'],
    ['an organization’s number', '1000000038', 'Zoe', 'Ramnefjell', 'organization'],
    ['no number', '', 'Zoe', 'Ramnefjell', 'required'],
  ])('of a provider with %s is refused', async (_, npi, firstName, lastName, rule) => {
    const refused = await problemOfCall(register('nora', await asPhysician(npi, firstName, lastName)))
    expect(refused).toMatchObject({ code: 'invalid-fields', errors: [{ path: '/npi', rule }] })
    expect(await memberships('nora')).toEqual([])
  })

  test('without an NPI names the provider who has agreed', async () => {
    const paths = async (more: Partial<Registration>) =>
      (await problemOfCall(register('olga', await asStaff(more)))).errors?.map(({ path }) => path)
    const delegate = { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true as const }
    expect(await paths({ delegate: null })).toEqual(['/delegate'])
    expect(await paths({ delegate: { ...delegate, providerName: 'Zoe Okafor' } })).toEqual([
      '/delegate/providerNpi',
    ])
    expect(await paths({ delegate: { ...delegate, agreed: false as true } })).toEqual(['/delegate/agreed'])
    expect(await paths({ npi: '1234567893' })).toEqual(['/npi'])
  })

  test('is refused with everything that is wrong, and nothing is written', async () => {
    const shape = await problemOfCall(
      register(
        'pia',
        await asStaff({ firstName: ' ', phoneNumbers: [], conditionsConfirmed: false as true }),
      ),
    )
    expect(shape.errors?.map(({ path }) => path).sort()).toEqual([
      '/conditionsConfirmed',
      '/firstName',
      '/phoneNumbers',
    ])
    const content = await problemOfCall(
      register('pia', {
        ...(await asPhysician('1000000012', 'Pia', 'Other')),
        phoneNumbers: [{ type: 'Work', phoneNumber: '+1614555010' }],
        institutionId: 999_999,
      }),
    )
    expect(content.errors?.map(({ path }) => path).sort()).toEqual([
      '/institutionId',
      '/npi',
      '/phoneNumbers/0/phoneNumber',
    ])
    expect(await problemOfCall(portal.as('pia').physicians.current())).toMatchObject({
      code: 'not-registered',
    })
  })

  test('[PERM-10] cannot set a status, roles, or another user’s record', async () => {
    for (const more of [{ status: 'Active' }, { roles: ['SuperUser'] }, { subject: 'Support' }, { id: 1 }]) {
      const response = await portal.request('/api/physicians', {
        ...{ as: 'quinn', method: 'POST' },
        body: { ...(await asStaff()), ...more },
      })
      expect((await problemIn(response)).errors?.map(({ path }) => path)).toEqual([
        `/${Object.keys(more)[0]}`,
      ])
    }
    expect(await memberships('quinn')).toEqual([])
  })

  test('requires a verified email address', async () => {
    const token = await portal.tokenOf('unverified', { emailVerified: false })
    const response = await portal.request('/api/physicians', {
      ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
      body: await asStaff(),
    })
    expect((await problemIn(response)).code).toBe('email-not-verified')
  })

  test('two concurrent ones create one user', async () => {
    const body = await asStaff()
    const outcomes = await Promise.allSettled([register('rune', body), register('rune', body)])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.problem.code] : []))
    expect(refused).toEqual(['already-registered'])
    expect(await memberships('rune')).toHaveLength(1)
  })
})

describe('[USERS-01] a new institution', () => {
  const institution = {
    institutionName: 'Ardenmoor Clinic',
    addresses: [
      { type: 'Primary' as const, addressLine1: '1 Mill', city: 'Arden', state: 'OH', postalCode: '43215' },
    ],
    phones: [{ type: 'Work' as const, phoneNumber: '+16145550101' }],
  }
  const search = async (as: string) =>
    (
      await portal.as(as).physicians.searchInstitutions({ params: { id: 0 }, query: { search: 'Ardenmoor' } })
    ).data.map((one) => one.institutionName)

  test('[ENT-03] is created once, visible only to its creator, and opened with its first user', async () => {
    const made = await portal.as('ines').institutions.create({ body: institution })
    const twice = await portal.as('ines').institutions.create({ body: institution })
    expect(twice.institutionId).toBe(made.institutionId)
    expect(made).toMatchObject({
      ...{ institutionName: 'Ardenmoor Clinic', createdByUser: true, parentInstitutionCode: null },
      ...{ institutionId: made.id, institutionCode: expect.stringMatching(/./) },
    })
    expect(await search('ines')).toEqual(['Ardenmoor Clinic'])
    expect(await search('another')).toEqual([])
    const stolen = await problemOfCall(
      register('another', await asStaff({ institutionId: made.institutionId })),
    )
    expect(stolen.errors?.map(({ path }) => path)).toEqual(['/institutionId'])

    await register('ines', await asStaff({ institutionId: made.institutionId }))
    const waiting = (as: string) =>
      portal
        .as(as)
        .users.waiting({ query: {} })
        .then(({ data }) => data.filter((one) => one.institutionIsNew))
    expect(await waiting('SuperUser@P1')).toEqual([])
    const [one] = await waiting('Support')
    if (!one) throw new Error('nobody waits')
    await portal.as('Support').users.decide({
      params: { hospital: made.institutionCode, id: one.id },
      body: { approve: true, roles: ['SuperUser'] },
    })
    expect(await search('another')).toEqual(['Ardenmoor Clinic'])
    const me = await portal.as('ines').physicians.current()
    expect(me).toMatchObject({
      status: 'Active',
      attestations: { tnCApproved: false },
      showUserManagementAttestationMessage: true,
    })
    expect(me.customerRoles[0]?.institution).toMatchObject({ name: 'Ardenmoor Clinic', createdByUser: true })
    const mails = await portal.mailsTo('ines@demo.test')
    expect(mails.map(({ subject }) => subject).join()).toMatch(/approved/i)
  })

  test('with invalid fields is refused with each of them', async () => {
    const refused = await problemOfCall(
      portal.as('jon').institutions.create({
        body: {
          institutionName: '',
          addresses: [{ ...institution.addresses[0], state: 'XX' } as never],
          phones: [],
        },
      }),
    )
    expect(refused.errors?.map(({ path }) => path).sort()).toEqual([
      '/addresses/0/state',
      '/institutionName',
      '/phones',
    ])
  })
})

describe('an invitation', () => {
  test('admits the owner of the address immediately, with the given roles, once', async () => {
    await portal.as('UserAdmin@P1').users.invite({
      params: { hospital: PARENT },
      body: { email: 'Vera@demo.test', roles: ['OrderCreator'] },
    })
    const [invitation] = (await portal.as('vera').physicians.registration()).invitations
    expect(invitation).toMatchObject({ institution: { institutionCode: PARENT }, roles: ['OrderCreator'] })
    const invitationId = invitation?.id ?? 0
    const refused = await problemOfCall(register('walt', await asStaff({ invitationId })))
    expect(refused.errors?.map(({ path }) => path)).toEqual(['/invitationId'])
    expect(await memberships('walt')).toEqual([])
    const atForeign = await asStaff({ invitationId, institutionId: await idOf(FOREIGN) })
    expect((await problemOfCall(register('vera', atForeign))).errors?.map(({ path }) => path)).toEqual([
      '/invitationId',
    ])
    const me = await register('vera', await asStaff({ invitationId }))
    expect(me).toMatchObject({ status: 'Active' })
    expect(me.customerRoles.map(({ institution, roles }) => [institution.code, roles[0]?.name])).toEqual([
      [CHILD, 'OrderCreator'],
      [PARENT, 'OrderCreator'],
    ])
    expect(
      await problemOfCall(portal.as('vera').physicians.acceptInvitation({ params: { id: invitationId } })),
    ).toMatchObject({
      code: 'not-found',
    })
  })

  test('to another institution is accepted by a registered user', async () => {
    await portal.as('Support').users.invite({
      params: { hospital: FOREIGN },
      body: { email: 'provider@demo.test', roles: ['OrderViewer'] },
    })
    const [invitation] = (await portal.as('provider').physicians.registration()).invitations
    await portal.as('provider').physicians.acceptInvitation({ params: { id: invitation?.id ?? 0 } })
    const { customerRoles } = await portal.as('provider').physicians.current()
    expect(customerRoles.find(({ institution }) => institution.code === FOREIGN)?.roles).toEqual([
      { id: 5, name: 'OrderViewer' },
    ])
  })
})

describe('an address changed at the identity provider', () => {
  const now = () => Math.floor(Date.now() / 1000)
  /** Opens the portal with a token that has this address. */
  async function open(
    subject: string,
    email: string,
    more: { emailVerified?: boolean; issuedAt?: number } = {},
  ) {
    const headers = { authorization: `Bearer ${await portal.tokenOf(subject, { email, ...more })}` }
    return (await portal.request('/api/physicians/current', { headers })).json()
  }
  const recordOf = (subject: string) =>
    administer(portal.database.url, (db) =>
      db
        .selectFrom('physician')
        .select(['id', 'email'])
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow(),
    )
  const invited = async (subject: string) => {
    await portal.as('UserAdmin@P1').users.invite({
      params: { hospital: PARENT },
      body: { email: `${subject}@demo.test`, roles: ['OrderViewer'] },
    })
    const [invitation] = (await portal.as(subject).physicians.registration()).invitations
    await register(subject, await asStaff({ invitationId: invitation?.id ?? 0, lastName: subject }))
    return recordOf(subject)
  }

  test('replaces the one in the record at the next sign-in: notices and report copies go there', async () => {
    const { id } = await invited('yara')
    expect(await open('yara', 'Yara.New@demo.test')).toMatchObject({ email: 'yara.new@demo.test' })
    const query = { page: 1, limit: 20, search: 'yara', status: 'Active' as const }
    const { data } = await portal.as('OrderSubmitter@P1').physicians.additionalRecipients({ query })
    expect(data.map(({ email }) => email)).toEqual(['yara.new@demo.test'])
    await portal
      .as('UserAdmin@P1')
      .users.changeRoles({ params: { hospital: PARENT, id }, body: { roles: ['OrderCreator'] } })
    const subjects = (await portal.mailsTo('yara.new@demo.test')).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your roles have changed'])
    const line = await portal.worker.db
      .selectFrom('audit_event')
      .select('detail')
      .where('actor_subject', '=', 'yara')
      .where('action', '=', 'profile-changed')
      .execute()
    expect(line).toEqual([{ detail: { email: 'yara.new@demo.test', previous: 'yara@demo.test' } }])
  })

  test('is not taken over from an older token, or unless it is verified', async () => {
    await invited('xenia')
    await open('xenia', 'xenia.new@demo.test', { issuedAt: now() - 60 })
    expect(await open('xenia', 'xenia@demo.test', { issuedAt: now() - 120 })).toMatchObject({
      email: 'xenia.new@demo.test',
    })
    await open('xenia', 'somebody@demo.test', { emailVerified: false })
    expect((await recordOf('xenia')).email).toBe('xenia.new@demo.test')
  })

  test('is taken over for Support as well', async () => {
    await portal.as('Support').physicians.current()
    await open('Support', 'support.new@demo.test', { issuedAt: now() + 1 })
    expect((await recordOf('Support')).email).toBe('support.new@demo.test')
    await open('Support', 'support@demo.test', { issuedAt: now() + 2 })
    expect((await recordOf('Support')).email).toBe('support@demo.test')
  })

  test('at the embedded provider, is taken over at once', async () => {
    await invited('wilma')
    await identityEventsInto(
      portal.worker,
      portal.portal,
    )({
      ...{ type: 'email-changed', previous: 'wilma@demo.test', sub: 'wilma' },
      ...{ email: 'wilma.new@demo.test', address: '192.0.2.7' },
    })
    expect((await recordOf('wilma')).email).toBe('wilma.new@demo.test')
    // Of somebody who is not registered.
    await identityEventsInto(
      portal.worker,
      portal.portal,
    )({
      ...{ type: 'email-changed', previous: 'nobody@demo.test', sub: 'nobody' },
      ...{ email: 'nobody.new@demo.test', address: '192.0.2.7' },
    })
  })
})
