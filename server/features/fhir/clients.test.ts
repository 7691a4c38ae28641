import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bundle, FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { password, rolesClaim, rowan, runningIdentity } from '#adapters/identity/testing/embedded.ts'
import { pkcePair } from '#adapters/identity/testing/pkce.ts'
import { oidcVerifier } from '#adapters/identity/verify.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { bundle, numbered, task } from '#adapters/laboratory/fhir/testing/messages.ts'
import { administer } from '#server/database/connection/connect.ts'
import { fhirClients } from '#server/start/fhir-settings.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FHIR_AUDIENCE } from '#server/testing/tokens.ts'
import { CHILD, PARENT } from '#server/testing/world.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import { piecesOf } from '../documents/testing/pdf-text.ts'
import { startDelivery } from '../laboratory/outbox/delivery.ts'
import { filedResults } from '../results/public.ts'

/** From the embedded provider's token endpoint to the FHIR endpoints, as a client would use them. */

const BACK = 'https://ehr.test/back'
/** As configured by the environment. */
const clients = fhirClients.parse(
  JSON.stringify([
    { id: 'lims', secret: 'secret-of-the-lims', scopes: ['system/Bundle.c'] },
    { id: 'ehr-system', secret: 'secret-of-the-ehr', scopes: ['system/*.rs'], institutions: [PARENT] },
    { id: 'ehr', scopes: ['user/*.rs'], redirectUris: [BACK] },
  ]),
)
const fhir = { audience: FHIR_AUDIENCE, clients }

let identity: Awaited<ReturnType<typeof runningIdentity>>
let portal: TestPortal
beforeAll(async () => {
  identity = await runningIdentity({ fhir })
  const { keys } = (await identity.serve({ fhir })).identity
  const fhirVerifier = oidcVerifier({
    issuer: identity.portal.issuer,
    audience: FHIR_AUDIENCE,
    rolesClaim,
    keys,
  })
  portal = await startPortal({ fhirVerifier })
})
afterAll(async () => {
  await portal?.stop()
  await identity?.stop()
})

async function tokenFor(fields: Record<string, string>, as?: [id: string, secret: string]): Promise<string> {
  const reply = await fetch(`${identity.portal.issuer}/token`, {
    method: 'POST',
    headers: as ? { authorization: `Basic ${Buffer.from(as.join(':')).toString('base64')}` } : {},
    body: new URLSearchParams(fields),
  })
  const { access_token: token } = (await reply.json()) as { access_token?: string }
  return token ?? ''
}

const asSystem = (id: string, secret: string, scope: string) =>
  tokenFor({ grant_type: 'client_credentials', scope }, [id, secret])

async function send(path: string, token: string, body?: object) {
  const reply = await fetch(`${portal.origin}/fhir${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
  })
  return { status: reply.status, answer: (await reply.json()) as FhirResource }
}

test('the laboratory’s system sends updates and an EHR reads them, each with its own token', async () => {
  const { id } = await portal.submitted()
  const lims = await asSystem('lims', 'secret-of-the-lims', 'system/Bundle.c')
  const labUpdate = bundle('N1', task(id, 'accepted', { identifier: [numbered('26-4')] }))
  expect((await send('/', lims, labUpdate)).status).toBe(200)
  const ehr = await asSystem('ehr-system', 'secret-of-the-ehr', 'system/*.rs')
  expect(await send(`/Task/${id}`, ehr)).toMatchObject({ status: 200, answer: { status: 'accepted' } })
  expect((await send(`/Task/${id}`, lims)).status).toBe(403)
  expect((await send('/', ehr, labUpdate)).status).toBe(403)
})

test('a user who signs in from an EHR can read what they may see in the portal', async () => {
  const { id } = await portal.submitted()
  const below = await portal.submitted(undefined, { by: 'OrderSubmitter@C1', at: CHILD })
  const email = 'viewer@clinic.test'
  await identity.ensureAccount({ ...rowan, email, sub: 'viewer-1', roles: [] })
  await administer(portal.database.url, (db) =>
    db
      .updateTable('physician')
      .set({ subject: 'viewer-1' })
      .where('subject', '=', 'OrderViewer@P1')
      .execute(),
  )
  const { verifier, challenge } = pkcePair()
  const browser = new Browser()
  const query = new URLSearchParams({
    ...{ client_id: 'ehr', response_type: 'code', redirect_uri: BACK, code_challenge: challenge },
    ...{ code_challenge_method: 'S256', scope: 'openid user/Patient.rs user/Task.rs', aud: FHIR_AUDIENCE },
  })
  const page = await browser.visit(`${identity.portal.issuer}/auth?${query}`, identity.portal.issuer)
  const { url } = await browser.submit(page.url.href, identity.portal.issuer, { email, password })
  const token = await tokenFor({
    ...{ grant_type: 'authorization_code', client_id: 'ehr', redirect_uri: BACK, code_verifier: verifier },
    code: url.searchParams.get('code') ?? '',
  })
  const found = (await send('/Task', token)).answer as Bundle
  const ids = found.entry?.map(({ resource }) => resource?.id)
  expect(ids).toEqual(expect.arrayContaining([String(id), String(below.id)]))
  expect((await send('/Specimen', token)).status).toBe(403)
})

describe('[RES-04] the simulated laboratory', () => {
  test('sends its reports to the FHIR endpoints, all else by HL7 v2: the result is filed as data that agrees with its PDF', async () => {
    await using cleaning = new AsyncDisposableStack()
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-laboratory-'))
    cleaning.defer(() => rm(dir, { recursive: true }))
    const receive = async (raw: string) => {
      byHl7.push(raw)
      return portal.receive(raw)
    }
    const byHl7: string[] = []
    const listener = await listenMllp({ host: '127.0.0.1', port: 0, receive })
    cleaning.defer(() => listener.close())
    const laboratory = await startSimulatedLaboratory({
      ...{ port: 0, portalHost: '127.0.0.1', portalPort: listener.port, controlPort: 0, dir },
      ...{ speed: 1, seed: 417, laboratoryName: 'Larkfield Genetics' },
      fhir: {
        ...{ url: `${portal.origin}/fhir/`, tokenUrl: `${identity.portal.issuer}/token` },
        ...{ clientId: 'lims', clientSecret: 'secret-of-the-lims' },
      },
    })
    cleaning.defer(() => laboratory.stop())
    const sender = connectLaboratory({ host: '127.0.0.1', port: laboratory.port, timeoutMs: 50_000 })
    cleaning.defer(() => sender.close())
    const control = async (at: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
      return (await fetch(`http://127.0.0.1:${laboratory.controlPort}${at}`, request)).status
    }
    await control('/manual', { on: true })
    await startDelivery(portal.boss, portal.worker, sender)
    const { id } = await portal.submitted()
    await expect.poll(() => control(`/orders/${id}`)).toBe(200)
    const seen = () => portal.as('provider').reports.list({ params: { h: PARENT, id } })
    const versions = async () => (await seen()).reports.flatMap((report) => report.versions)
    for (const act of [
      { do: 'accession' },
      { do: 'in-process' },
      { do: 'report', outcome: 'positive' },
      { do: 'amend', to: 'Uncertain significance' },
    ])
      expect(await control(`/orders/${id}`, act)).toBe(200)
    await expect.poll(versions).toHaveLength(2)

    const messages = await portal.worker.db
      .selectFrom('message_in')
      .select(['type', 'outcome'])
      .orderBy('id')
      .execute()
    const ofReports = messages.slice(-2)
    expect(ofReports).toEqual(Array(2).fill({ type: 'Bundle transaction', outcome: 'applied' }))
    expect(byHl7.join('')).not.toMatch(/\rOBX\|/)
    expect(await filedResults(portal.worker.db, [id])).toMatchObject([
      {
        ...{ outcome: 'uncertain', highestClass: 'Uncertain significance' },
        variants: [{ classes: ['Uncertain significance'] }],
      },
    ])
    const [filed] = await filedResults(portal.worker.db, [id])
    const pdf = await portal.as('provider').orders.report({ params: { h: PARENT, id }, query: {} })
    const words = piecesOf(Buffer.from(pdf)).map(({ text }) => text)
    expect(words.join(' ').replaceAll(/\s+/g, '')).toContain(
      filed?.variants[0]?.description.split(' ')[0]?.replace(/^.*:/, '') ?? 'none',
    )
    const followUps = await portal.as('provider').followUp.ofOrder({ params: { h: PARENT, id } })
    expect(followUps.map(({ kind }) => kind)).toContain('reclassification')
  })
})
