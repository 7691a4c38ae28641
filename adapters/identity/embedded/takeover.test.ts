import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftwareAuthenticator } from '../testing/authenticator.ts'
import { heldPasswords, password, rowan, runningIdentity } from '../testing/embedded.ts'
import { openForgingHospital } from '../testing/forging-hospital.ts'
import { signInAtForgingHospital } from '../testing/hospital-visit.ts'
import { linkIn, Visitor } from '../testing/visitor.ts'
import { hospitalsIn } from './hospitals.ts'
import { UNDO_EMAIL_CHANGE_DAYS } from './tickets.ts'

let running: Awaited<ReturnType<typeof runningIdentity>>
const { heavy, hold } = heldPasswords()
const next = 'tulips-eat-my-dog'
const third = 'seven-gulls-in-aspic'
const both = (text: string) => ({ password: text, repeated: text })

beforeAll(async () => {
  running = await runningIdentity({ heavy })
})

afterAll(() => running?.stop())

const visitor = () => new Visitor(running.portal)
const mailsTo = (email: string) => running.mails.filter((mail) => mail.to === email)
const signsIn = async (email: string, typed: string) =>
  (await visitor().signIn(email, typed)).url.pathname === '/identity/account'

/** Creates an account, and a thief who knows its password and is signed in. */
async function stolen(name: string, roles: string[] = rowan.roles) {
  const email = `${name}@clinic.test`
  await running.ensureAccount({ ...rowan, roles, email, sub: name })
  const thief = visitor()
  expect((await thief.signIn(email, password)).url.pathname).toBe('/identity/account')
  return { email, thief, thiefs: `${name}@thief.test` }
}

async function addPasskey(one: Visitor, name: string) {
  const key = new SoftwareAuthenticator(running.origin)
  const { text } = await one.submit('/account/passkeys/add', { current: password })
  await one.submit('/account/passkeys/confirm', { answer: key.create(text), name })
  return key
}

/** Whether a passkey signs in without a password. */
async function passkeyLetsIn(key: SoftwareAuthenticator) {
  const one = visitor()
  const page = await one.open('/account')
  const { url } = await one.submit(`${page.url.href}/passkey`, { answer: key.get(page.text) })
  return url.pathname === '/identity/account'
}

async function resetLink(email: string) {
  await visitor().submit('/forgot', { email })
  return running.mailTo(email)
}

const keyOf = (text: string, label: string) =>
  new RegExp(`name="remove" value="([^"]+)"> Remove [^/]*${label}`).exec(text)?.[1] ?? `no ${label}`

describe('recovering an account', () => {
  it('[SEC-04] a reset voids what a thief had begun, and shows and removes what they had added', async () => {
    const { email, thief, thiefs } = await stolen('reset')
    await thief.submit('/account/email', { email: thiefs, current: password })
    const change = running.mailTo(thiefs)
    const key = await addPasskey(thief, 'Spare')
    const mail = await resetLink(email)
    const page = await visitor().open(linkIn(mail).href)
    expect(page.text).toContain('Added in the last 30 days')
    const done = await visitor().follow(mail, { ...both(next), remove: keyOf(page.text, 'Spare') })
    expect(done.text).toContain('Your password was changed')
    expect((await visitor().follow(change)).status).toBe(410)
    expect(await passkeyLetsIn(key)).toBe(false)
    expect(await signsIn(email, next)).toBe(true)
    expect(await signsIn(thiefs, password)).toBe(false)
    expect(
      mailsTo(email)
        .map(({ text }) => text)
        .join(),
    ).toContain('a passkey was removed')
  })

  it('[SEC-04] changing the password does the same', async () => {
    const { email, thief, thiefs } = await stolen('changed')
    await thief.submit('/account/email', { email: thiefs, current: password })
    const link = await resetLink(email)
    const owner = visitor()
    await owner.signIn(email, password)
    const app = await owner.submit('/account/authenticator', { current: password })
    expect(app.text).toContain('Turn it on')
    const key = await addPasskey(thief, 'Office')
    const page = await owner.open('/account/password')
    const remove = keyOf(page.text, 'Office')
    // The thief's passkey is required as proof, and the recovery codes are not the owner's: so this needs a
    // reset.
    expect(page.text).toContain('data-passkey="get"')
    await visitor().follow(link, { ...both(next), remove })
    expect((await visitor().follow(running.mailTo(thiefs))).status).toBe(410)
    const again = visitor()
    expect((await again.signIn(email, next)).url.pathname).toBe('/identity/account')
    await again.submit('/account/email', { email: 'elsewhere@thief.test', current: next })
    const changed = await again.submit('/account/password', { current: next, ...both(third) })
    expect(changed.text).toContain('Your password was changed')
    expect((await visitor().follow(running.mailTo('elsewhere@thief.test'))).status).toBe(410)
    expect(await passkeyLetsIn(key)).toBe(false)
    // Pending set-ups have lost their ticket.
    const ticket = /name="ticket" value="([^"]+)"/.exec(app.text)?.[1] ?? ''
    expect((await again.submit('/account/authenticator/confirm', { ticket, code: '000000' })).status).toBe(
      400,
    )
  })

  it.each([
    ['/account/password', both(third)],
    ['/account/email', { email: 'in-flight@thief.test' }],
    ['/account/sessions/end-others', {}],
    ['/account/authenticator', {}],
  ])(
    '[SEC-04] a thief’s %s whose password is being checked during the reset is refused',
    async (path, fields) => {
      const name = `in-flight-${path.split('/').join('-')}`
      const { email, thief } = await stolen(name)
      const mail = await resetLink(email)
      const check = hold(password)
      const attempt = thief.submit(path, { ...fields, current: password })
      await check.reached
      expect((await visitor().follow(mail, both(next))).status).toBe(200)
      check.release()
      expect((await attempt).status).toBe(400)
      const begun = await running.database.admin`select 1 from identity.ticket where user_id = ${name}`
      expect(begun).toHaveLength(0)
      expect(await signsIn(email, next)).toBe(true)
    },
  )

  it('[SEC-04] a thief’s change of address in flight is void once the owner has ended that session', async () => {
    const { email, thief, thiefs } = await stolen('in-flight-ended')
    const owner = visitor()
    await owner.signIn(email, password)
    const check = hold(password)
    const attempt = thief.submit('/account/email', { email: thiefs, current: password })
    await check.reached
    await owner.submit('/account/sessions/end-others', { current: password })
    check.release()
    expect((await attempt).status).toBe(400)
    expect(mailsTo(thiefs)).toHaveLength(0)
  })

  it('a link in a mail does not remove an older second factor', async () => {
    const { email, thief } = await stolen('older')
    const key = await addPasskey(thief, 'Own')
    await running.database.admin`
      update identity.passkey set created_at = now() - interval '31 days' where user_id = 'older'`
    const mail = await resetLink(email)
    const { text } = await visitor().open(linkIn(mail).href)
    expect(text).not.toContain('name="remove"')
    const [row] = await running.database.admin<{ id: string }[]>`
      select id from identity.passkey where user_id = 'older'`
    await visitor().follow(mail, { ...both(next), remove: `passkey:${row?.id}` })
    expect(await passkeyLetsIn(key)).toBe(true)
  })

  it('[SEC-04] the mail to the old address takes a change back, ends sessions and asks for a new password', async () => {
    const { email, thief, thiefs } = await stolen('undone')
    await thief.submit('/account/email', { email: thiefs, current: password })
    await visitor().follow(running.mailTo(thiefs))
    expect(await signsIn(thiefs, password)).toBe(true)
    const mail = running.mailTo(email)
    expect(mail.text).toContain(`within ${UNDO_EMAIL_CHANGE_DAYS} days`)
    // The link survives the thief's new password and further changes of address.
    await thief.submit('/account/password', { current: password, ...both(third) })
    await thief.submit('/account/email', { email: `two-${thiefs}`, current: third })
    await visitor().follow(running.mailTo(`two-${thiefs}`))
    const secondUndo = running.mailTo(thiefs)
    // It also survives a sign-up with the released address.
    await visitor().submit('/sign-up', {
      ...{ firstName: 'Some', lastName: 'Body', email, ...both('Squatting-on-an-address-7') },
    })
    expect((await visitor().open(linkIn(mail).href)).text).toContain(email)
    expect((await visitor().follow(mail, { password: 'short', repeated: 'short' })).status).toBe(400)
    expect((await visitor().follow(mail, both(next))).text).toContain('The change was undone')
    expect(await signsIn(email, next)).toBe(true)
    expect((await running.portal.renew(thief.browser)).error).toBe('login_required')
    // The thief's own undo link is void, and the mail they get has none.
    expect((await visitor().follow(secondUndo, both(third))).status).toBe(410)
    expect(running.mailTo(`two-${thiefs}`).text).not.toContain('token=')
    expect((await visitor().follow(mail, both(third))).status).toBe(410)
  })

  it('a thief who undoes their own second change does not void the owner’s link', async () => {
    const { email, thief, thiefs } = await stolen('twice-undone')
    await thief.submit('/account/email', { email: thiefs, current: password })
    await visitor().follow(running.mailTo(thiefs))
    const mail = running.mailTo(email)
    await thief.submit('/account/email', { email: `two-${thiefs}`, current: password })
    await visitor().follow(running.mailTo(`two-${thiefs}`))
    expect((await visitor().follow(running.mailTo(thiefs), both(third))).status).toBe(200)
    expect((await visitor().follow(mail, both(next))).status).toBe(200)
    expect(await signsIn(email, next)).toBe(true)
  })

  it('the undo link expires after some days', async () => {
    const { email, thief, thiefs } = await stolen('late')
    await thief.submit('/account/email', { email: thiefs, current: password })
    await visitor().follow(running.mailTo(thiefs))
    const mail = running.mailTo(email)
    await running.database.admin`
      update identity.ticket set expires_at = expires_at - make_interval(days => ${UNDO_EMAIL_CHANGE_DAYS})
      where user_id = 'late'`
    expect((await visitor().open(linkIn(mail).href)).status).toBe(410)
    expect((await visitor().follow(mail, both(next))).status).toBe(410)
  })

  it('ending the other sessions voids what they had begun', async () => {
    const { email, thief, thiefs } = await stolen('ender')
    await thief.submit('/account/email', { email: thiefs, current: password })
    const owner = visitor()
    await owner.signIn(email, password)
    await owner.submit('/account/sessions/end-others', { current: password })
    expect((await visitor().follow(running.mailTo(thiefs))).status).toBe(410)
  })
})

describe('a hospital’s sign-in that a thief has linked', () => {
  let hospital: Awaited<ReturnType<typeof openForgingHospital>>
  beforeAll(async () => {
    hospital = await openForgingHospital()
    const domain = (of: string, allowsPassword: boolean) => ({
      ...{ domain: of, institution: '1001', allowsPassword },
    })
    const common = { clientId: 'karyo', clientSecret: null }
    await running.hospitals.save({
      ...{ ...common, id: 'open', name: 'Open Hospital', issuer: hospital.issuer },
      domains: [domain('open.test', true)],
    })
  })
  afterAll(() => hospital?.close())

  const closeDomain = (isClosed: boolean) => running.database.admin`
    update identity.hospital_domain set allows_password = ${!isClosed} where hospital_id = 'open'`
  const linked = async (sub: string) =>
    (await running.database.admin`select from identity.hospital_link where user_id = ${sub}`).length > 0
  /** Somebody at the hospital whom it calls by this address signs in; false if that opens nothing. */
  const atHospital = (subject: string, email: string) =>
    signInAtForgingHospital(running.portal, hospital, { sub: subject, email })

  it.each([
    ['may have passwords', false],
    ['has no passwords, so that the owner’s would be refused', true],
  ])('[SEC-04] is gone once the owner undoes the change of address: it %s', async (_which, isClosed) => {
    const name = `linked-${isClosed}`
    const { email, thief } = await stolen(name, [])
    const thiefs = `${name}@open.test`
    await thief.submit('/account/email', { email: thiefs, current: password })
    await visitor().follow(running.mailTo(thiefs))
    const undo = running.mailTo(email)
    expect(await atHospital(name, thiefs)).toBe(true)
    expect(await linked(name)).toBe(true)
    // The owner, who can still undo the change, is told too.
    expect(running.mailTo(email).subject).toContain('you can log in with your hospital')
    await closeDomain(isClosed)
    try {
      expect((await visitor().follow(undo, both(next))).text).toContain('The change was undone')
      expect(await linked(name)).toBe(false)
      expect(await signsIn(email, next)).toBe(true)
      const unlinked = running.events.filter(({ type, sub }) => type === 'hospital-unlinked' && sub === name)
      expect(unlinked).toMatchObject([{ hospital: 'open', email }])
      expect(mailsTo(email).some(({ text }) => text.includes('sign-in of Open Hospital no longer'))).toBe(
        true,
      )
    } finally {
      await closeDomain(false)
    }
  })

  it('[SEC-04] is listed like any other factor, and removed, when a new password is chosen', async () => {
    const email = 'listed@open.test'
    await running.ensureAccount({ ...rowan, email, roles: [], sub: 'listed' })
    expect(await atHospital('listed-by-another', email)).toBe(true)
    const mail = await resetLink(email)
    const page = await visitor().open(linkIn(mail).href)
    const remove = keyOf(page.text, 'the sign-in of <strong>Open Hospital')
    await visitor().follow(mail, { ...both(next), remove })
    expect(await linked('listed')).toBe(false)
  })

  it('stays where the hospital allows no password: its leavers must not get rid of it by a mail', async () => {
    const email = 'leaver@open.test'
    await running.ensureAccount({ ...rowan, email, roles: [], sub: 'leaver' })
    expect(await atHospital('leaver', email)).toBe(true)
    await closeDomain(true)
    try {
      const mail = await resetLink(email)
      expect((await visitor().open(linkIn(mail).href)).text).not.toContain('name="remove"')
      await visitor().follow(mail, { ...both(next), remove: 'hospital:open' })
      expect(await linked('leaver')).toBe(true)
    } finally {
      await closeDomain(false)
    }
  })

  it('[SEC-04] is not linked by a sign-in that the owner’s recovery has ended', async () => {
    await running.ensureAccount({ ...rowan, email: 'raced@open.test', roles: [], sub: 'raced' })
    const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: running.database.pool() }) })
    const hospitals = hospitalsIn({ db, secret: 'any', issuer: running.portal.issuer, production: false })
    const session = { id: 'ended', sub: 'raced', hospital: { issuer: hospital.issuer, subject: 'raced' } }
    expect(await hospitals.link(session)).toBe('ended')
    expect(await linked('raced')).toBe(false)
  })
})

describe('signing up with another person’s address', () => {
  const signUp = (email: string, typed: string, lastName: string) =>
    visitor().submit('/sign-up', { firstName: 'Wren', lastName, email, ...both(typed) })
  const forgetLimits = () => running.database.admin`delete from identity.attempt`

  it('[SEC-08] a stranger’s password opens nothing, whoever signed up first or last', async () => {
    for (const [name, order] of [
      ['first', ['thief', 'owner']],
      ['last', ['owner', 'thief']],
    ] as const) {
      const email = `pre-${name}@clinic.test`
      for (const who of order) {
        await signUp(email, who === 'thief' ? third : next, who === 'thief' ? 'Stranger' : 'Halloway')
        await forgetLimits()
      }
      for (const mail of mailsTo(email)) await visitor().follow(mail, { password: next })
      expect(await signsIn(email, third)).toBe(false)
      if (await signsIn(email, next)) continue
      const mail = await resetLink(email)
      expect((await visitor().open(linkIn(mail).href)).text).toContain('Enter your own name')
      expect((await visitor().follow(mail, both(next))).status).toBe(400)
      await visitor().follow(mail, { ...both(next), firstName: 'Wren', lastName: 'Halloway' })
      expect(await signsIn(email, third)).toBe(false)
      const owner = visitor()
      expect((await owner.signIn(email, next)).text).toContain('Wren Halloway')
    }
  })

  it('[SEC-08] verifying asks for the password, and counts wrong ones', async () => {
    const email = 'asked@clinic.test'
    await signUp(email, next, 'Halloway')
    const mail = running.mailTo(email)
    expect((await visitor().open(linkIn(mail).href)).text).toContain('type="password"')
    for (const typed of ['', third])
      expect((await visitor().follow(mail, { password: typed })).status).toBe(400)
    expect((await visitor().follow(mail, { password: next })).text).toContain('is verified')
    expect(await signsIn(email, next)).toBe(true)
  })

  it('an unverified account gives its address up to the person who proves to own it', async () => {
    await signUp('squatted@clinic.test', third, 'Stranger')
    const { email, thief } = await stolen('moving')
    await thief.submit('/account/email', { email: 'squatted@clinic.test', current: password })
    expect((await visitor().follow(running.mailTo('squatted@clinic.test'))).text).toContain('is verified')
    expect(await signsIn('squatted@clinic.test', password)).toBe(true)
    expect(await signsIn(email, password)).toBe(false)
  })
})
