import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SoftwareAuthenticator } from '../testing/authenticator.ts'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'
import { Visitor } from '../testing/visitor.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>

beforeAll(async () => {
  running = await runningIdentity({ secondFactor: 'required' })
})

afterAll(() => running?.stop())

// Codes are valid for half a minute: the tests stay within one step.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 }),
)
afterEach(() => void vi.useRealTimers())

/** Enters the password for a user without a second factor. */
async function begin(name: string) {
  const email = `${name}@clinic.test`
  await running.ensureAccount({ ...rowan, email, sub: name })
  const one = new Visitor(running.portal)
  const start = await running.portal.authorize(one.browser)
  const page = await one.submit(start.url.href, { email, password })
  const goOn = () => one.submit(`${start.url.href}/continue`, {})
  const amr = async (url: URL) => {
    const { body } = await running.portal.exchange(url.searchParams.get('code') ?? '', start.verifier)
    return decodeJwt(body.id_token ?? '').amr
  }
  return { one, page, goOn, amr }
}

describe('a required second factor', () => {
  it('must be set up before the sign-in continues, including recovery codes', async () => {
    const { one, page, goOn, amr } = await begin('newcomer')
    expect(page.url.pathname).toMatch(/\/set-up$/)
    expect(page.text).toContain('Larkfield Genetics requires more than a password')
    expect((await one.open('/account')).url.pathname).toMatch(/^\/identity\/interaction\//)
    expect((await goOn()).url.pathname).not.toBe('/callback')
    const secret = /class="secret">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
    expect((await one.submit(page.url.href, { code: '000000' })).status).toBe(401)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const codes = await one.submit(page.url.href, { code })
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10)
    expect(await amr((await goOn()).url)).toEqual(['pwd', 'otp', 'mfa'])
    expect((await running.portal.renew(one.browser)).error).toBeNull()
  })

  const secretIn = (text: string) =>
    /class="secret">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? 'no secret'
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

  it('[SEC-10] shows each set-up a key of its own, which no other one confirms', async () => {
    const thief = await begin('watched')
    const stolen = secretIn(thief.page.text)
    // Reloading in the same sign-in shows the same key: it may already be scanned.
    expect(secretIn((await thief.one.open(thief.page.url.href)).text)).toBe(stolen)
    const owner = await begin('watched')
    const own = secretIn(owner.page.text)
    expect(own).not.toBe(stolen)
    for (const code of [codeOf(stolen), codeOf(own)])
      expect((await thief.one.submit(thief.page.url.href, { code })).status).toBe(401)
    // The thief's wrong attempt has restarted their set-up.
    const ownerSecret = secretIn((await owner.one.open(owner.page.url.href)).text)
    expect([stolen, own]).not.toContain(ownerSecret)
    expect((await owner.one.submit(owner.page.url.href, { code: codeOf(ownerSecret) })).status).toBe(200)
    const account = await owner.goOn()
    expect(account.url.pathname).toBe('/callback')
  })

  it('can also be a passkey, and cannot be removed if it is the last', async () => {
    const { one, page, goOn, amr } = await begin('keyed')
    const key = new SoftwareAuthenticator(running.origin)
    await one.submit(page.url.href, { answer: key.create(page.text), name: 'Phone' })
    expect(await amr((await goOn()).url)).toEqual(['pwd', 'pop', 'mfa'])
    const id = /remove\?id=([^"]+)"/.exec((await one.open('/account')).text)?.[1] ?? ''
    const removalPage = await one.open(`/account/passkeys/remove?id=${id}`)
    const answer = key.get(removalPage.text)
    const removed = await one.submit('/account/passkeys/remove', { current: password, id, answer })
    expect(removed.status).toBe(409)
    expect(removed.text).toContain('this is your only one')
  })
})
