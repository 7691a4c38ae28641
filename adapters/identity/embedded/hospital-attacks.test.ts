import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '../testing/browser.ts'
import { rowan, runningIdentity } from '../testing/embedded.ts'
import { type Forgery, openForgingHospital } from '../testing/forging-hospital.ts'
import { comeBackFromHospital, forgedAnswer, leaveForHospital } from '../testing/hospital-visit.ts'

// Needs a cluster of its own.
let running: Awaited<ReturnType<typeof runningIdentity>>
let evil: Awaited<ReturnType<typeof openForgingHospital>>
let honest: Awaited<ReturnType<typeof openForgingHospital>>

const saved = (id: string, issuer: string) => ({
  ...{ id, issuer, name: `Hospital ${id}`, clientId: 'karyo', clientSecret: null },
  domains: [{ domain: `${id}.test`, institution: '1001', allowsPassword: true }],
})

beforeAll(async () => {
  running = await runningIdentity()
  ;[evil, honest] = await Promise.all([openForgingHospital(), openForgingHospital()])
  await running.hospitals.save(saved('forged', evil.issuer))
  await running.hospitals.save(saved('honest', honest.issuer))
})

afterAll(async () => {
  await Promise.all([evil?.close(), honest?.close()])
  await running?.stop()
})

beforeEach(() => {
  evil.forge({})
  honest.forge({})
  evil.asked.length = 0
  honest.asked.length = 0
})

/** Leaves for a hospital; `answer` is what it would send the browser back with. */
async function leave(browser: Browser, id = 'forged') {
  const { to } = await leaveForHospital(running.portal, browser, `somebody@${id}.test`)
  const answer = forgedAnswer(to, id === 'forged' ? evil.issuer : honest.issuer)
  return { sent: new URL(to).searchParams, answer }
}

const open = (browser: Browser, answer: URL | string) => comeBackFromHospital(running.portal, browser, answer)
const signedIn = ({ pathname }: URL) => pathname === '/callback'
const links = () => running.database.admin`select * from identity.hospital_link`

describe('a hospital’s answer', () => {
  it('signs in as it should be, which the attacks below change in one thing each', async () => {
    const browser = new Browser()
    const { answer, sent } = await leave(browser)
    expect(Object.fromEntries(sent)).toMatchObject({
      ...{ response_type: 'code', scope: 'openid profile email', code_challenge_method: 'S256' },
      redirect_uri: `${running.portal.issuer}/hospital/forged/callback`,
    })
    expect(signedIn((await open(browser, answer)).url)).toBe(true)
    expect(evil.asked).toHaveLength(1)
    expect(evil.asked[0]).toMatchObject({ code_verifier: expect.any(String) })
    expect(evil.asked[0]).not.toHaveProperty('client_secret')
  })

  it.each<[string, (answer: URL) => void]>([
    ['of another issuer', (answer) => answer.searchParams.set('iss', honest.issuer)],
    ['without the issuer that the provider promises', (answer) => answer.searchParams.delete('iss')],
    ['with two issuers', (answer) => answer.searchParams.append('iss', honest.issuer)],
    ['with two states', (answer) => answer.searchParams.append('state', 'x')],
    ['with a foreign state', (answer) => answer.searchParams.set('state', 'x'.repeat(43))],
    ['without a state', (answer) => answer.searchParams.delete('state')],
    ['without a code', (answer) => answer.searchParams.delete('code')],
    [
      'at the address of another hospital',
      (answer) => {
        answer.pathname = answer.pathname.replace('forged', 'honest')
      },
    ],
    ['with tokens in the address', (answer) => answer.searchParams.set('response', 'a.b.c')],
  ])('%s signs nobody in, and is shown to no provider', async (_what, change) => {
    const before = (await links()).length
    const browser = new Browser()
    const { answer } = await leave(browser)
    change(answer)
    const { url, status } = await open(browser, answer)
    expect([signedIn(url), status]).toEqual([false, 400])
    expect([evil.asked.length, honest.asked.length, (await links()).length]).toEqual([0, 0, before])
  })

  it('of another browser signs nobody in: not the attacker’s in mine, and not mine in theirs', async () => {
    const [own, foreign] = [new Browser(), new Browser()]
    const [left, other] = [await leave(own), await leave(foreign)]
    expect((await open(own, other.answer)).status).toBe(400)
    expect((await open(foreign, left.answer)).status).toBe(400)
    // The code of one in the answer of the other: its nonce and verifier do not fit.
    left.answer.searchParams.set('code', other.answer.searchParams.get('code') ?? '')
    expect((await open(own, left.answer)).status).toBe(400)
  })

  it('works once', async () => {
    const browser = new Browser()
    const { answer } = await leave(browser)
    expect(signedIn((await open(browser, answer)).url)).toBe(true)
    expect((await open(browser, answer)).status).toBe(400)
    expect(evil.asked).toHaveLength(1)
  })

  it('is useless in a cookie that somebody wrote or changed', async () => {
    const browser = new Browser()
    const { answer } = await leave(browser)
    const state = answer.searchParams.get('state') ?? ''
    const name = browser.cookieNames().find((one) => one.includes('karyo_hospital'))
    for (const cookie of ['e30', 'a.b.c.d.e', 'x'.repeat(300)]) {
      const reply = await fetch(answer, {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie: `${name}=${cookie}` },
      })
      expect([reply.status, evil.asked.length, state !== '']).toEqual([400, 0, true])
    }
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, () => Forgery | Promise<Forgery>]>([
    ['of another issuer', () => ({ claims: { iss: honest.issuer } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['for several clients, given to another', () => ({ claims: { aud: ['karyo', 'b'], azp: 'b' } })],
    ['of another sign-in', () => ({ claims: { nonce: 'of-another-sign-in' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { exp: now() - 120, iat: now() - 500 } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['with a subject that nobody can keep', () => ({ claims: { sub: 'a\0b' } })],
    ['that is too large', () => ({ claims: { sub: 'u1', padding: 'x'.repeat(1_000_001) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['signed with an unpublished key', () => ({ signsWithOtherKey: true })],
    ['without a signature', () => ({ idToken: new UnsecuredJWT({ iss: evil.issuer, sub: 'u1' }).encode() })],
    [
      'signed with a public text as secret',
      async () => ({
        idToken: await new SignJWT({ iss: evil.issuer, aud: 'karyo', sub: 'u1', exp: now() + 60, iat: now() })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from('karyo'.repeat(10))),
      }),
    ],
    ['that is none', () => ({ idToken: 'not a token' })],
  ])('%s signs nobody in', async (_what, forgery) => {
    const before = (await links()).length
    evil.forge(await forgery())
    const browser = new Browser()
    const { answer } = await leave(browser)
    const { url, status, page } = await open(browser, answer)
    expect([signedIn(url), status]).toEqual([false, 400])
    expect(page).toContain('did not belong to your login')
    expect(running.events.at(-1)).toMatchObject({
      ...{ type: 'hospital-sign-in-refused', hospital: 'forged', reason: 'invalid-answer', sub: null },
    })
    expect((await links()).length).toBe(before)
  })
})

describe('a mix-up', () => {
  it('gives an attacker’s provider no code of another hospital', async () => {
    // The attacker's provider names the honest one's address for signing in, and its own for tokens.
    evil.metadata.authorization_endpoint = `${honest.issuer}/authorize`
    await running.hospitals.save(saved('forged', evil.issuer))
    try {
      const browser = new Browser()
      const { sent, answer } = await leave(browser)
      // An honest provider knows this address as another client's, and would stop here.
      expect(sent.get('redirect_uri')).not.toContain('/hospital/honest/')
      // One that does not look still says who it is.
      answer.searchParams.set('iss', honest.issuer)
      expect((await open(browser, answer)).status).toBe(400)
      expect(evil.asked).toHaveLength(0)
    } finally {
      evil.metadata.authorization_endpoint = `${evil.issuer}/authorize`
      await running.hospitals.save(saved('forged', evil.issuer))
    }
  })

  it('does not happen by itself: addresses that a provider announces later are not used', async () => {
    const before = await leave(new Browser())
    evil.metadata.authorization_endpoint = `${honest.issuer}/authorize`
    const after = await leave(new Browser())
    evil.metadata.authorization_endpoint = `${evil.issuer}/authorize`
    expect(before.sent.get('client_id')).toBe(after.sent.get('client_id'))
    const listed = (await running.hospitals.list()).find(({ id }) => id === 'forged')
    expect(listed?.endpoints.authorization).toBe(`${evil.issuer}/authorize`)
  })

  it('proves the portal to each hospital with another key', async () => {
    for (const id of ['forged', 'honest']) {
      const browser = new Browser()
      await open(browser, (await leave(browser, id)).answer)
    }
    const [first, second] = [evil.asked[0], honest.asked[0]].map((form) => form?.client_assertion ?? '')
    const kid = (jwt: string | undefined) =>
      JSON.parse(Buffer.from((jwt ?? '').split('.')[0] ?? '', 'base64url').toString()).kid
    expect(kid(first)).not.toBe(kid(second))
  })
})

describe('a hospital as broker', () => {
  const sub = async () => (await links()).map(({ subject }) => subject)
  it.each<[string, NonNullable<Forgery['claims']>, number]>([
    ['speaks for another hospital', { sub: 'b1', email: 'somebody@honest.test' }, 403],
    ['speaks for the laboratory', { sub: 'b2', email: 'rowan@clinic.test' }, 403],
    ['speaks for a domain that only looks like its own', { sub: 'b3', email: 'x@evilforged.test' }, 403],
    ['hides another domain in an address', { sub: 'b4', email: 'rowan@clinic.test@forged.test' }, 403],
    [
      'names an address without verifying it',
      { sub: 'b5', email: 'x@forged.test', email_verified: false },
      403,
    ],
    ['names an address and is silent about it', { sub: 'b6', email_verified: undefined }, 403],
    ['calls an address verified in other words', { sub: 'b7', email_verified: 'yes' }, 403],
    ['names no address', { sub: 'b8', email: undefined }, 403],
    [
      'claims a role',
      { sub: 'b9', email: 'b9@forged.test', roles: ['Support'], 'https://karyo.test/roles': ['Support'] },
      200,
    ],
  ])('that %s gets no more than its own users', async (_what, claims, status) => {
    evil.forge({ claims })
    const browser = new Browser()
    const { answer } = await leave(browser)
    const { url, status: answered } = await open(browser, answer)
    expect(signedIn(url)).toBe(status === 200)
    if (status !== 200) expect(answered).toBe(status)
    expect((await sub()).includes(String(claims.sub))).toBe(status === 200)
    const [staff] = await running.database.admin`
      select count(*)::int as count from identity."user" where roles <> '[]' and email like '%@forged.test'`
    expect(staff?.count).toBe(0)
  })

  it('cannot sign in whom the laboratory made staff after they were linked', async () => {
    evil.forge({ claims: { sub: 'later', email: 'later@forged.test' } })
    const first = new Browser()
    expect(signedIn((await open(first, (await leave(first)).answer)).url)).toBe(true)
    await running.database.admin`
      update identity."user" set roles = '["Support"]' where email = 'later@forged.test'`
    const second = new Browser()
    expect((await open(second, (await leave(second)).answer)).status).toBe(403)
    await running.database.admin`update identity."user" set roles = '[]' where email = 'later@forged.test'`
  })

  it('gets no account of a colleague by claiming their number elsewhere', async () => {
    const { sub: owner } = await running.ensureAccount({ ...rowan, roles: [], email: 'own@honest.test' })
    const claims = { sub: 'same-number', email: 'own@honest.test' }
    honest.forge({ claims })
    const browser = new Browser()
    expect(signedIn((await open(browser, (await leave(browser, 'honest')).answer)).url)).toBe(true)
    evil.forge({ claims })
    const thief = new Browser()
    expect((await open(thief, (await leave(thief)).answer)).status).toBe(403)
    const rows = await running.database.admin`
      select issuer from identity.hospital_link where user_id = ${owner}`
    expect(rows.map(({ issuer }) => issuer)).toEqual([honest.issuer])
  })
})
