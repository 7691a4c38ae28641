import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AppointmentField } from '#domain/counseling/appointment.ts'
import { LONGEST, MESSAGES } from '#domain/counseling/appointment.ts'
import { APPOINTMENT } from '#server/testing/examples/counseling.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import type { CounselingDeps } from './deps.ts'
import { HANDED_OVER, MOST_PER_CONTACT, STORED } from './limits.ts'
import { receive } from './receiving.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
/** Every test starts with no earlier requests from its address. */
afterEach(async () => {
  await portal.worker.db.updateTable('appointment_request').set({ address_key: null }).execute()
})

const send = (body: unknown) => portal.request('/api/Orders/GCAppointment', { method: 'POST', body })
/** A request that was not sent before. */
const fresh = (more: Record<string, unknown> = {}) => ({
  ...APPOINTMENT,
  email: `${randomUUID()}@family.test`,
  phoneNumber: `+1614${Math.floor(2e6 + Math.random() * 7e6)}`,
  ...more,
})
const rows = (email: unknown) =>
  portal.worker.db
    .selectFrom('appointment_request')
    .selectAll()
    .where((eb) => eb(eb.ref('content', '->>').key('email'), '=', String(email)))
    .orderBy('id')
    .execute()
async function jobsOf(id: number | undefined) {
  const jobs = await portal.boss.findJobs('counseling', { data: { requestId: id } })
  return jobs.length
}

test("[API-27] a patient's request without sign-in is stored once with its job, and nothing is echoed", async () => {
  const body = fresh({ requestKey: randomUUID(), language: 'es', openFor: 60_000 })
  const answer = await send(body)
  expect([answer.status, await answer.json()]).toEqual([201, { received: true }])
  const {
    requestKey: _key,
    language: _language,
    openFor: _open,
    ...content
  } = body as typeof body & {
    [more: string]: unknown
  }
  const [row, ...more] = await rows(body.email)
  expect(more).toEqual([])
  expect(row).toMatchObject({ content, state: 'stored', language: 'es', tries: 0 })
  expect(await jobsOf(row?.id)).toBe(1)
})

test('reports all errors together, each with its field, and repeats no input', async () => {
  const answer = await send({
    ...APPOINTMENT,
    ...{ firstName: ' 42 ', lastName: 'Quillbrookish', dateOfBirth: '2999-01-01', email: 'nobody@nowhere' },
    ...{ phoneNumber: '', preferredContact: 'maybe', preferredLanguage: 'Klingon' },
  })
  const text = await answer.clone().text()
  const { code, errors } = await problemIn(answer)
  expect([answer.status, code]).toEqual([422, 'invalid-fields'])
  expect(errors).toEqual([
    { path: '/firstName', rule: 'required', message: MESSAGES.firstName },
    { path: '/lastName', rule: 'too-long', message: 'Enter at most 10 characters' },
    { path: '/dateOfBirth', rule: 'future', message: 'Date cannot be in the future' },
    { path: '/email', rule: 'email', message: MESSAGES.emailPattern },
    { path: '/phoneNumber', rule: 'required', message: MESSAGES.phoneNumber },
    { path: '/preferredLanguage', rule: 'choice', message: 'Choose one from the list' },
    { path: '/preferredContact', rule: 'choice', message: 'Choose one from the list' },
  ])
  expect(text).not.toMatch(/Quillbrookish|nowhere|Klingon|maybe|2999-01-01/)
})

const LIMITS = [
  ['firstName', 225],
  ['lastName', 10],
  ['labNumber', 10],
  ['guardianFirstName', 40],
  ['guardianLastName', 39],
  ['insurancePolicyName', 255],
  ['insuranceId', 50],
  ['insuranceGroup', 50],
] as const satisfies [AppointmentField, number][]
test.each(LIMITS)('[GC-09] %s: accepts %i characters and refuses one more', async (field, most) => {
  expect(LONGEST[field]).toBe(most)
  const at = fresh({ [field]: 'ñ'.repeat(most) })
  expect((await send(at)).status).toBe(201)
  expect((await rows(at.email))[0]?.content?.[field]).toBe('ñ'.repeat(most))
  const above = await send(fresh({ [field]: 'ñ'.repeat(most + 1) }))
  expect((await problemIn(above)).errors).toEqual([
    { path: `/${field}`, rule: 'too-long', message: `Enter at most ${most} characters` },
  ])
})

test('[GC-07] silently removes characters that names cannot have, on the server too', async () => {
  const body = fresh({
    ...{
      firstName: '<b>Zoë-Ann</b> 2!',
      lastName: "O'Nguyễn",
      guardianFirstName: '李明_',
      guardianLastName: 'עִבְרִי.',
    },
  })
  expect((await send(body)).status).toBe(201)
  expect((await rows(body.email))[0]?.content).toMatchObject({
    ...{ firstName: 'bZoë-Annb', lastName: "O'Nguyễn", guardianFirstName: '李明', guardianLastName: 'עִבְרִי' },
  })
})

describe('a request sent twice', () => {
  test('counts once, with the same key or without one, even if both are sent concurrently', async () => {
    const body = fresh({ requestKey: randomUUID() })
    const answers = await Promise.all([send(body), send(body), send({ ...body, requestKey: undefined })])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const found = await rows(body.email)
    expect(found).toHaveLength(1)
    expect(await jobsOf(found[0]?.id)).toBe(1)
  })

  test('counts as a new request if it was corrected in between, even with the same key', async () => {
    const body = fresh({ requestKey: randomUUID() })
    for (const labNumber of ['L-1', 'L-2', 'L-2'])
      expect((await send({ ...body, labNumber })).status).toBe(201)
    expect((await rows(body.email)).map(({ content }) => content?.labNumber)).toEqual(['L-1', 'L-2'])
  })
})

describe('a repeated request', () => {
  test.each(['closed', 'deleted'] as const)('is a new request once the first is %s', async (state) => {
    const body = fresh()
    await send(body)
    const [first] = await rows(body.email)
    const id = first?.id ?? 0
    if (state === 'deleted')
      await portal.as('Support').counseling.remove({ params: { id }, body: { because: 'Asked for' } })
    else
      await portal.worker.db.updateTable('appointment_request').set({ state }).where('id', '=', id).execute()
    expect((await send(body)).status).toBe(201)
    const last = (await rows(body.email)).at(-1)
    expect(last).toMatchObject({ state: 'stored' })
    expect(last?.id).not.toBe(id)
    expect(await jobsOf(last?.id)).toBe(1)
  })

  test('days after a lost reply, the same attempt is the same request', async () => {
    const body = fresh({ requestKey: randomUUID() })
    const old = new Date(Date.now() - 3 * 86_400_000)
    const age = () => portal.worker.db.updateTable('appointment_request').set({ received_at: old })
    await send(body)
    await age().execute()
    await send(body)
    expect(await rows(body.email)).toHaveLength(1)
    await send({ ...body, requestKey: randomUUID() })
    expect(await rows(body.email)).toHaveLength(2)
  })
})

describe('spam protection', () => {
  test('refuses a form that was open for only a moment, and accepts it a little later', async () => {
    const body = fresh({ requestKey: randomUUID() })
    const answer = await send({ ...body, openFor: 800 })
    expect([answer.status, (await problemIn(answer)).code]).toEqual([429, 'too-many-requests'])
    expect(await rows(body.email)).toEqual([])
    expect((await send({ ...body, openFor: 4000 })).status).toBe(201)
  })

  test('answers as usual if the hidden field is filled in, and holds the request back for Support', async () => {
    const body = fresh({ website: 'https://spam.test' })
    const answer = await send(body)
    expect([answer.status, await answer.json()]).toEqual([201, { received: true }])
    const [row] = await rows(body.email)
    expect(row).toMatchObject({ state: 'refused', last_error: expect.stringContaining('hidden field') })
    expect(await jobsOf(row?.id)).toBe(0)
    expect(row?.content).not.toHaveProperty('website')
  })

  test('hands over a limited number per address and hour; the rest wait for Support, none is lost', async () => {
    const first = fresh()
    expect((await send(first)).status).toBe(201)
    for (let index = 1; index < HANDED_OVER.most; index += 1) await send(fresh())
    const held = fresh()
    expect((await send(held)).status).toBe(201)
    const [row] = await rows(held.email)
    expect(row).toMatchObject({ state: 'refused', last_error: expect.stringContaining('network') })
    expect(await jobsOf(row?.id)).toBe(0)
  })

  test('stores a limited number per address and day; a repeat of an earlier one is still answered', async () => {
    const first = fresh()
    expect((await send(first)).status).toBe(201)
    const [row] = await rows(first.email)
    await portal.worker.db
      .insertInto('appointment_request')
      .values(
        Array.from({ length: STORED.most - 1 }, (_, index) => ({
          ...{ content_key: `other ${index}`, address_key: row?.address_key ?? '', language: 'en' },
          ...{ content: JSON.stringify(row?.content), received_at: new Date(Date.now() - 7_200_000) },
        })),
      )
      .execute()
    const refused = fresh()
    expect((await send(refused)).status).toBe(429)
    expect(await rows(refused.email)).toEqual([])
    expect((await send(first)).status).toBe(201)
  })

  test('answers many requests with one email address or phone number as usual, and holds them back', async () => {
    const body = fresh()
    for (let index = 0; index <= MOST_PER_CONTACT; index += 1)
      expect((await send({ ...body, labNumber: `L-${index}` })).status).toBe(201)
    const states = (await rows(body.email)).map(({ state }) => state)
    expect(states).toEqual([...Array<string>(MOST_PER_CONTACT).fill('stored'), 'refused'])
    const { phoneNumber } = body
    const other = fresh({ phoneNumber: phoneNumber.replace('+1', '+1 ') })
    expect((await send(other)).status).toBe(201)
    expect((await rows(other.email))[0]?.state).toBe('refused')
  })

  test.each([
    ['too much', { ...APPOINTMENT, firstName: 'x'.repeat(2_000_000) }, 413],
    ['an extremely long field', { ...APPOINTMENT, firstName: 'x'.repeat(2001) }, 422],
    ['no object', '[]', 422],
    ['no JSON', '{', 400],
    ['a NUL', { ...APPOINTMENT, labNumber: 'a\0b' }, 422],
    ['nothing', {}, 422],
  ])('%s is refused', async (_what, body, status) => {
    expect((await send(body)).status).toBe(status)
  })
})

test('no role that serves portal requests can read what patients wrote', async () => {
  for (const table of ['appointment_request', 'appointment_event'])
    await expect(portal.portal.pool.query(`select from ${table}`)).rejects.toThrow('permission denied')
})

test('[OPS-17] without a counseling partner a request is refused, and nothing is stored', async () => {
  const body = fresh({ requestKey: randomUUID() })
  const deps: CounselingDeps = {
    ...{ connection: portal.worker, boss: portal.boss, secret: 'unused', now: () => new Date() },
    ...{ isTaken: false, isSigned: () => false },
  }
  const refused = await problemOfCall(receive(deps, { ...body, language: 'en', website: '' }, '192.0.2.7'))
  expect(refused.code).toBe('not-found')
  expect(await rows(body.email)).toEqual([])
})
