import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LaunchUnusable } from '#adapters/ehr/port.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT } from '#server/testing/world.ts'
import type { Behaviour } from '#simulators/ehr/smart/behaviour.ts'
import { launchForgetting } from './forgetting.ts'
import { answerOf, Jar, launched, launchingHospital } from './testing/launching.ts'

let portal: TestPortal
let one: Awaited<ReturnType<typeof launchingHospital>>
let other: Awaited<ReturnType<typeof launchingHospital>>
beforeAll(async () => {
  portal = await startPortal()
  one = await launchingHospital(portal, { row: { frameOrigins: ['https://ehr.hospital.test'] } })
  other = await launchingHospital(portal)
})
afterAll(async () => {
  await Promise.all([one?.ehr.close(), other?.ehr.close()])
  await portal?.stop()
})
beforeEach(() => {
  one.ehr.behave({})
  other.ehr.behave({})
})

const CREATOR = `OrderCreator@${PARENT}`
/** Launches that were kept: something was read. */
async function kept(): Promise<number> {
  const { n } = await portal.worker.db
    .selectFrom('ehr_launch')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
const lastRefusal = () =>
  portal.worker.db
    .selectFrom('audit_event')
    .select(['detail', 'entity_id'])
    .where('action', '=', 'ehr.launch-refused')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What a stranger's server was asked. */
async function listening() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ asked, origin: `http://localhost:${port}` },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe('an address that begins a launch', () => {
  test('with an `iss` that nobody set up is refused before anything is fetched, and audited', async () => {
    const stranger = await listening()
    const query = new URLSearchParams({ iss: stranger.origin, launch: 'x' })
    const { status, page, headers } = await new Jar().visit(portal, `/launch/${one.id}?${query}`)
    expect({ status, asked: stranger.asked, cookies: headers.getSetCookie() }).toEqual({
      ...{ status: 404, asked: [], cookies: [] },
    })
    expect(page).toContain('does not know the record system')
    expect(await lastRefusal()).toMatchObject({ entity_id: one.id, detail: { reason: 'unknown' } })
    await stranger.close()
  })

  const wrong: [string, (iss: string) => Record<string, string>][] = [
    ['the `iss` of another hospital that is set up', () => ({ iss: other.ehr.iss, launch: 'x' })],
    ['the right `iss` with a slash more', (iss) => ({ iss: `${iss}/`, launch: 'x' })],
    ['the right `iss` in capitals', (iss) => ({ iss: iss.toUpperCase(), launch: 'x' })],
    ['no `iss`', () => ({ launch: 'x' })],
    ['no `launch`', (iss) => ({ iss })],
    ['a `launch` that is too long', (iss) => ({ iss, launch: 'x'.repeat(2001) })],
  ]
  test.each(wrong)('with %s is refused', async (_, parameters) => {
    const query = new URLSearchParams(parameters(one.ehr.iss))
    expect((await new Jar().visit(portal, `/launch/${one.id}?${query}`)).status).toBe(404)
  })

  test('goes to the addresses that were agreed on, whatever the hospital announces now', async () => {
    const { location } = await new Jar().visit(portal, one.ehr.launch())
    const to = new URL(location)
    expect(to.origin + to.pathname).toBe(`${one.ehr.issuer}/authorize`)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      ...{ aud: one.ehr.iss, code_challenge_method: 'S256', response_type: 'code', client_id: 'karyo' },
      redirect_uri: `http://localhost/launch/${one.id}/callback`,
    })
    // Nothing was fetched for it.
    expect(one.ehr.asked.filter((path) => path.includes('smart-configuration'))).toHaveLength(1)
  })
})

test('behind TLS a launch goes with a cookie to this host alone, encrypted, which no script reads', async () => {
  const behind = await startPortal({ behindProxy: true })
  const { ehr } = await launchingHospital(behind)
  const { headers } = await new Jar().visit(behind, ehr.launch())
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-karyo_launch_[\w-]+=[\w.-]+; Path=\/; SameSite=Lax; Max-Age=600; HttpOnly; Secure$/,
    ),
  ])
  await Promise.all([ehr.close(), behind.stop()])
})

describe('an answer of the authorization server', () => {
  const hostile: [string, Behaviour, string][] = [
    ['with the `iss` of another server (RFC 9207)', { answersIss: 'https://evil.test' }, 'invalid-answer'],
    ['with another’s `state`', { state: 'a'.repeat(43) }, 'expired'],
    ['with an ID token of another issuer', { idToken: { iss: 'https://evil.test' } }, 'invalid-answer'],
    ['with an ID token whose issuer is the FHIR server', { idToken: { iss: 'FHIR' } }, 'invalid-answer'],
    ['with an ID token for another client', { idToken: { aud: 'somebody' } }, 'invalid-answer'],
    ['with an ID token of another launch (`nonce`)', { idToken: { nonce: 'other' } }, 'invalid-answer'],
    ['with an ID token without `nonce`', { idToken: { nonce: null } }, 'invalid-answer'],
    ['with an ID token that has expired', { idToken: { exp: 1_700_000_000 } }, 'invalid-answer'],
    ['with an ID token that a foreign key signed', { foreignKey: true }, 'invalid-answer'],
    ['with an ID token that nobody signed', { unsigned: true }, 'invalid-answer'],
    ['with an ID token whose `sub` nobody can keep', { idToken: { sub: 'a\0b' } }, 'invalid-answer'],
    ['that is too large', { tokenAnswer: { padding: 'x'.repeat(1_000_001) } }, 'invalid-answer'],
    ['without an ID token', { tokenAnswer: { id_token: null } }, 'invalid-answer'],
    ['that refuses the user', { declines: true }, 'declined'],
    ['whose token address fails', { tokenFails: true }, 'away'],
    ['without a patient', { tokenAnswer: { patient: null } }, 'no-patient'],
    ['with a patient that is a path', { tokenAnswer: { patient: '../Patient/p2' } }, 'no-patient'],
    ['with a FHIR server that does not know the token', { refuses: { Patient: 401 } }, 'no-patient'],
    ['with a FHIR server that sends another patient', { mixesUp: ['Patient'] }, 'no-patient'],
    ['with a FHIR server that redirects', { redirects: 'https://evil.test/' }, 'no-patient'],
    ['with a chart that is too large', { padding: 1_000_001 }, 'no-patient'],
  ]
  test.each(hostile)('%s brings nothing: no launch is kept', async (_, behaviour, reason) => {
    const before = await kept()
    const { idToken = {} } = behaviour
    one.ehr.behave(idToken.iss === 'FHIR' ? { idToken: { iss: one.ehr.iss } } : behaviour)
    const { status, location, page, jar } = await launched(portal, one.ehr.launch())
    expect({ location, kept: await kept() }).toEqual({ location: '', kept: before })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(page).toContain('The chart could not be opened here')
    expect([...jar.cookies.keys()].filter((name) => name.startsWith('karyo_launched'))).toEqual([])
    expect(await lastRefusal()).toMatchObject({ detail: { reason } })
  })

  test('at another hospital’s way back is refused, and its code is not redeemed (mix-up)', async () => {
    const jar = new Jar()
    const answer = await answerOf(portal, jar, one.ehr.launch())
    const given = [one.ehr.tokensGiven, other.ehr.tokensGiven]
    const { status } = await jar.visit(portal, answer.replace(one.id, other.id))
    expect(status).toBe(400)
    expect([one.ehr.tokensGiven, other.ehr.tokensGiven]).toEqual(given)
  })

  test('in another browser is refused (login CSRF)', async () => {
    const answer = await answerOf(portal, new Jar(), one.ehr.launch())
    expect((await new Jar().visit(portal, answer)).status).toBe(400)
    expect(await lastRefusal()).toMatchObject({ detail: { reason: 'expired' } })
  })

  test('that comes twice is used once, and a launch token too', async () => {
    const jar = new Jar()
    const address = one.ehr.launch()
    const answer = await answerOf(portal, jar, address)
    const before = await kept()
    expect((await jar.visit(portal, answer)).status).toBe(303)
    expect((await jar.visit(portal, answer)).status).toBe(400)
    expect((await launched(portal, address)).status).toBe(403)
    expect(await kept()).toBe(before + 1)
  })

  test('of a code of somebody else is worth nothing with this browser’s verifier (PKCE)', async () => {
    const [own, others] = [new Jar(), new Jar()]
    const [answer, stolen] = [
      new URL(await answerOf(portal, own, one.ehr.launch({ patient: 'p1' }))),
      new URL(await answerOf(portal, others, one.ehr.launch({ patient: 'p2' }))),
    ]
    answer.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const { status } = await own.visit(portal, answer.href)
    expect(status).toBe(400)
    expect(await lastRefusal()).toMatchObject({ detail: { reason: 'invalid-answer' } })
  })
})

describe('the portal’s own proof (`private_key_jwt`)', () => {
  test('is for the token address alone: another server that obtained it is refused there', async () => {
    const stolen: string[] = []
    const evil = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      stolen.push(new URLSearchParams(body).get('client_assertion') ?? '')
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as AddressInfo
    const known = await one.clients.find(one.id)
    if (!known) throw new Error('the hospital is not set up')
    const token_endpoint = `http://localhost:${port}/token`
    const misled = { ...known, metadata: { ...known.metadata, token_endpoint } }
    const { to, departure } = await one.launches.leave(misled, {
      ...{ launch: new URL(one.ehr.launch()).searchParams.get('launch') ?? '' },
      callback: `http://localhost/launch/${one.id}/callback`,
    })
    const back = await fetch(to, { redirect: 'manual' })
    const answer = new URL(back.headers.get('location') ?? '')
    await expect(one.launches.comeBack(misled, answer, departure)).rejects.toThrow('invalid-answer')
    expect(stolen).toHaveLength(1)
    const reply = await fetch(`${one.ehr.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: answer.searchParams.get('code') ?? '' },
        ...{ code_verifier: departure.verifier, client_assertion: stolen[0] ?? '' },
        redirect_uri: `http://localhost/launch/${one.id}/callback`,
      }),
    })
    expect(reply.status).toBe(401)
    await new Promise((resolve) => evil.close(resolve))
  })

  const forged: [string, object, string][] = [
    ['for another address (`aud`)', { aud: 'https://evil.test/token' }, 'own'],
    ['of another client (`iss`)', { iss: 'somebody' }, 'own'],
    ['that has expired', { iat: 1_700_000_000, exp: 1_700_000_300 }, 'own'],
    ['that lives for a day', { iat: Math.floor(Date.now() / 1000) - 86_400 }, 'own'],
    ['without `jti`', { jti: undefined }, 'own'],
    ['signed with another hospital’s key', {}, 'other'],
  ]
  test.each(forged)('%s is refused by the record system', async (_, claims, whose) => {
    const known = await (whose === 'own' ? one : other).clients.find(whose === 'own' ? one.id : other.id)
    const now = Math.floor(Date.now() / 1000)
    const { importJWK } = await import('jose')
    const assertion = await new SignJWT({
      ...{ iss: 'karyo', sub: 'karyo', aud: `${one.ehr.issuer}/token`, jti: randomUUID() },
      ...{ iat: now, exp: now + 60, ...claims },
    })
      .setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid: known?.key.kid ?? '' })
      .sign(await importJWK(known?.key ?? {}, 'ES384'))
    const reply = await fetch(`${one.ehr.issuer}/token`, {
      ...{ method: 'POST', body: new URLSearchParams({ client_assertion: assertion, code: 'x' }) },
    })
    expect(reply.status).toBe(401)
  })

  test('changes with the key; the key before stays published, the one before that does not', async () => {
    const own = await launchingHospital(portal)
    const kids = async () => (await own.clients.keysOf(own.id))?.keys.map(({ kid }) => kid)
    const first = await kids()
    await own.clients.rotate(own.id, await own.launches.newKey())
    expect((await launched(portal, own.ehr.launch())).status).toBe(303)
    const second = await kids()
    expect(second).toHaveLength(2)
    expect(second?.[1]).toBe(first?.[0])
    await own.clients.rotate(own.id, await own.launches.newKey())
    expect(await kids()).toHaveLength(2)
    expect(await kids()).not.toContain(first?.[0])
    expect(JSON.stringify(await own.clients.keysOf(own.id))).not.toContain('"d"')
    await own.ehr.close()
  })

  test('is for one hospital: each has its own key, and a removed one has none', async () => {
    const [own, others] = [await one.clients.keysOf(one.id), await other.clients.keysOf(other.id)]
    expect(own?.keys[0]?.kid).not.toBe(others?.keys[0]?.kid)
    const gone = await launchingHospital(portal)
    await gone.clients.remove(gone.id)
    expect((await new Jar().visit(portal, `/launch/${gone.id}/keys`)).status).toBe(404)
    expect((await new Jar().visit(portal, gone.ehr.launch())).status).toBe(404)
    await gone.ehr.close()
  })
})

describe('tokens', () => {
  test('end with the reading, and never reach the browser', async () => {
    // Those of answers that failed a check were never taken.
    const [open, given] = [one.ehr.tokensOpen, one.ehr.tokensGiven]
    const { headers, page, location, jar } = await launched(portal, one.ehr.launch())
    expect([one.ehr.tokensOpen, one.ehr.tokensGiven]).toEqual([open, given + 1])
    const seen = [...headers].join('\n') + page + location + JSON.stringify([...jar.cookies])
    expect(seen).not.toMatch(/access_token|eyJ[\w-]+\.[\w-]+\./)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
  })

  test('end too if the chart cannot be read', async () => {
    const open = one.ehr.tokensOpen
    one.ehr.behave({ refuses: { Patient: 500 } })
    await launched(portal, one.ehr.launch())
    expect(one.ehr.tokensOpen).toBe(open)
  })
})

describe('a launch that is opened', () => {
  const open = (user: string, launch: string, proof: string, link = true) =>
    portal.as(user).launches.open({ params: { launch }, body: { proof, link } })

  test('without the browser’s proof does not exist', async () => {
    const { id } = await launched(portal, one.ehr.launch())
    const problem = await problemOfCall(open(CREATOR, id, 'a'.repeat(43)))
    expect(problem).toMatchObject({ status: 404 })
  })

  test('by a user of another institution does not exist', async () => {
    const { id, proof } = await launched(portal, one.ehr.launch())
    const problem = await problemOfCall(open(`OrderCreator@${FOREIGN}`, id, proof))
    expect(problem).toMatchObject({ status: 404 })
  })

  test('by a user who must not create orders is refused', async () => {
    const { id, proof } = await launched(portal, one.ehr.launch())
    const problem = await problemOfCall(open(`OrderViewer@${PARENT}`, id, proof))
    expect(problem).toMatchObject({ status: 403 })
  })

  test('for the first time asks for a log in after the launch: an open session proves nobody', async () => {
    const { id, proof } = await launched(portal, one.ehr.launch({ clinician: 'nurse-hale' }))
    const earlier = await portal.tokenOf(CREATOR, { signedInAt: Math.floor(Date.now() / 1000) - 600 })
    const body = { proof, link: true }
    const sent = { method: 'POST', headers: { authorization: `Bearer ${earlier}` }, body }
    const reply = await portal.request(`/api/launches/${id}/open`, sent)
    expect(await reply.json()).toMatchObject({ state: 'link', signedIn: false, launchedBy: 'Robin Hale' })
    const without = await open(CREATOR, id, proof, false)
    expect(without).toMatchObject({ state: 'link', signedIn: true })
    expect(await open(CREATOR, id, proof)).toMatchObject({ state: 'opened', hospitalCode: PARENT })
  })

  test('of a linked user is not opened by anybody else, nor a second user linked to one account', async () => {
    const own = await launchingHospital(portal)
    const [user, colleague] = [`OrderSubmitter@${PARENT}`, CREATOR]
    const begin = async (clinician: string) => launched(portal, own.ehr.launch({ clinician }))
    const first = await begin('dr-okonjo')
    expect((await open(user, first.id, first.proof)).state).toBe('opened')
    const again = await begin('dr-okonjo')
    expect((await open(colleague, again.id, again.proof)).state).toBe('other-user')
    const second = await begin('nurse-hale')
    expect((await open(user, second.id, second.proof)).state).toBe('other-user')
    // Without asking again.
    const third = await begin('dr-okonjo')
    expect((await open(user, third.id, third.proof, false)).state).toBe('opened')
    await own.ehr.close()
  })

  test('of a hospital that was removed meanwhile does not exist', async () => {
    const own = await launchingHospital(portal)
    const { id, proof } = await launched(portal, own.ehr.launch())
    await own.clients.remove(own.id)
    expect(await problemOfCall(open(CREATOR, id, proof))).toMatchObject({ status: 404 })
    await own.ehr.close()
  })

  test('is not opened later than ten minutes after it came, and its chart is forgotten', async () => {
    const { id, proof } = await launched(portal, one.ehr.launch())
    const earlier = new Date(Date.now() - 11 * 60_000)
    await administer(portal.database.url, (db) =>
      db.updateTable('ehr_launch').set({ launched_at: earlier }).where('id', '=', id).execute(),
    )
    expect(await problemOfCall(open(CREATOR, id, proof))).toMatchObject({ status: 404 })
    await launchForgetting(portal.worker).run()
    const row = portal.worker.db.selectFrom('ehr_launch').select('chart').where('id', '=', id)
    expect(await row.executeTakeFirst()).toBeUndefined()
  })
})

describe('a record system that is set up', () => {
  const unusable: [string, string][] = [
    ['without https', 'http://ehr.hospital.test/fhir'],
    ['with parameters', 'https://ehr.hospital.test/fhir?x=1'],
    ['with a slash at its end', 'https://ehr.hospital.test/fhir/'],
  ]
  test.each(unusable)('%s is refused', async (_, iss) => {
    await expect(one.launches.fetchMetadata(iss)).rejects.toThrow(LaunchUnusable)
  })
})

describe('in a frame', () => {
  const dest = { 'sec-fetch-dest': 'iframe' }

  test('only the page with the button is shown, and only in the hospital’s; the launch stays unused', async () => {
    const address = one.ehr.launch()
    const { status, headers, page } = await new Jar().visit(portal, address, dest)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://ehr.hospital.test')
    expect([headers.get('x-frame-options'), headers.getSetCookie()]).toEqual([null, []])
    expect(page).toContain('target="_blank"')
    expect((await launched(portal, address)).status).toBe(303)
  })

  test('nothing is shown where no frame was agreed on', async () => {
    const { headers } = await new Jar().visit(portal, other.ehr.launch(), dest)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('every other page is for this site alone', async () => {
    const { headers } = await launched(portal, one.ehr.launch())
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })
})
