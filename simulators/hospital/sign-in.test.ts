import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { password, rowan, runningIdentity } from '#adapters/identity/testing/embedded.ts'
import { comeBackFromHospital, leaveForHospital } from '#adapters/identity/testing/hospital-visit.ts'
import { HOSPITAL_DOMAIN, type Person } from './people.ts'
import { type HospitalSignIn, openHospitalSignIn } from './sign-in.ts'

// Needs a cluster of its own; each test has its own people.
let running: Awaited<ReturnType<typeof runningIdentity>>
let hospital: HospitalSignIn
const people: Person[] = []

beforeAll(async () => {
  running = await runningIdentity()
  hospital = await addHospital('harborview', people)
})

afterAll(async () => {
  await hospital?.close()
  await running?.stop()
})

const saved = (id: string, issuer: string) => ({
  ...{ id, issuer, name: `Hospital ${id}`, clientId: 'karyo', clientSecret: null },
  domains: [
    { domain: `${id}.test`, institution: '1001', allowsPassword: true },
    { domain: `only.${id}.test`, institution: '1001', allowsPassword: false },
  ],
})

async function addHospital(id: string, users: readonly Person[], port = 0): Promise<HospitalSignIn> {
  const at = `${running.portal.issuer}/hospital/${id}`
  const portal = { clientId: 'karyo', redirectUri: `${at}/callback`, keys: `${at}/keys` }
  const opened = await openHospitalSignIn({ port, portal, people: users })
  await running.hospitals.save(saved(id, opened.issuer))
  return opened
}

let numbers = 0
/** A new user of the hospital. */
function person(changes: Partial<Person> = {}): Person {
  numbers += 1
  const one = {
    ...{ id: `p${numbers}`, email: `p${numbers}@${HOSPITAL_DOMAIN}`, emailVerified: true },
    ...{ firstName: 'Maren', lastName: 'Oduya', ...changes },
  }
  people.push(one)
  return one
}

/** Goes to the hospital with an address and is `user` there; returns the answer, not opened yet. */
async function answerOf(browser: Browser, user: Person | null, typed?: string, at = hospital) {
  const left = await leaveForHospital(running.portal, browser, typed ?? user?.email ?? '')
  return { ...left, answer: await answerAt(browser, left.to, user, at) }
}

/** Chooses a person on the hospital's page; null cancels. */
async function answerAt(browser: Browser, to: string, user: Person | null, at = hospital): Promise<URL> {
  const login = await browser.visit(to, at.issuer)
  return (await browser.submit(login.url.href, at.issuer, { person: user?.id ?? '' })).url
}

/** The whole way. `claims` of the access token if it signed the user in. */
async function signIn(browser: Browser, user: Person | null, typed?: string, at = hospital) {
  const { answer, verifier } = await answerOf(browser, user, typed, at)
  const { url, status, page } = await comeBackFromHospital(running.portal, browser, answer)
  if (url.pathname !== '/callback') return { status, page, url, claims: null, accessToken: '' }
  const { body } = await running.portal.exchange(url.searchParams.get('code') ?? '', verifier)
  const accessToken = body.access_token ?? ''
  return { status, page, url, claims: await running.verifier().verify(accessToken), accessToken }
}

const account = (email: string, changes = {}) =>
  running.ensureAccount({ ...rowan, roles: [], email, ...changes })
const eventsOf = (type: string) => running.events.filter((event) => event.type === type)

describe('signing in at a hospital', () => {
  it('opens a new account for whoever has none, with the hospital’s verified address and name', async () => {
    const user = person({ firstName: 'Ines', lastName: 'Varga' })
    const { claims } = await signIn(new Browser(), user)
    expect(claims).toMatchObject({
      ...{ email: user.email, emailVerified: true, firstName: 'Ines', lastName: 'Varga', roles: [] },
    })
    expect(running.events).toContainEqual(
      expect.objectContaining({ type: 'account-created', email: user.email }),
    )
    expect(running.events).toContainEqual(
      expect.objectContaining({ type: 'signed-in', hospital: 'harborview', amr: ['fed'], sub: claims?.sub }),
    )
  })

  it('opens the account that has the address, links it once, and tells its owner', async () => {
    const user = person()
    const { sub } = await account(user.email)
    const first = await signIn(new Browser(), user, user.email.toUpperCase())
    const second = await signIn(new Browser(), user)
    expect([first.claims?.sub, second.claims?.sub]).toEqual([sub, sub])
    expect(eventsOf('hospital-linked').filter((event) => event.sub === sub)).toHaveLength(1)
    expect(running.mails.filter(({ to }) => to === user.email)).toEqual([
      expect.objectContaining({ subject: 'Larkfield Genetics: you can log in with your hospital' }),
    ])
    // Their domain still allows the password.
    const { url } = await running.portal.signIn(new Browser(), user.email, password)
    expect(url.pathname).toBe('/callback')
  })

  it('finds a linked account by the hospital’s number for the user, whatever address the hospital gives', async () => {
    const user = person()
    const before = (await signIn(new Browser(), user)).claims?.sub
    Object.assign(user, { email: 'moved@another.test', emailVerified: false })
    expect((await signIn(new Browser(), user, `p@${HOSPITAL_DOMAIN}`)).claims?.sub).toBe(before)
  })

  it('asks the hospital for the account’s address only, and shows the password form for any other domain', async () => {
    const { to } = await leaveForHospital(running.portal, new Browser(), `x@${HOSPITAL_DOMAIN}`)
    expect(new URL(to).origin).toBe(hospital.issuer)
    expect(new URL(to).searchParams.get('login_hint')).toBe(`x@${HOSPITAL_DOMAIN}`)
    for (const [typed, message] of [
      ['x@nowhere.test', 'No hospital has set up its sign-in for nowhere.test'],
      [`x@sub.${HOSPITAL_DOMAIN}`, `No hospital has set up its sign-in for sub.${HOSPITAL_DOMAIN}`],
      ['no address', 'Enter your e-mail address at the hospital'],
    ] as const) {
      const left = await leaveForHospital(running.portal, new Browser(), typed)
      expect(left.to).toBe('')
      expect(left.page).toContain(message)
      expect(left.page).toContain('type="password"')
    }
  })

  it('keeps two sign-ins of one browser apart', async () => {
    const browser = new Browser()
    const user = person()
    const first = await leaveForHospital(running.portal, browser, user.email)
    const second = await leaveForHospital(running.portal, browser, user.email)
    for (const { to, verifier } of [first, second]) {
      const { url } = await comeBackFromHospital(running.portal, browser, await answerAt(browser, to, user))
      const { body } = await running.portal.exchange(url.searchParams.get('code') ?? '', verifier)
      expect((await running.verifier().verify(body.access_token ?? '')).email).toBe(user.email)
    }
  })

  it('ends like every session: after the logout the token opens nothing, and the hospital is asked again', async () => {
    const browser = new Browser()
    const user = person()
    const { claims } = await signIn(browser, user)
    expect((await running.portal.renew(browser)).error).toBeNull()
    await running.database.admin`delete from identity.session where user_id = ${claims?.sub ?? ''}`
    expect((await running.portal.renew(browser)).error).toBe('login_required')
  })
})

describe('who is never let in', () => {
  it.each<[string, () => Promise<{ user: Person; typed?: string }>, number, string]>([
    [
      'a user whose address the hospital does not verify',
      async () => ({ user: person({ emailVerified: false }) }),
      403,
      'does not confirm that your e-mail address is yours',
    ],
    [
      'a user with an address of a domain of nobody',
      async () => ({ user: person({ email: 'vip@elsewhere.test' }), typed: `x@${HOSPITAL_DOMAIN}` }),
      403,
      'not one of its own',
    ],
    [
      'somebody with a colleague’s name and another address',
      async () => ({
        user: person({ firstName: 'Rowan', lastName: 'Ashdown', email: 'rowan@clinic.test' }),
        typed: `x@${HOSPITAL_DOMAIN}`,
      }),
      403,
      'not one of its own',
    ],
    [
      'the laboratory’s staff, even with an address of the hospital',
      async () => {
        const user = person()
        await account(user.email, { roles: ['Support'] })
        return { user }
      },
      403,
      'opened with their own password',
    ],
    [
      'a newcomer with the address of somebody who left',
      async () => {
        const left = person()
        await signIn(new Browser(), left)
        people.splice(people.indexOf(left), 1)
        return { user: person({ email: left.email }) }
      },
      409,
      'belongs to another user',
    ],
    [
      'a user without a name',
      async () => ({ user: person({ firstName: '', lastName: 'www.evil.test/x' }) }),
      403,
      'did not tell us your name',
    ],
  ])('%s', async (_who, given, status, message) => {
    const { user, typed } = await given()
    const refused = await signIn(new Browser(), user, typed)
    expect([refused.claims, refused.status]).toEqual([null, status])
    expect(refused.page).toContain(message)
    expect(eventsOf('hospital-sign-in-refused').at(-1)).toMatchObject({ hospital: 'harborview' })
    const rows = await running.database.admin`select from identity.hospital_link where subject = ${user.id}`
    expect(rows).toHaveLength(0)
  })

  it('nobody, if the user cancels at the hospital', async () => {
    const refused = await signIn(new Browser(), null, `x@${HOSPITAL_DOMAIN}`)
    expect([refused.claims, refused.status]).toEqual([null, 403])
    expect(refused.page).toContain('did not log you in')
  })

  it('a user of another hospital with the same number: that is another person', async () => {
    const user = person()
    const here = (await signIn(new Browser(), user)).claims?.sub
    const namesake = { ...user, email: `${user.id}@lakeside.test` }
    const thief = { ...namesake, id: 'thief', email: user.email }
    const lakeside = await addHospital('lakeside', [namesake, thief])
    try {
      const there = (await signIn(new Browser(), namesake, namesake.email, lakeside)).claims
      expect(there?.email).toBe(namesake.email)
      expect(there?.sub).not.toBe(here)
      const refused = await signIn(new Browser(), thief, namesake.email, lakeside)
      expect([refused.claims, refused.status]).toEqual([null, 403])
    } finally {
      await lakeside.close()
    }
  })

  it('whoever signed up with the address before: the unverified account gives way with its password', async () => {
    const user = person()
    await account(user.email, { emailVerified: false })
    const { claims } = await signIn(new Browser(), user)
    expect(claims).toMatchObject({ email: user.email, firstName: 'Maren', emailVerified: true })
    const { reply } = await running.portal.signIn(new Browser(), user.email, password)
    expect(reply.status).toBe(401)
  })

  it('anybody while the hospital’s provider is away: the page says so, and passwords still work', async () => {
    const users = [person({ email: 'a@away.test' })]
    const away = await addHospital('away', users)
    await account('a@away.test')
    const browser = new Browser()
    const { answer } = await answerOf(browser, users[0] ?? null, undefined, away)
    await away.close()
    const refused = await comeBackFromHospital(running.portal, browser, answer)
    expect(refused.status).toBe(503)
    expect(refused.page).toContain('does not answer')
    const { url } = await running.portal.signIn(new Browser(), 'a@away.test', password)
    expect(url.pathname).toBe('/callback')
  })
})

describe('second factors', () => {
  async function withAuthenticator(email: string) {
    const { sub } = await account(email)
    await running.database.admin`
      insert into identity.totp (user_id, sealed, confirmed_at) values (${sub}, 'sealed', now())`
  }

  it('are asked for at the first time, whatever the hospital states, and before anything is linked', async () => {
    const user = person({ hasSecondFactor: true })
    await withAuthenticator(user.email)
    for (const time of ['first', 'second']) {
      const { url, claims } = await signIn(new Browser(), user)
      expect([time, claims, url.pathname.split('/').at(-1)]).toEqual([time, null, 'second-factor'])
    }
    const rows = await running.database.admin`select from identity.hospital_link where subject = ${user.id}`
    expect(rows).toHaveLength(0)
  })

  it.each([
    ['are the hospital’s once the account is linked', true, '/callback'],
    ['are asked for here if the hospital asked for none', false, 'second-factor'],
  ])('%s', async (_title, hasSecondFactor, ends) => {
    const user = person({ hasSecondFactor })
    await signIn(new Browser(), user)
    await withAuthenticator(user.email)
    expect((await signIn(new Browser(), user)).url.pathname.endsWith(ends)).toBe(true)
  })

  it('cannot be skipped by asking for the last step', async () => {
    const user = person()
    await withAuthenticator(user.email)
    const browser = new Browser()
    const { answer, steps } = await answerOf(browser, user)
    await comeBackFromHospital(running.portal, browser, answer)
    const { url } = await browser.visit(`${steps}/hospital`, running.portal.issuer)
    expect(url.pathname).toMatch(/\/interaction\/[\w-]+$/)
    // Nor by a password alone.
    const other = new Browser()
    const { page } = await running.portal.signIn(other, user.email, password)
    const skipped = await other.visit(`${page}/hospital`, running.portal.issuer)
    expect(skipped.url.pathname).toMatch(/\/interaction\/[\w-]+$/)
  })
})

describe('a domain whose users log in at their hospital only', () => {
  const only = `only.${HOSPITAL_DOMAIN}`
  const submit = (email: string, typed: string) => running.portal.signIn(new Browser(), email, typed)

  it('sends everybody to the hospital, with the right password, a wrong one, or no account', async () => {
    const user = person({ email: `forced@${only}` })
    await account(user.email)
    for (const [email, typed] of [
      [user.email, password],
      [user.email, 'wrong'],
      [`nobody@${only}`, 'wrong'],
    ] as const) {
      const { reply } = await submit(email, typed)
      expect([reply.status, (await reply.text()).includes(hospital.issuer)]).toEqual([200, true])
    }
    expect((await signIn(new Browser(), user)).claims?.email).toBe(user.email)
  })

  it('lets the laboratory’s staff in by password', async () => {
    await account(`staff@${only}`, { roles: ['Support'] })
    expect((await submit(`staff@${only}`, password)).url.pathname).toBe('/callback')
    expect((await submit(`staff@${only}`, 'wrong')).url.pathname).not.toBe('/callback')
  })

  it('keeps a leaver out who gave the account another address, also one where passwords are allowed', async () => {
    const user = person({ email: `leaver@${only}` })
    const { sub } = await account(user.email)
    await signIn(new Browser(), user)
    await (await addHospital('other', [])).close()
    for (const email of ['private@home.test', 'private@other.test']) {
      await running.database.admin`update identity."user" set email = ${email} where id = ${sub}`
      const page = await (await submit(email, password)).reply.text()
      expect([email, page.includes(hospital.issuer)]).toEqual([email, true])
      // A wrong password does not tell that there is such an account.
      expect((await submit(email, 'wrong')).reply.status).toBe(401)
    }
  })
})

describe('setting up hospitals', () => {
  it('lists what the hospital’s IT department needs, and keeps the key when Support changes the rest', async () => {
    const before = (await running.hospitals.list()).find(({ id }) => id === 'harborview')
    expect(before).toMatchObject({
      callback: `${running.portal.issuer}/hospital/harborview/callback`,
      keys: `${running.portal.issuer}/hospital/harborview/keys`,
      endpoints: { token: `${hospital.issuer}/token` },
    })
    const keys = async () => (await fetch(before?.keys ?? '')).text()
    const first = await keys()
    expect(JSON.parse(first).keys).toEqual([expect.not.objectContaining({ d: expect.anything() })])
    await running.hospitals.save({ ...saved('harborview', hospital.issuer), name: 'Renamed' })
    expect(await keys()).toBe(first)
    expect((await signIn(new Browser(), person())).claims).not.toBeNull()
  })

  it.each<[string, (issuer: string) => Parameters<typeof running.hospitals.save>[0], object]>([
    [
      'a domain of another hospital',
      (issuer) => ({ ...saved('second', `${issuer}/x`), domains: saved('harborview', '').domains }),
      { field: 'domains', why: 'taken' },
    ],
    ['an issuer of another hospital', (issuer) => saved('second', issuer), { field: 'issuer', why: 'taken' }],
    [
      'a hospital that changes its issuer',
      (issuer) => saved('harborview', `${issuer}/x`),
      { field: 'issuer', why: 'taken' },
    ],
    ['an address without https', () => saved('second', 'http://elsewhere.test'), { why: 'unusable' }],
    ['an address that is no provider', (issuer) => saved('second', `${issuer}/x`), { why: 'unusable' }],
    ['a provider that is away', () => saved('second', 'http://localhost:1'), { why: 'away' }],
    [
      'an issuer that the provider spells otherwise',
      (issuer) => saved('second', issuer.replace('localhost', '127.0.0.1')),
      { why: 'unusable' },
    ],
  ])('refuses %s', async (_what, wrong, refusal) => {
    await expect(running.hospitals.save(wrong(hospital.issuer))).rejects.toMatchObject(refusal)
  })

  it('ends sessions and links with a domain that is taken away, and all of them with the hospital', async () => {
    const users = [1, 2].map((n) => ({ ...person(), id: `r${n}`, email: `r${n}@removed.test` }))
    users.push({ ...person(), id: 'r3', email: 'r3@only.removed.test' })
    const removed = await addHospital('removed', users)
    const browsers = users.map(() => new Browser())
    for (const [i, user] of users.entries())
      await signIn(browsers[i] ?? new Browser(), user, user.email, removed)
    const states = () =>
      Promise.all(browsers.map(async (browser) => (await running.portal.renew(browser)).error))
    expect(await states()).toEqual([null, null, null])
    const fewer = saved('removed', removed.issuer)
    await running.hospitals.save({ ...fewer, domains: fewer.domains.slice(0, 1) })
    expect(await states()).toEqual([null, null, 'login_required'])
    expect(await running.hospitals.remove('removed')).toBe(true)
    expect(await states()).toEqual(['login_required', 'login_required', 'login_required'])
    expect(await running.hospitals.remove('removed')).toBe(false)
    await removed.close()
  })
})
