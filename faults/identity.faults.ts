import { once } from 'node:events'
import { createServer } from 'node:http'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embedded.ts'
import { clinicOf, failureOf } from '../e2e/clinic.ts'
import { countingFetch } from './broken/answers.ts'
import { checkRecovery, runFault } from './broken/fault-run.ts'
import { BUSY } from './broken/first-start.ts'
import { watchHealth } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { openProxy, type TcpProxy } from './broken/proxy.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'
import { keepPortal, type Portal } from './cluster/portal.ts'

let testbed: Testbed
let proxy: TcpProxy
let tokenOf: (secondsLeft?: number) => Promise<string>

/** An external provider, as far as the portal's server uses it: the address of its keys, and the keys. */
beforeAll(async () => {
  testbed = await startTestbed()
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(keys.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const server = createServer((request, reply) => {
    const isDiscovery = request.url?.startsWith('/.well-known')
    const document = isDiscovery
      ? { issuer, jwks_uri: `${issuer}/jwks` }
      : { keys: [{ ...jwk, kid, alg: 'ES256' }] }
    // One connection per request: otherwise an old one would survive when the proxy goes down.
    reply
      .writeHead(200, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(document))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  testbed.ending(async () => void server.close())
  const address = server.address()
  proxy = await openProxy(typeof address === 'object' && address !== null ? address.port : 0)
  testbed.ending(() => proxy.close())
  const issuer = `http://127.0.0.1:${proxy.port}`

  const [who] = await testbed
    .database()
    .ask<{ subject: string }>("select subject from physician where email = 'provider@demo.test'")
  tokenOf = (secondsLeft = 1_800) =>
    new SignJWT({
      email: 'provider@demo.test',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Okafor',
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setSubject(who?.subject ?? '')
      .setIssuer(issuer)
      .setAudience('urn:karyo:api')
      .setExpirationTime(Math.floor(Date.now() / 1000) + secondsLeft)
      .sign(keys.privateKey)
  await testbed.portal.stop()
})
afterAll(() => testbed?.stop())

/** The same data with another provider, about which nothing is known yet. */
async function restart(): Promise<{ portal: Portal; origin: string }> {
  const [port, url] = [await freePort(), new URL(testbed.database().url)]
  const portal = keepPortal(
    port,
    {
      ...{ ...BUSY, DATABASE_URL: url.href, DATA_DIR: `${testbed.root}/portal`, KARYO_DEMO: 'on' },
      ...{ OIDC_ISSUER: `http://127.0.0.1:${proxy.port}`, PUBLIC_ORIGIN: `http://localhost:${port}` },
    },
    () => undefined,
  )
  testbed.ending(() => portal.stop())
  await portal.ready()
  return { portal, origin: `http://localhost:${port}` }
}

test('nobody is told that their session ended while an external provider is unreachable', async () => {
  const rows = []
  // Its keys were never fetched: a token cannot be verified.
  proxy.down(true)
  const { origin } = await restart()
  for (const [how, { down, silent }] of [
    ['down, its keys never seen', { down: true, silent: false }],
    ['silent, its keys never seen', { down: false, silent: true }],
  ] as const) {
    proxy.down(down)
    proxy.freeze(silent)
    const { countedFetch, takeAnswers } = countingFetch()
    const clinic = clinicOf(origin, await tokenOf(), countedFetch)
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => clinic.order(1).then(() => 'answered', failureOf)),
    )
    const { requests, wrong, slowest } = takeAnswers()
    rows.push({
      fault: how,
      asked: requests,
      codes: [...new Set(codes)].join(),
      'slowest 503 s': slowest.refused.toFixed(1),
    })
    expect([how, wrong, [...new Set(codes)]]).toEqual([how, [], ['unavailable']])
  }
  proxy.freeze(false)
  const clinic = clinicOf(origin, await tokenOf())
  const back = performance.now()
  await expect
    .poll(() => clinic.order(1).then(() => 'answered', failureOf), { timeout: 60_000 })
    .toBe('not-found')
  rows.push({ fault: 'back', 'good after s': ((performance.now() - back) / 1000).toFixed(1) })
  report('Another identity provider', rows)

  // Its keys are cached: users with a token continue.
  const load = await startLoad(origin, 'Provider', { token: await tokenOf() })
  const watch = watchHealth(origin)
  const known = []
  try {
    for (const [name, on] of [
      ['down', (is: boolean) => proxy.down(is)],
      ['silent', (is: boolean) => proxy.freeze(is)],
    ] as const)
      known.push(
        await runFault(origin, load, watch, {
          ...{ name: `${name}, its keys known`, seconds: 8, health: 200 },
          break: () => on(true),
          repair: () => on(false),
        }),
      )
  } finally {
    load.halt()
    await watch.stop()
    report('Another identity provider, under load', known)
  }
  expect(known.filter(({ answers }) => /401|503/.test(String(answers)))).toEqual([])
  report('Afterwards', [await checkRecovery(origin, load)])
  // An expired token is refused as always.
  const late = clinicOf(origin, await tokenOf(-60))
  expect(await late.order(1).then(() => 'answered', failureOf)).toBe('not-signed-in')
})
