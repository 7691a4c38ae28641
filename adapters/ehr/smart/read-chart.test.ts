import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readAdviceRequest } from '../cds/read-request.ts'
import { readChart } from './read-chart.ts'

type Resource = { resourceType: string } & Record<string, unknown>

const MODIFIER = { modifierExtension: [{ url: 'https://ehr.test/is-not', valueBoolean: true }] }
const RULES = { implicitRules: 'https://ehr.test/rules' }
const subject = { reference: 'Patient/p1' }
const PATIENT: Resource = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Vance' }] }
const condition = (words: string, more: object = {}): Resource => ({
  ...{ resourceType: 'Condition', subject, code: { text: words } },
  ...more,
})
const mother: Resource = {
  ...{ resourceType: 'FamilyMemberHistory', patient: subject, relationship: { text: 'Mother' } },
  condition: [{ code: { text: 'Breast cancer' } }],
}
const order: Resource = { resourceType: 'ServiceRequest', id: 's1', subject, code: { text: 'Exome' } }

/** What is read of a chart of these; `bundle` is what else its searches' answers have. */
async function chartOf(resources: readonly Resource[], bundle: object = {}) {
  const server = createServer((request, response) => {
    const [, type = '', id] = /^\/(\w+)(?:\/([\w-]+))?/.exec(request.url ?? '') ?? []
    const found = resources.filter(({ resourceType }) => resourceType === type)
    const entry = found.map((resource) => ({ resource }))
    const answer = id ? found.find((one) => one.id === id) : { resourceType: 'Bundle', entry, ...bundle }
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}))
  }).listen(0)
  await once(server, 'listening')
  try {
    return await readChart({
      base: `http://localhost:${(server.address() as AddressInfo).port}`,
      ...{ token: 't', patient: 'p1', encounter: null, user: '', scopes: ['patient/*.read'] },
      ...{ orders: ['ServiceRequest/s1'], recordNumberSystem: '', withinMs: 60_000 },
    })
  } finally {
    server.close()
  }
}

test('a chart without FHIR’s modifiers is read whole', async () => {
  expect(await chartOf([PATIENT, condition('Epilepsy'), mother, order])).toMatchObject({
    ...{ conditions: [{ words: 'Epilepsy' }], familyHistory: ['Mother: Breast cancer'], notRead: [] },
    order: { test: [] },
  })
})

test('what a modifier gives another meaning is left out and named, and the rest is read', async () => {
  const resources = [
    ...[PATIENT, condition('Epilepsy'), condition('Ataxia', MODIFIER), { ...order, ...RULES }],
    { ...mother, condition: [{ code: { text: 'Breast cancer' }, ...MODIFIER }] },
  ]
  const chart = await chartOf(resources)
  expect(chart).toMatchObject({ conditions: [{ words: 'Epilepsy' }], familyHistory: [], order: null })
  expect(chart?.notRead.toSorted()).toEqual(['Condition', 'FamilyMemberHistory', 'ServiceRequest'])
})

test('of an answer that is modified as a whole nothing is read', async () => {
  const chart = await chartOf([PATIENT, condition('Epilepsy')], RULES)
  expect(chart).toMatchObject({ conditions: [], notRead: expect.arrayContaining(['Condition']) })
})

test('a patient with a modifier is one who cannot be read', async () => {
  expect(await chartOf([{ ...PATIENT, ...MODIFIER }, condition('Epilepsy')])).toBeNull()
})

describe('of insurances, the payer is one that is in force', () => {
  const coverage = (name: string, more: object): Resource => ({
    ...{ resourceType: 'Coverage', status: 'active', beneficiary: subject, payor: [{ display: name }] },
    ...more,
  })
  const payerOf = async (...all: Resource[]) =>
    (await chartOf([PATIENT, ...all]))?.insurance.map(({ payer }) => payer.text)
  const old = (more: object) => coverage('Old plan', { order: 1, ...more })
  test.each<[string, object]>([
    ['cancelled', { status: 'cancelled' }],
    ['entered in error', { status: 'entered-in-error' }],
    ['a draft', { status: 'draft' }],
    ['without a status', { status: undefined }],
    ['over, by a day', { period: { end: '2020-06-30' } }],
    ['over, by a time', { period: { end: '2020-06-30T23:59:59-05:00' } }],
    ['over, by a month', { period: { start: '2019', end: '2020-06' } }],
    ['not begun', { period: { start: '2999-01-01' } }],
  ])('not one that is %s', async (_name, more) => {
    expect(await payerOf(old(more), coverage('Tidewater', { order: 2 }))).toEqual(['Tidewater'])
    expect(await payerOf(old(more))).toEqual([])
  })
  test.each<[string, object]>([
    ['without a period', {}],
    ['that ends later', { period: { start: '2020-01-01', end: '2999-12-31' } }],
    ['that has begun', { period: { start: '2020' } }],
    ['that ends with a year', { period: { end: '2999' } }],
  ])('but one %s', async (_name, more) => {
    expect(await payerOf(old(more), coverage('Tidewater', { order: 2 }))).toEqual(['Old plan'])
  })
})

describe('a list that is longer than one page', () => {
  const many = Array.from({ length: 101 }, (_, index) => condition(`Problem ${index}`))

  test('is read as far as the page goes, and named', async () => {
    const chart = await chartOf([PATIENT, condition('Epilepsy'), order], {
      link: [
        { relation: 'self', url: '/Condition' },
        { relation: 'next', url: '/Condition?page=2' },
      ],
    })
    expect(chart).toMatchObject({ conditions: [{ words: 'Epilepsy' }] })
    expect(chart?.notRead.toSorted()).toEqual(['Condition', 'Coverage', 'FamilyMemberHistory'])
  })

  test('is named if the page has more entries than are read', async () => {
    const chart = await chartOf([PATIENT, order, ...many])
    expect([chart?.conditions.length, chart?.notRead]).toEqual([100, ['Condition']])
    expect((await chartOf([PATIENT, order, ...many.slice(1)]))?.notRead).toEqual([])
  })
})

test('an order that the hospital retracts is no order', async () => {
  expect(await chartOf([PATIENT, { ...order, status: 'entered-in-error' }])).toMatchObject({ order: null })
})

/** What a request for advice on these orders is read as. */
async function advised(patient: Resource, orders: readonly Resource[], more: object = {}) {
  const settings = { fhirServer: '', recordNumberSystem: '' } as Parameters<typeof readAdviceRequest>[0]
  const entry = orders.map((resource) => ({ resource }))
  const draftOrders = { resourceType: 'Bundle', entry, ...more }
  const hookInstance = 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea'
  const context = { userId: 'Practitioner/1', patientId: 'p1', draftOrders }
  const body = { hook: 'order-sign', hookInstance, context, prefetch: { patient } }
  return readAdviceRequest(settings, 'order-sign', JSON.stringify(body))
}

test('advice is given on no modified order, and about no modified patient', async () => {
  expect((await advised(PATIENT, [order, { ...order, ...MODIFIER }])).orders).toHaveLength(1)
  expect((await advised(PATIENT, [order], RULES)).orders).toEqual([])
  await expect(advised({ ...PATIENT, ...RULES }, [order])).rejects.toMatchObject({ status: 412 })
})
