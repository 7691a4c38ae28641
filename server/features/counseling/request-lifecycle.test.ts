import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CounselingPartner, Handover } from '#adapters/counseling-partner/port.ts'
import { signatureOf } from '#adapters/counseling-partner/signature.ts'
import { COUNSELING_QUEUE } from '#server/jobs/queues.ts'
import { APPOINTMENT } from '#server/testing/examples/counseling.ts'
import {
  PARTNER_SECRET,
  problemIn,
  problemOfCall,
  startPortal,
  type TestPortal,
} from '#server/testing/portal.ts'
import { handOver, waitingRequests } from './hand-over.ts'
import { counselingRetention, endRetention } from './retention.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  // Shorter than production's half hours.
  await portal.boss.updateQueue(COUNSELING_QUEUE.name, {
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 1,
  })
})
afterEach(async () => {
  await portal.boss.offWork(COUNSELING_QUEUE.name)
  await portal.boss.deleteAllJobs(COUNSELING_QUEUE.name)
  // The next test starts with an empty queue.
  const waiting = portal.worker.db
    .updateTable('appointment_request')
    .where('state', 'in', ['stored', 'refused'])
  await waiting.set({ state: 'closed' }).execute()
})

/** A partner that gives the configured answers and records what it receives. */
function testPartner() {
  const taken: Handover[] = []
  const forgotten: string[] = []
  const partner = {
    description: 'to the test',
    ...{ taken, forgotten, away: false, refuses: '' },
    async handOver(handover: Handover) {
      if (partner.away) throw new Error('The counseling partner cannot be reached')
      if (partner.refuses) return { taken: false as const, reason: partner.refuses }
      taken.push(handover)
      return { taken: true as const, partnerReference: `CP-${taken.length}` }
    },
    async forget(reference: string, because: string) {
      if (partner.away) throw new Error('The counseling partner cannot be reached')
      forgotten.push(`${reference} ${because}`)
    },
  }
  return partner satisfies CounselingPartner
}

const rowOf = (id: number) =>
  portal.worker.db
    .selectFrom('appointment_request')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const until = (id: number, state: string) => expect.poll(async () => (await rowOf(id)).state).toBe(state)

/** A request that was just sent. */
async function sent() {
  const email = `${randomUUID()}@family.test`
  const phoneNumber = `+1614${Math.floor(2e6 + Math.random() * 7e6)}`
  const body = { ...APPOINTMENT, email, phoneNumber }
  const answer = await portal.request('/api/Orders/GCAppointment', { method: 'POST', body })
  expect(answer.status).toBe(201)
  const rows = portal.worker.db.selectFrom('appointment_request').select(['id', 'reference'])
  const found = await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()
  await portal.worker.db.updateTable('appointment_request').set({ address_key: null }).execute()
  return { ...found, email }
}

const asSupport = () => portal.as('Support').counseling
async function seen(id: number) {
  const { requests } = await asSupport().list({ query: {} })
  return requests.find((one) => one.id === id)
}

async function sendStatus(
  body: Record<string, unknown>,
  { secret = PARTNER_SECRET, text = JSON.stringify(body) } = {},
) {
  return portal.request('/api/counseling/status', {
    method: 'POST',
    headers: { 'x-karyo-signature': signatureOf(secret, JSON.stringify(body), new Date()) },
    body: text,
  })
}

describe('[GC-16] hand-over to the partner', () => {
  test('reaches a partner that was unavailable, once, and the waiting request is visible meanwhile', async () => {
    const { id, reference, email } = await sent()
    const partner = testPartner()
    partner.away = true
    await portal.handOver(partner)
    await expect.poll(async () => (await rowOf(id)).tries).toBeGreaterThan(0)
    expect(await rowOf(id)).toMatchObject({ state: 'stored', last_error: expect.stringContaining('reached') })
    expect(await waitingRequests(portal.worker)).toMatchObject({
      count: 1,
      oldestSeconds: expect.any(Number),
    })
    expect((await asSupport().list({ query: { state: 'stored' } })).waiting).toMatchObject({ count: 1 })
    partner.away = false
    await until(id, 'handed-over')
    expect(partner.taken).toMatchObject([{ reference, attempt: 0, language: 'en', request: { email } }])
    expect(await seen(id)).toMatchObject({
      ...{ state: 'handed-over', partnerReference: 'CP-1', lastError: '', handedOverAt: expect.any(String) },
      events: [{ kind: 'stored' }, { kind: 'handed-over' }],
    })
    expect(await waitingRequests(portal.worker)).toMatchObject({ count: 0, oldestSeconds: null })
  })

  test('shows a refused request with the reason, and hands it over again if Support asks', async () => {
    const { id, reference } = await sent()
    const partner = testPartner()
    partner.refuses = 'The counseling partner answered with status 422'
    await portal.handOver(partner)
    await until(id, 'refused')
    expect(await seen(id)).toMatchObject({ lastError: partner.refuses, tries: 1 })
    partner.refuses = ''
    // The partner may have taken it before the reply is written.
    const { state } = await asSupport().again({ params: { id }, query: {} })
    expect(['stored', 'handed-over']).toContain(state)
    await until(id, 'handed-over')
    expect(partner.taken).toMatchObject([{ reference, attempt: 1 }])
    const { events } = (await seen(id)) ?? { events: [] }
    expect(events.map(({ kind }) => kind)).toEqual(['stored', 'refused', 'sent-again', 'handed-over'])
    expect(events[2]?.actor).toBe('Test Support')
  })

  test('sends a request once if Support clicks a second time when the first click has arrived', async () => {
    const { id } = await sent()
    const partner = testPartner()
    partner.refuses = 'The counseling partner answered with status 422'
    await portal.handOver(partner)
    await until(id, 'refused')
    partner.refuses = ''
    for (const state of ['refused', 'handed-over']) {
      expect((await rowOf(id)).state).toBe(state)
      const click = { params: { id }, query: { seen: (await seen(id))?.events.length ?? 0 } }
      const before = partner.taken.length
      await asSupport().again(click)
      await until(id, 'handed-over')
      await expect.poll(() => partner.taken).toHaveLength(before + 1)
      expect(await problemOfCall(asSupport().again(click))).toMatchObject({ code: 'wrong-state' })
      expect(await rowOf(id)).toMatchObject({ state: 'handed-over' })
      expect(partner.taken).toHaveLength(before + 1)
    }
  })

  test('hands a request that is waiting for a retry over immediately, as the same request', async () => {
    await portal.boss.updateQueue(COUNSELING_QUEUE.name, {
      retryDelay: 600,
      retryBackoff: true,
      retryDelayMax: 1800,
    })
    const { id } = await sent()
    const partner = testPartner()
    partner.away = true
    await portal.handOver(partner)
    await expect.poll(async () => (await rowOf(id)).tries).toBe(1)
    partner.away = false
    await asSupport().again({ params: { id }, query: {} })
    await until(id, 'handed-over')
    expect(partner.taken).toHaveLength(1)
  })
})

describe('status messages from the partner', () => {
  test('change the state, each message once, and never backwards', async () => {
    const { id, reference } = await sent()
    const message = {
      reference,
      status: 'scheduled',
      partnerReference: 'CP-9',
      note: 'Tuesday',
      messageId: `m-${id}`,
    }
    expect((await sendStatus(message)).status).toBe(204)
    expect((await sendStatus(message)).status).toBe(204)
    expect((await sendStatus({ reference, status: 'received', messageId: `n-${id}` })).status).toBe(204)
    expect(await seen(id)).toMatchObject({
      ...{ state: 'scheduled', partnerReference: 'CP-9', handedOverAt: expect.any(String) },
      events: [
        { kind: 'stored' },
        { kind: 'scheduled', actor: 'Partner', detail: 'Tuesday' },
        { kind: 'received', detail: '' },
      ],
    })
    expect((await sendStatus({ reference, status: 'closed', messageId: `o-${id}` })).status).toBe(204)
    expect((await rowOf(id)).state).toBe('closed')
    // The job finds it handed over: the partner has already sent a status.
    const partner = testPartner()
    await handOver(portal.worker, partner, { requestId: id })
    expect(partner.taken).toEqual([])
  })

  test('may have the same number for different requests', async () => {
    const [one, other] = [await sent(), await sent()]
    for (const { reference } of [one, other])
      expect((await sendStatus({ reference, status: 'received', messageId: '1' })).status).toBe(204)
    expect([await rowOf(one.id), await rowOf(other.id)]).toMatchObject([
      { state: 'received' },
      { state: 'received' },
    ])
  })

  test("keep the partner's number if they arrive before its answer to the hand-over, which has none", async () => {
    const { id, reference } = await sent()
    const partner = testPartner()
    partner.handOver = async () => {
      await sendStatus({ reference, status: 'scheduled', partnerReference: 'CP-9', messageId: `s-${id}` })
      return { taken: true, partnerReference: '' }
    }
    await handOver(portal.worker, partner, { requestId: id })
    expect(await rowOf(id)).toMatchObject({ state: 'scheduled', partner_reference: 'CP-9', tries: 1 })
  })

  test('are refused without the partner’s signature, and for an unknown request', async () => {
    const { id, reference } = await sent()
    const message = { reference, status: 'closed', messageId: `p-${id}` }
    const bad = [
      await sendStatus(message, { secret: `${PARTNER_SECRET}x` }),
      await sendStatus(message, { text: JSON.stringify({ ...message, status: 'received' }) }),
      await sendStatus(message, { text: ` ${JSON.stringify(message)}` }),
    ]
    for (const answer of bad)
      expect([answer.status, (await problemIn(answer)).code]).toEqual([403, 'forbidden'])
    expect((await rowOf(id)).state).toBe('stored')
    for (const unknown of [randomUUID(), 'none', "'"])
      expect((await sendStatus({ ...message, reference: unknown })).status).toBe(404)
  })
})

describe('deletion', () => {
  test('at the patient’s request removes everything they wrote, and the partner is told, if necessary later', async () => {
    const { id, reference, email } = await sent()
    const partner = testPartner()
    await portal.handOver(partner)
    await until(id, 'handed-over')
    await sendStatus({ reference, status: 'received', note: 'Spoke to Maribel', messageId: `q-${id}` })
    partner.away = true
    const gone = await asSupport().remove({ params: { id }, body: { because: 'Asked for by telephone' } })
    expect(gone).toMatchObject({ state: 'deleted', content: null, partnerReference: '' })
    expect(gone.events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ...[
        ['stored', ''],
        ['handed-over', ''],
        ['received', ''],
        ['deleted', 'Asked for by telephone'],
      ],
    ])
    const { rows } = await portal.worker.pool.query(
      'select r::text || e::text as text from appointment_request r join appointment_event e on e.request_id = r.id where r.id = $1',
      [id],
    )
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${email}|Maribel|Quillbrook|q-${id}`))
    // Nothing remains that would identify it.
    expect(await rowOf(id)).toMatchObject({ content_key: '', request_key: null, address_key: null })
    await expect.poll(async () => (await rowOf(id)).last_error).toContain('reached')
    partner.away = false
    await expect.poll(() => partner.forgotten).toEqual([`${reference} asked`])
    // The partner's later messages about it are accepted and not stored.
    expect(
      (await sendStatus({ reference, status: 'closed', note: 'Maribel', messageId: `r-${id}` })).status,
    ).toBe(204)
    expect((await seen(id))?.events).toHaveLength(4)
    for (const call of [
      () => asSupport().again({ params: { id }, query: {} }),
      () => asSupport().remove({ params: { id }, body: { because: 'Again' } }),
    ])
      expect((await problemOfCall(call())).code).toBe('wrong-state')
  })

  test('during the hand-over stores nothing from the partner’s answer, and tells the partner once it has the request', async () => {
    const { id, reference } = await sent()
    const partner = testPartner()
    const { handOver: take } = partner
    partner.handOver = async (handover) => {
      await asSupport().remove({ params: { id }, body: { because: 'Asked for' } })
      return take(handover)
    }
    await handOver(portal.worker, partner, { requestId: id })
    expect(await rowOf(id)).toMatchObject({ state: 'deleted', partner_reference: '', handed_over_at: null })
    expect(partner.forgotten).toEqual([`${reference} asked`])
    // If the partner cannot be told, the job is retried and tells it.
    partner.forgotten.length = 0
    await handOver(portal.worker, partner, { requestId: id })
    expect(partner.forgotten).toEqual([`${reference} asked`])
  })

  test('is told to a partner that refused the request after a lost answer, as it may have it', async () => {
    const { id, reference } = await sent()
    const partner = testPartner()
    partner.refuses = 'The counseling partner answered with status 422'
    await handOver(portal.worker, partner, { requestId: id })
    await asSupport().remove({ params: { id }, body: { because: 'Asked for' } })
    await portal.handOver(partner)
    await expect.poll(() => partner.forgotten).toContain(`${reference} asked`)
  })

  test('of a pending request stops its hand-over', async () => {
    const { id, reference } = await sent()
    await asSupport().remove({ params: { id }, body: { because: 'Asked for' } })
    const partner = testPartner()
    await portal.handOver(partner)
    await expect.poll(() => partner.forgotten).toEqual([`${reference} asked`])
    expect(partner.taken).toEqual([])
  })

  test('after the retention period removes content, and senders’ addresses after a day, and keeps newer ones', async () => {
    const [old, young] = [await sent(), await sent()]
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const age = (id: number, received_at: Date) =>
      portal.worker.db
        .updateTable('appointment_request')
        .set({ received_at, address_key: 'a' })
        .where('id', '=', id)
        .execute()
    await age(old.id, days(31))
    await age(young.id, days(29))
    const deps = { connection: portal.worker, boss: portal.boss, now: new Date() }
    expect(await endRetention(deps, 30)).toBe(1)
    expect(await endRetention(deps, 30)).toBe(0)
    expect(await seen(old.id)).toMatchObject({
      ...{ state: 'deleted', content: null },
      events: [
        { kind: 'stored' },
        { kind: 'deleted', actor: 'Karyo', detail: 'Retention period of 30 days has ended' },
      ],
    })
    expect(await rowOf(young.id)).toMatchObject({ state: 'stored', address_key: null })
    expect((await seen(young.id))?.content).toMatchObject({ email: young.email })
  })

  test('by the clock of the database: a portal whose own is years ahead removes nothing before its time', async () => {
    const { id } = await sent()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01') })
    try {
      await counselingRetention({ connection: portal.worker, boss: portal.boss }, 30).run()
    } finally {
      vi.useRealTimers()
    }
    expect(await rowOf(id)).toMatchObject({ state: 'stored' })
  })
})

test('the list is for Support only, by state and page, and each view is audited', async () => {
  const raw = await portal.request('/api/counseling/requests', { as: 'Support' })
  expect(raw.headers.get('cache-control')).toBe('private, no-store')
  const { id } = await sent()
  const { total, requests } = await asSupport().list({ query: { state: 'stored', top: 1 } })
  expect(requests.map((one) => one.id)).toEqual([id])
  expect(total).toBeGreaterThan(0)
  const found = async (search: string) =>
    (await asSupport().list({ query: { search } })).requests.map((one) => one.id)
  const { content, reference } = requests[0] ?? {}
  const { email = '', phoneNumber = '' } = content ?? {}
  const phone = `(${phoneNumber.slice(2, 5)}) ${phoneNumber.slice(5)}`
  for (const search of [email.toUpperCase(), phone, reference ?? ''])
    expect(await found(search)).toEqual([id])
  expect(await found('maribel quillb')).toContain(id)
  for (const search of ['firstName', '%', '1988-02-29']) expect(await found(search)).toEqual([])
  await asSupport().list({ query: { state: 'stored', top: 1 } })
  expect((await problemOfCall(asSupport().list({ query: { skip: 10_000 } }))).code).toBe('invalid-page')
  const trail = portal.worker.db.selectFrom('audit_event').selectAll().orderBy('id', 'desc')
  expect(await trail.executeTakeFirst()).toMatchObject({
    ...{ action: 'counseling.requests.read', actor_name: 'Test Support', detail: { ids: [id] } },
  })
  expect((await problemOfCall(portal.as('SuperUser@P1').counseling.list({ query: {} }))).code).toBe(
    'forbidden',
  )
})
