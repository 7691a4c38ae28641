import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddressEntry } from '#contract/addresses.ts'
import type { PhoneEntry } from '#contract/people.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, TERMS } from '../../testing/world.ts'
import { addUser } from '../users/testing/users.ts'

let portal: TestPortal
let user: Awaited<ReturnType<typeof addUser>>
let id: number
const me = () => portal.as(user.subject).physicians
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  user = await addUser(portal, 'Profiled', { [PARENT]: ['OrderSubmitter'] }, { npi: '1000000053' })
  id = user.id
})
afterAll(() => portal?.stop())

const params = () => ({ id })
const home: AddressEntry = {
  ...{ type: 'Primary', addressLine1: '1 Mill', addressLine2: '', city: 'Town', state: 'OH' },
  ...{ stateName: 'Ohio', stateId: 36, postalCode: '43215', country: 'USA', otherCountry: '' },
}

describe('[API-09 ENT-01 ENT-02 GAP-11] phones and addresses', () => {
  test('are replaced; phone is the first entry, fax is the one of type Fax', async () => {
    const phones: PhoneEntry[] = [
      { type: 'Cell', phoneNumber: '+16145550101' },
      { type: 'Fax', phoneNumber: '+16145550102' },
      { type: 'Home', phoneNumber: '+16145550103' },
    ]
    await me().changePhones({ params: params(), body: phones })
    const addresses = (['Primary', 'Billing', 'Mailing', 'All'] as const).map((type) => ({ ...home, type }))
    await me().changeAddresses({ params: params(), body: addresses })
    expect(await me().current()).toMatchObject({
      ...{ id, physicianId: id, firstName: 'Ines', lastName: 'Profiled', npi: '1000000053', prefix: '' },
      ...{ suffix: '', status: 'Active', locationName: 'Child Clinic', email: user.email },
      ...{ emails: [user.email], institutionId: expect.any(Number) },
      ...{ phone: '+16145550101', fax: '+16145550102', phoneNumbers: phones, addresses },
      ...{ attestations: { tnCApproved: true }, userManagementSupported: true },
      ...{ showUserManagementAttestationMessage: false, customerRoles: expect.any(Array) },
    })
    await me().changePhones({ params: params(), body: phones.toReversed().slice(1) })
    expect(await me().current()).toMatchObject({
      ...{ phone: '+16145550102', fax: '+16145550102' },
      simplified: { physicianId: id, phone: '+16145550101', fax: '+16145550102', addresses },
    })
    await me().changePhones({ params: params(), body: [] })
    expect(await me().current()).toMatchObject({ phone: '', fax: '' })
  })

  test('that are invalid are refused with every field, and the earlier ones stay', async () => {
    const before = await me().current()
    const wrong = [
      { type: 'Pager', phoneNumber: '555' },
      { type: 'Work', phoneNumber: '+1614555010' },
    ] as PhoneEntry[]
    const shape = await problemOfCall(me().changePhones({ params: params(), body: wrong }))
    expect(shape.errors?.map(({ path }) => path)).toEqual(['/0/type', '/0/phoneNumber'])
    const content = await problemOfCall(me().changePhones({ params: params(), body: wrong.slice(1) }))
    expect(content.errors?.map(({ path }) => path)).toEqual(['/0/phoneNumber'])
    const address = { ...home, city: '', state: 'Bavaria', postalCode: '4321' }
    const refused = await problemOfCall(me().changeAddresses({ params: params(), body: [home, address] }))
    expect(refused.errors?.map(({ path }) => path)).toEqual(['/1/city', '/1/state', '/1/postalCode'])
    expect(await me().current()).toEqual(before)
  })
})

describe('[API-10] favorites and notifications', () => {
  test('tests keep their order, each once, and have names', async () => {
    const body = ['OVA3', 'WES1', 'OVA3'].map((testCode) => ({ testCode }))
    await me().changeFavoriteTests({ params: params(), body })
    expect(await me().favoriteTests({ params: params() })).toEqual([
      { testCode: 'OVA3', testName: 'Ovarian Panel', displayCode: '', orderable: true },
      { testCode: 'WES1', testName: 'Whole Exome', displayCode: '', orderable: true },
    ])
  })

  test('[ENT-09] a test saved by a clinic’s own code, or a display code, is stored as that test', async () => {
    const body = ['P-18', 'EXOME', 'P-17', '1300'].map((testCode) => ({ testCode }))
    await me().changeFavoriteTests({ params: params(), body })
    expect(await me().favoriteTests({ params: params() })).toEqual([
      { testCode: 'EPI2', testName: 'Epilepsy Panel', displayCode: '', orderable: true },
      { testCode: 'WES1', testName: 'Whole Exome', displayCode: '', orderable: true },
      { testCode: 'ONE7', testName: 'Single Gene', displayCode: '1300', orderable: true },
    ])
  })

  test('codes keep their order and have descriptions', async () => {
    await me().changeFavoriteCodes({ params: params(), body: [{ code: 'F84.0' }, { code: 'G40.309' }] })
    expect(await me().favoriteCodes({ params: params() })).toEqual([
      { code: 'F84.0', description: 'Autistic disorder' },
      { code: 'G40.309', description: 'Generalized idiopathic epilepsy' },
    ])
  })

  test('refuses unknown ones by position; an existing favorite may stay', async () => {
    const had = [{ testCode: 'OVA3' }, { testCode: 'WES1' }]
    await me().changeFavoriteTests({ params: params(), body: had })
    const body = [{ testCode: 'WES1' }, { testCode: 'NONE' }]
    const refused = await problemOfCall(me().changeFavoriteTests({ params: params(), body }))
    expect(refused.errors?.map(({ path }) => path)).toEqual(['/1/testCode'])
    expect(await me().favoriteTests({ params: params() })).toHaveLength(2)
    const code = await problemOfCall(me().changeFavoriteCodes({ params: params(), body: [{ code: 'X' }] }))
    expect(code.errors?.map(({ path }) => path)).toEqual(['/0/code'])
    await administer(portal.database.url, (db) =>
      db
        .updateTable('physician')
        .set({ favorite_tests: ['GONE'] })
        .where('id', '=', id)
        .execute(),
    )
    await me().changeFavoriteTests({ params: params(), body: [{ testCode: 'GONE' }, { testCode: 'WES1' }] })
    expect(await me().favoriteTests({ params: params() })).toMatchObject([
      { testCode: 'GONE', orderable: false },
      { testCode: 'WES1', orderable: true },
    ])
  })

  test('sends emails as chosen', async () => {
    const body = {
      whose: 'institution',
      reportReady: false,
      reportCorrected: true,
      sampleReceived: true,
      actionNeeded: false,
    } as const
    await me().changeNotifications({ params: params(), body })
    expect(await me().notifications({ params: params() })).toEqual(body)
  })
})

test.each([
  ['whose provider has authorized them', 'OrderSubmitter@P1', true],
  ['without NPI and without authorization', 'no-delegate', false],
  ['who orders under their own NPI', 'provider', false],
])('the profile of a user %s says so', async (_, subject, delegated) => {
  expect(await portal.as(subject).physicians.current()).toMatchObject({ delegated })
})

test('prefix and suffix can be changed; the name cannot', async () => {
  await me().changeName({ params: params(), body: { prefix: 'Dr', suffix: 'MD' } })
  expect(await me().current()).toMatchObject({ prefix: 'Dr', suffix: 'MD', firstName: 'Ines' })
  const response = await portal.request(`/api/physicians/${id}/name`, {
    ...{ as: user.subject, method: 'PUT', body: { prefix: '', suffix: '', lastName: 'Other' } },
  })
  expect(response.status).toBe(422)
})

test('[API-11] the privacy notice is due until it is approved, and again after a year', async () => {
  const due = async () => (await me().current()).annualNoticeDue
  expect(await due()).toBe(true)
  await me().approveNotice({ params: params() })
  expect(await due()).toBe(false)
  const longAgo = new Date(Date.now() - 366 * 24 * 3_600_000)
  await administer(portal.database.url, (db) =>
    db.updateTable('physician').set({ notice_approved_at: longAgo }).where('id', '=', id).execute(),
  )
  expect(await due()).toBe(true)
})

test("[API-12] before the terms are accepted, only the user's own profile is available", async () => {
  const client = portal.as('no-terms')
  const list = () => client.orders.list({ params: { hospital: PARENT }, query: {} })
  expect((await problemOfCall(list())).code).toBe('terms-not-accepted')
  expect((await client.physicians.current()).attestations.tnCApproved).toBe(false)
  // The page was opened before the laboratory changed its terms.
  const before = await problemOfCall(client.physicians.acceptTerms({ query: { version: 'world-0' } }))
  expect(before).toMatchObject({ status: 409, code: 'terms-changed' })
  expect((await client.physicians.current()).attestations.tnCApproved).toBe(false)
  await client.physicians.acceptTerms({ query: { version: TERMS } })
  expect((await client.physicians.current()).attestations.tnCApproved).toBe(true)
  expect((await list()).total).toBe(0)
})

test('[API-02 PERM-05] a user manager attests with an empty text body, and is admitted', async () => {
  const client = portal.as('not-attested')
  expect(await client.physicians.current()).toMatchObject({
    ...{ showUserManagementAttestationMessage: true, userManagementSupported: false },
  })
  const response = await portal.request('/api/physicians/attestate-me-as-user-manager', {
    ...{ as: 'not-attested', method: 'PUT', headers: { 'content-type': 'text/plain' }, body: '' },
  })
  expect(response.status).toBe(200)
  expect(await client.physicians.current()).toMatchObject({
    ...{ showUserManagementAttestationMessage: false, userManagementSupported: true },
  })
  const viewer = await problemOfCall(portal.as('OrderViewer@P1').physicians.attest())
  expect(viewer.code).toBe('forbidden')
})

test('[API-01] an NPI is looked up with its registered name', async () => {
  const lookUp = (npi: string) => portal.as('a newcomer').physicians.lookupNpi({ params: { npi } })
  expect(await lookUp('1000000012')).toEqual({
    ...{ npi: '1000000012', firstName: 'Zoë', lastName: 'Ramnefjell', credential: 'MD' },
    ...{ specialty: 'Clinical Genetics (M.D.)', city: 'Columbus', state: 'OH' },
  })
  expect((await problemOfCall(lookUp('1000000046'))).code).toBe('npi-unknown')
  expect((await problemOfCall(lookUp('1000000020'))).code).toBe('npi-unknown')
  expect((await problemOfCall(lookUp('1234567890'))).errors).toMatchObject([{ path: '/path/npi' }])
})

test("[API-03 API-08] institutions are listed in pages, and the user's own with status and roles", async () => {
  const search = (query: { search?: string; page?: number; limit?: number }) =>
    me().searchInstitutions({ params: params(), query })
  const all = await search({})
  expect(all.data.map(({ institutionName }) => institutionName)).toEqual([
    ...['Child Clinic', 'Foreign Clinic', 'Parent Clinic'],
  ])
  expect(all.data[0]).toMatchObject({ city: 'Springvale', state: 'IL', parentInstitutionCode: PARENT })
  expect((await search({ page: 2, limit: 2 })).meta).toEqual({ total: 3, page: 2, limit: 2 })
  expect((await search({ search: '%' })).data).toEqual([])
  expect((await search({ page: 1_000_000, limit: 100 })).data).toEqual([])
  const absurd = await problemOfCall(search({ page: Number.MAX_SAFE_INTEGER }))
  expect(absurd.errors).toMatchObject([{ path: '/query/page' }])
  expect(await me().institutions({ params: params() })).toMatchObject([
    { institutionCode: PARENT, status: 'Active', roles: ['OrderSubmitter'] },
  ])
})

test('[API-05] additional recipients are users of the actor’s institutions, by status', async () => {
  const recipients = (query: { status?: 'Active' | 'Blocked'; search?: string }) =>
    portal
      .as('OrderSubmitter@C1')
      .physicians.additionalRecipients({ query })
      .then(({ data }) => data.map(({ lastName }) => lastName))
  expect(await recipients({ search: 'submitter' })).toEqual(['OrderSubmitter@C1'])
  expect(await recipients({ status: 'Blocked' })).toEqual([])
  const { data } = await portal
    .as('provider')
    .physicians.additionalRecipients({ query: { status: 'Blocked' } })
  expect(data).toMatchObject([
    { lastName: 'blocked', email: 'blocked@demo.test', locationName: 'Parent Clinic' },
  ])
})

test("users' changes to their own record are audited", async () => {
  await me().changeName({ params: params(), body: { prefix: 'Dr', suffix: 'MD' } })
  await me().changeFavoriteTests({ params: params(), body: [{ testCode: 'WES1' }] })
  await me().approveNotice({ params: params() })
  const actions = await administer(portal.database.url, (db) =>
    db
      .selectFrom('audit_event')
      .select('action')
      .where('actor_subject', '=', user.subject)
      .where('entity_id', '=', String(id))
      .execute(),
  )
  const seen = new Set(actions.map(({ action }) => action))
  for (const action of ['profile-changed', 'favorites-changed', 'notice-approved'])
    expect(seen).toContain(action)
})
