import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fhirSender } from '#adapters/laboratory/fhir/client.ts'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import type { FhirBundle } from '#adapters/laboratory/fhir/references.ts'
import { about, bundle, decision, numbered, pdf, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { startDelivery } from '../laboratory/outbox/delivery.ts'
import { fhirOf } from './testing/request.ts'

/** A laboratory's FHIR server: accepts transactions, creates each resource once, and fails when told to. */
function laboratoryServer() {
  const stored = new Map<string, FhirResource>()
  const waiting = new Set<() => void>()
  const state = { answers: [] as number[], tries: 0 }
  const server: Server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    state.tries += 1
    const status = request.headers.authorization === 'Bearer lab-token' ? (state.answers.shift() ?? 200) : 401
    if (status === 200) {
      const { entry = [] } = JSON.parse(body) as FhirBundle
      for (const { request: requested, resource } of entry) {
        const key = `${requested?.url}?${requested?.ifNoneExist}`
        if (resource && !stored.has(key)) stored.set(key, resource)
      }
    }
    const issue = [{ severity: 'error', code: 'invalid', details: { text: 'No such test' } }]
    const answer =
      status === 200
        ? { resourceType: 'Bundle', type: 'transaction-response' }
        : { resourceType: 'OperationOutcome', issue }
    reply.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(answer))
    for (const look of waiting) look()
  })
  return {
    ...{ stored, state, server },
    of: (type: string) => [...stored.values()].filter(({ resourceType }) => resourceType === type),
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!condition()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
const laboratory = laboratoryServer()
beforeAll(async () => {
  portal = await startPortal({ orderCodec: fhirCodec })
  fhir = fhirOf(portal)
  await new Promise<void>((resolve) => laboratory.server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(laboratory.server.address() as AddressInfo).port}/fhir`
  await startDelivery(
    portal.boss,
    portal.worker,
    fhirSender({ url, access: { token: 'lab-token' }, timeoutMs: 50_000 }),
  )
})
afterAll(async () => {
  laboratory.server.closeAllConnections()
  laboratory.server.close()
  await portal?.stop()
})

const seen = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })

test('the full cycle: an order is sent, updates arrive, and an EHR reads the report', async () => {
  const { id } = await portal.submitted()
  const tasks = () => laboratory.of('Task').filter((one) => JSON.stringify(one).includes(`NW${id}`))
  await laboratory.until(() => tasks().length === 1)
  const requisition = { system: 'urn:karyo:order', value: String(id) }
  const requests = laboratory.of('ServiceRequest').filter((one) => JSON.stringify(one).includes(`${id}-WES1`))
  expect(requests).toMatchObject([{ requisition }])
  for (const resource of laboratory.stored.values()) expect(invalidities(resource)).toEqual([])

  // The laboratory answers with the same Task.
  const [given] = tasks()
  if (given?.resourceType !== 'Task') throw new Error('no Task came')
  const { basedOn: _tests, focus: _test, for: _who, ...own } = given
  const identifier = [...(given.identifier ?? []), numbered('26-9')]
  expect((await fhir.post(bundle('A1', { ...own, status: 'accepted', identifier }))).status).toBe(200)
  expect(await seen(id)).toMatchObject({ displayStatus: 'Accessioned', accessionNumber: '26-9' })
  await fhir.post(bundle('A2', report(id, 'final', { presentedForm: [pdf()], ...about(id) })))
  const ehr = await fhir.system('ehr-system', 'system/DiagnosticReport.rs')
  const found = await fhir.get(`/DiagnosticReport?patient=${id}-proband`, ehr)
  expect(found.entry?.[0]?.resource).toMatchObject({ status: 'final' })
})

test('a server that was down gets the order later, and a repeat creates nothing twice', async () => {
  laboratory.state.answers = [503, 500]
  const before = laboratory.state.tries
  const { id } = await portal.submitted()
  const tasks = () => laboratory.of('Task').filter((one) => JSON.stringify(one).includes(`NW${id}`))
  await laboratory.until(() => tasks().length === 1)
  expect(laboratory.state.tries).toBe(before + 3)
  const size = laboratory.stored.size
  const { body } = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const { port } = laboratory.server.address() as AddressInfo
  const again = fhirSender({
    url: `http://127.0.0.1:${port}/fhir`,
    access: { token: 'lab-token' },
    timeoutMs: 50_000,
  })
  expect((await again.send(body)).code).toBe('AA')
  expect(laboratory.stored.size).toBe(size)
})

test('a 4xx response refuses the order, with the laboratory’s words', async () => {
  laboratory.state.answers = [422]
  const tries = laboratory.state.tries
  const { id } = await portal.submitted()
  await laboratory.until(() => laboratory.state.tries > tries)
  await expect
    .poll(async () => (await seen(id)).events.map(({ kind, detail }) => [kind, detail]))
    .toContainEqual(['refused-by-laboratory', 'AE: No such test'])
})

test('a cancellation is sent as an abort Task, whose answer decides it', async () => {
  const { id, hospitalCode: hospital } = await portal.submitted()
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital, id, sameHospital: hospital },
    body: { type: 'Order', reason: 'Ordered twice' },
  })
  const requested = () => laboratory.of('Task').filter((one) => JSON.stringify(one).includes(`CA${id}-`))
  await laboratory.until(() => requested().length === 1)
  expect(requested()).toMatchObject([
    { code: { coding: [{ code: 'abort' }] }, reasonCode: { text: 'Ordered twice' } },
  ])
  await fhir.post(bundle(`C${id}`, decision(id, 'completed')))
  expect((await seen(id)).displayStatus).toBe('Cancelled')
})
