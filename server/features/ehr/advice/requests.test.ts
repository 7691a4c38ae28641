import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { requestOf } from '#simulators/ehr/smart/hooks.ts'
import { advisedHospital, changedChart, chartOf, orderOf } from './testing/advised-hospital.ts'

const VIEW = 'karyo-patient-view'
const SIGN = 'karyo-order-sign'
const TEMPLATES = { patient: 'Patient/{{context.patientId}}' }

let portal: TestPortal
let one: Awaited<ReturnType<typeof advisedHospital>>
let other: Awaited<ReturnType<typeof advisedHospital>>
beforeAll(async () => {
  portal = await startPortal()
  one = await advisedHospital(portal)
  other = await advisedHospital(portal)
})
afterAll(async () => {
  await one?.ehr.close()
  await other?.ehr.close()
  await portal?.stop()
})

type Body = Record<string, unknown> & { context: Record<string, unknown> }
const request = (hook: 'patient-view' | 'order-sign' = 'order-sign') =>
  requestOf(hook, chartOf('p6'), 'dr-okonjo', TEMPLATES) as Body

test('discovery lists both services with what they need, below the hospital’s own address', async () => {
  const reply = await portal.request(one.base)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(await reply.json()).toMatchObject({
    services: [
      {
        hook: 'patient-view',
        id: VIEW,
        prefetch: TEMPLATES,
        title: expect.any(String),
        description: expect.any(String),
      },
      { hook: 'order-sign', id: SIGN, prefetch: TEMPLATES },
    ],
  })
  expect((await portal.request('/cds/NOBODY/cds-services')).status).toBe(404)
})

describe('a request that is wrong is answered with what is wrong, and named by its field', () => {
  const WRONG: [string, number, string, () => unknown][] = [
    ['no JSON', 400, 'the body is no JSON', () => '{'],
    ['nothing', 400, 'the body', () => 'null'],
    ['no hookInstance', 400, 'hookInstance:', () => ({ ...request(), hookInstance: undefined })],
    ['a hookInstance that is no UUID', 400, 'hookInstance:', () => ({ ...request(), hookInstance: '1' })],
    ['another hook', 400, 'hook:', () => ({ ...request(), hook: 'order-select' })],
    ['no context', 400, 'context:', () => ({ ...request(), context: undefined })],
    [
      'a patientId that is a path',
      400,
      'context.patientId:',
      () => ({ ...request(), context: { ...request().context, patientId: '../Patient' } }),
    ],
    [
      'no draftOrders',
      400,
      'context.draftOrders:',
      () => ({ ...request(), context: { ...request().context, draftOrders: undefined } }),
    ],
    [
      'another patient in prefetch',
      400,
      'prefetch.patient:',
      () => ({ ...request(), prefetch: { patient: chartOf('p1').resources[0] } }),
    ],
    ['no prefetch and no server', 412, 'prefetch.patient:', () => ({ ...request(), prefetch: undefined })],
    [
      'a patient that could not be read',
      412,
      'prefetch.patient:',
      () => ({ ...request(), prefetch: { patient: null } }),
    ],
    [
      'an error in place of the patient',
      412,
      'prefetch.patient:',
      () => ({ ...request(), prefetch: { patient: { resourceType: 'OperationOutcome' } } }),
    ],
  ]
  test.each(WRONG)('%s', async (_name, status, message, body) => {
    const reply = await one.post(SIGN, body())
    expect([reply.status, reply.json.error]).toEqual([status, expect.stringContaining(message)])
    // Kept with the reason, and without anything of the patient.
    const [last] = (await portal.as('Support').ehr.overview()).adviceCalls
    expect(last).toMatchObject({ outcome: 'refused', cards: [] })
    expect(last?.reason).toContain(message)
  })

  test('a service that is not there, a body that is no JSON by its type, one too large', async () => {
    expect((await one.post('nothing', request())).status).toBe(404)
    const token = await one.ehr.hooks.token(one.address(SIGN))
    const sent = (body: string, type: string) =>
      portal.request(`${one.base}/${SIGN}`, {
        ...{ method: 'POST', body, headers: { authorization: `Bearer ${token}`, 'content-type': type } },
      })
    expect((await sent('a=1', 'text/plain')).status).toBe(415)
    const large = await sent(
      JSON.stringify({ ...request(), filler: 'x'.repeat(600_000) }),
      'application/json',
    )
    expect([large.status, await large.json()]).toEqual([413, { error: expect.any(String) }])
  })
})

describe('what is left out of prefetch', () => {
  const authorization = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300 }
  const without = (fhirServer: string) => ({
    ...{ ...request('patient-view'), prefetch: {}, fhirServer, fhirAuthorization: authorization },
  })

  test('is read from the FHIR server that was agreed on, and from no other', async () => {
    const asked = (ehr: typeof one.ehr) => ehr.asked.filter((address) => address.startsWith('/fhir/'))
    const before = [asked(one.ehr).length, asked(other.ehr).length]
    // The token is not one that this server gave: it is asked, and refuses.
    expect((await one.post(VIEW, without(one.ehr.iss))).status).toBe(412)
    expect((await one.post(VIEW, without(other.ehr.iss))).status).toBe(412)
    expect((await one.post(VIEW, without(`${one.ehr.iss}/`))).status).toBe(412)
    expect([asked(one.ehr).length, asked(other.ehr).length]).toEqual([(before[0] ?? 0) + 1, before[1]])
    expect(one.ehr.asked.at(-1)).toBe('/fhir/Patient/p6')
  })

  test('more than was asked for, partly missing, is of no account', async () => {
    const prefetch = {
      ...(request().prefetch as object),
      encounter: null,
      orders: { resourceType: 'Bundle' },
    }
    expect((await one.post(SIGN, { ...request(), prefetch, extension: { any: 1 } })).json).toEqual({
      cards: [],
    })
  })
})

test('a user’s name that no database can keep is kept without the character', async () => {
  const { context } = request()
  for (const userId of ['Practitioner/a\u0000b', 'Practitioner/a\ud800b'])
    expect((await one.post(SIGN, { ...request(), context: { ...(context as object), userId } })).status).toBe(
      200,
    )
  const [line] = await portal.worker.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', 'in', ['ehr.advice', 'ehr.advice-asked'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(line?.detail).toMatchObject({ user: 'Practitioner/a\ufffdb' })
})

test('orders of another patient, and nonsense among the orders, are of no account', async () => {
  const draftOrders = {
    resourceType: 'Bundle',
    entry: [
      null,
      {},
      { resource: null },
      { resource: { resourceType: 'ServiceRequest' } },
      {
        resource: {
          resourceType: 'ServiceRequest',
          subject: { reference: 'Patient/p1' },
          code: { coding: [{ code: 'TRIO' }] },
        },
      },
      {
        resource: {
          resourceType: 'MedicationRequest',
          subject: { reference: 'Patient/p6' },
          code: { coding: [{ code: 'TRIO' }] },
        },
      },
    ],
  }
  const context = { ...request().context, draftOrders }
  expect((await one.post(SIGN, { ...request(), context })).json).toEqual({ cards: [] })
})

test('the draft that the hospital’s own number leads to is the one that the link names', async () => {
  const namespace = '^HOSPITAL^2.16.840.1.113883.19.23.2^ISO'
  const text = await import('../testing/hospital.ts')
  await one.send(
    text
      .orderMessage({
        placer: `706${namespace}`,
        test: 'TRIO^Exome trio^L',
        name: 'MARCHETTI^ELIO',
        mrn: 'H-20016',
      })
      .replace('20190314', '20120909'),
  )
  const [order] = await one.orders()
  await portal.draft(orderOf('p6', 'TRI6'))
  const [card] = await one.ask('order-sign', chartOf('p6'), 'TRIO')
  expect(card?.links[0]?.url).toBe(`http://localhost/create?draft=${order?.order_id}`)
})

test('a long name of a test is cut, and what the card says of it is not', async () => {
  await administer(portal.database.url, (db) =>
    sql`update test set name = ${'Genome '.repeat(40)} where code = 'TRI6'`.execute(db),
  )
  const chart = changedChart(chartOf('p10'), {})
  const [card] = await one.ask('order-sign', chart, 'TRIO')
  expect(card?.summary).toMatch(/… needs both parents; neither has a specimen$/)
  expect(card?.summary.length).toBeLessThan(140)
})

describe('feedback', () => {
  const at = (minute: number) => `2026-03-12T09:${String(minute).padStart(2, '0')}:00Z`
  const tell = (feedback: object[], of = one) => of.post(`${SIGN}/feedback`, { feedback })
  const displayed = async (id: string) => {
    const calls = (await portal.as('Support').ehr.overview()).adviceCalls
    const found = calls.flatMap(({ cards }) => cards)
    const row = await portal.worker.db
      .selectFrom('ehr_advice_card')
      .select(['outcome', 'override_reason as reason', 'comment'])
      .where('id', '=', id)
      .executeTakeFirst()
    return [row, found.length > 0] as const
  }

  test('is kept by card, the latest by the hospital’s clock, and from nobody else', async () => {
    const [card] = await one.ask('order-sign', chartOf('p8'), 'TRIO')
    // p8 has no order of its own: another chart's.
    expect(card).toBeUndefined()
    const [real] = await one.ask('order-sign', chartOf('p9'), 'TRIO')
    const uuid = real?.uuid ?? ''
    const reason = { code: 'follows', system: 'urn:karyo:override-reason' }
    const overridden = {
      ...{ card: uuid, outcome: 'overridden', outcomeTimestamp: at(5) },
      overrideReason: { reason, userComment: 'They come\0tomorrow' },
    }
    expect((await tell([{ card: uuid, outcome: 'accepted', outcomeTimestamp: at(9) }], other)).status).toBe(
      200,
    )
    expect((await displayed(uuid))[0]).toMatchObject({ outcome: null })
    expect((await tell([overridden])).status).toBe(200)
    expect((await tell([{ card: uuid, outcome: 'accepted', outcomeTimestamp: at(4) }])).status).toBe(200)
    // It has no order with which a comment would be erased.
    expect((await displayed(uuid))[0]).toEqual({ outcome: 'overridden', reason: 'follows', comment: '' })
    const draft = await portal.draft(orderOf('p9', 'TRI6'))
    const [ofDraft] = await one.ask('order-sign', chartOf('p9'), 'TRIO')
    expect((await tell([{ ...overridden, card: ofDraft?.uuid }])).status).toBe(200)
    expect((await displayed(ofDraft?.uuid ?? ''))[0]).toMatchObject({ comment: 'They come\ufffdtomorrow' })
    await portal.as('OrderSubmitter@P1').orders.discard({ params: { h: 'P1', id: draft.id } })
    expect((await displayed(ofDraft?.uuid ?? ''))[0]).toBeUndefined()
    const own = (await portal.as('Support').ehr.overview()).advice.find(
      ({ interfaceCode }) => interfaceCode === one.code,
    )
    expect(own).toMatchObject({ overridden: 1, accepted: 0 })
  })

  test.each([
    ['no card', [{ outcome: 'accepted', outcomeTimestamp: at(1) }], 'feedback.0.card'],
    ['no time', [{ card: crypto.randomUUID(), outcome: 'accepted' }], 'feedback.0.outcomeTimestamp'],
    [
      'another outcome',
      [{ card: crypto.randomUUID(), outcome: 'seen', outcomeTimestamp: at(1) }],
      'feedback.0.outcome',
    ],
    ['nothing', [], 'feedback'],
  ])('with %s is refused', async (_name, feedback, field) => {
    const { status, json } = await tell(feedback)
    expect([status, json.error]).toEqual([400, expect.stringContaining(field)])
  })

  test('needs a token of its own service', async () => {
    const token = await one.ehr.hooks.token(one.address(VIEW))
    expect((await one.post(`${SIGN}/feedback`, { feedback: [] }, token)).json).toEqual({
      error: 'token: aud',
    })
  })
})

const SAMPLES = path.resolve(import.meta.dirname, '../../../../../shared/samples/cds-hooks')
const hasSamples = existsSync(SAMPLES)

describe.skipIf(!hasSamples)('others’ requests', () => {
  const files = hasSamples
    ? globSync('{spec/*.json,inferno-crd/*request*.json,davinci-crd*/CRDServiceRequest*.json}', {
        cwd: SAMPLES,
      })
    : []

  test('each is answered with cards or with what is wrong; no FHIR server of foreign is asked', async () => {
    let whole = 0
    for (const name of files.toSorted()) {
      const body = readFileSync(path.join(SAMPLES, name), 'utf8')
      const { hook, hookInstance, context } = JSON.parse(body) as {
        hook?: string
        hookInstance?: string
        context?: { patientId?: string; draftOrders?: object }
      }
      const service = hook === 'patient-view' ? VIEW : SIGN
      const reply = await one.post(service, body)
      expect([200, 400, 412], `${name}: ${JSON.stringify(reply.json)}`).toContain(reply.status)
      if (reply.status === 200) expect(reply.json, name).toEqual({ cards: [] })
      const isWhole = hookInstance !== undefined && context?.patientId !== undefined
      const isAnswerable =
        isWhole && (hook === 'patient-view' || (hook === 'order-sign' && context?.draftOrders !== undefined))
      if (isAnswerable) expect([200, 412], `${name}: ${JSON.stringify(reply.json)}`).toContain(reply.status)
      if (isAnswerable) whole += 1
    }
    expect(whole).toBeGreaterThanOrEqual(3)
    const wrapped = {
      hook: 'order-sign',
      hookInstance: crypto.randomUUID(),
      prefetch: { patient: { resourceType: 'Patient', id: '1288992' } },
    }
    const guide = JSON.parse(
      readFileSync(path.join(SAMPLES, 'spec/order-sign-01-example-r4.json'), 'utf8'),
    ) as object
    expect((await one.post(SIGN, { ...wrapped, ...guide })).json).toEqual({ cards: [] })
  })
})
