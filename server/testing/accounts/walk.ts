import { Secret, TOTP } from 'otpauth'
import { SoftwareAuthenticator } from '#adapters/identity/testing/authenticator.ts'
import { forgedAnswer, goesTo } from '#adapters/identity/testing/hospital-visit.ts'
import { CHILD, PARENT } from '../world.ts'
import type { Client, Page } from './client.ts'
import { addTestUser, HOSPITAL_DOMAIN, ORIGIN, type Rig } from './rig.ts'

/** Somebody got into an account, or got a role, without being entitled to it. */
export class Breach extends Error {
  override name = 'Breach'
}

const SEEING = ['OrderViewer', 'OrderCreator', 'OrderSubmitter', 'SuperUser']
const MANAGING = ['UserAdmin', 'SuperUser']

/** An honest user's account, as the user knows it. */
interface Owned {
  sub: string | null
  /** The user's mailboxes, the one in use first. */
  mailboxes: string[]
  password: string
  /** Another person knows the password, or was let in by it, since the user last recovered the account. */
  exposed: boolean
  /** The base32 secret of the app that the user set up themself. */
  secret: string | null
}

/** One walk: two honest users, an administrator and a thief, and what each of them has. */
export class Walk {
  readonly rig: Rig
  readonly mode: 'optional' | 'required'
  readonly ada: Owned
  readonly ben: Owned
  /** The administrator's id is not needed; the thief is a user administrator, who must not see orders. */
  attacker = {
    id: 0,
    boxes: [] as string[],
    subs: ['thief'],
    known: new Set<string>(),
    secrets: new Set<string>(),
  }
  /** The thief's sessions. */
  sessions: Client[] = []
  key: SoftwareAuthenticator | null = null
  /** Whether the thief gave ada's account an address of their hospital. */
  usesHospital = false
  /** Whether the thief was in ada's account by that hospital. */
  wasLinked = false
  /** Whether the thief was in the account of a user whose password was exposed. */
  stolen = false
  #passwords = 0

  constructor(rig: Rig, mode: 'optional' | 'required') {
    this.rig = rig
    this.mode = mode
    const owned = (name: string) => ({
      ...{ sub: null, password: this.fresh(name), exposed: false, secret: null },
      mailboxes: [`${name}@clinic.test`, `${name}-two@clinic.test`],
    })
    this.ada = owned('ada')
    this.ben = owned('ben')
  }

  async begin(): Promise<void> {
    const { rig, ada, attacker } = this
    const account = (sub: string, password: string) =>
      rig.ensureAccount({
        ...{ sub, email: `${sub}@clinic.test`, emailVerified: true, firstName: 'Test', lastName: sub },
        ...{ roles: [], password },
      })
    await account('ada', ada.password)
    await account('thief', 'the thief’s own password')
    await account('admin', 'the administrator’s password')
    ada.sub = 'ada'
    await addTestUser(rig, { sub: 'ada', email: 'ada@clinic.test', roles: { [PARENT]: 'OrderSubmitter' } })
    await addTestUser(rig, { sub: 'admin', email: 'admin@clinic.test', roles: { [PARENT]: 'SuperUser' } })
    attacker.id = await addTestUser(rig, {
      sub: 'thief',
      email: 'thief@clinic.test',
      roles: { [PARENT]: 'UserAdmin' },
    })
    attacker.boxes = ['thief@clinic.test', 'thief-two@clinic.test', 'thief-three@clinic.test']
    attacker.known.add('the thief’s own password')
  }

  fresh(name: string): string {
    this.#passwords += 1
    return `${name} password ${this.#passwords}`
  }

  client = () => this.rig.client(this.mode)

  // Pages that anybody can open.

  /** Enters email and password, and a second factor if one is requested and `secret` generates its code. */
  async signIn(email: string, password: string, secret?: string | null): Promise<Client | null> {
    const client = this.client()
    const page = await client.open('/identity/account')
    let next = await client.submit(page.path, { email, password })
    if (secret && next.path.endsWith('/second-factor'))
      next = await client.submit(next.path, { code: codeOf(secret) })
    return isIn(next) ? client : null
  }

  /** Opens the step after the password, whatever it is. */
  async secondStep(email: string, password: string): Promise<{ client: Client; page: Page }> {
    const client = this.client()
    const page = await client.open('/identity/account')
    return { client, page: await client.submit(page.path, { email, password }) }
  }

  tokensTo(mailbox: string, path: string): string[] {
    return this.rig.mails.flatMap(({ to, text }) => {
      const link = to === mailbox ? /http\S+\?token=\S+/.exec(text)?.[0] : undefined
      const url = link === undefined ? null : new URL(link)
      return url?.pathname === `/identity/${path}` ? [url.searchParams.get('token') ?? ''] : []
    })
  }

  /** Chooses a new password through a link, and removes whatever the owner does not recognize. */
  async choose(one: Owned, name: string, path: 'reset' | 'undo', token: string): Promise<boolean> {
    const client = this.client()
    const { status, text } = await client.open(`/identity/${path}?token=${token}`)
    if (status !== 200) return false
    const remove = [
      ...text.matchAll(/name="remove" value="([^"]+)"[^>]*> Remove (the authenticator app|the passkey)/g),
    ]
      .filter(([, , what]) => !(what === 'the authenticator app' && one.secret !== null))
      .map(([, key = '']) => key)
    const password = this.fresh(name)
    const typed = text.includes('name="firstName"') ? { firstName: 'Test', lastName: name } : {}
    const done = await client.submit(`/identity/${path}`, {
      ...{ token, password, repeated: password, ...typed, ...(remove.length > 0 ? { remove } : {}) },
    })
    if (done.status !== 200) return false
    one.password = password
    one.exposed = false
    return true
  }

  // The thief's actions on an account.

  /** Records that the thief got in somewhere: only their own and exposed accounts are allowed. */
  async entered(client: Client, how: string): Promise<void> {
    const page = await client.open('/identity/account')
    if (!isIn(page)) return
    const email = /<dt>Email<\/dt><dd>([^ <]+)/.exec(page.text)?.[1] ?? ''
    const { rows } = await this.rig.admin.query('select id from identity."user" where email = $1', [email])
    const sub = rows[0]?.id
    for (const [name, one] of Object.entries({ ada: this.ada, ben: this.ben }))
      if (sub === one.sub && !one.exposed) throw new Breach(`the thief is in ${name}'s account ${how}`)
    if (sub === this.ada.sub) this.stolen = true
    if (!this.sessions.includes(client)) this.sessions.push(client)
  }

  /** Tries everything that the thief has. */
  async storm(): Promise<void> {
    for (const client of [...this.sessions]) await this.entered(client, 'by an old session')
    for (const mailbox of this.attacker.boxes)
      for (const path of ['verify', 'undo'])
        for (const token of this.tokensTo(mailbox, path)) await this.press(path, token)
    // Past the limit of mails to one address, and past the time step of a used code.
    await this.rig.pass(6)
    for (const mailbox of this.attacker.boxes) {
      await this.client().submit('/identity/forgot', { email: mailbox })
      for (const token of this.tokensTo(mailbox, 'reset')) await this.press('reset', token)
    }
    const { rows } = await this.rig.admin.query('select email from identity."user" where id = any($1)', [
      [this.ada.sub, this.ben.sub],
    ])
    for (const { email } of rows)
      for (const password of this.attacker.known) await this.tryIn(email, password)
    await this.tryKey()
    if (this.usesHospital) await this.tryHospital()
  }

  /** Confirms a link from the thief's mail, with one of their passwords. */
  async press(path: string, token: string): Promise<void> {
    const password = 'the thief’s own password'
    await this.client().submit(`/identity/${path}`, {
      ...(path === 'verify' ? { token, password } : { token, password, repeated: password }),
    })
  }

  async tryIn(email: string, password: string): Promise<void> {
    const { client, page } = await this.secondStep(email, password)
    if (isIn(page)) return this.entered(client, 'by a password')
    if (!page.path.endsWith('/second-factor')) return
    for (const secret of this.attacker.secrets)
      if (isIn(await client.submit(page.path, { code: codeOf(secret) })))
        return this.entered(client, 'by a key that was shown to them')
  }

  async tryKey(): Promise<void> {
    if (!this.key) return
    const client = this.client()
    const page = await client.open('/identity/account')
    const answer = this.key.get(page.text)
    if (isIn(await client.submit(`${page.path.split('?')[0]}/passkey`, { answer })))
      await this.entered(client, 'by a passkey')
  }

  /** Signs in at the thief's hospital, which says what the thief wants of an address of its own. */
  async tryHospital(): Promise<void> {
    const { hospital } = this.rig
    const email = `thief@${HOSPITAL_DOMAIN}`
    const client = this.client()
    const { path } = await client.open('/identity/account')
    const { text } = await client.submit(`${path.split('?')[0]}/hospital`, { email, password: '' })
    hospital.forge({ claims: { sub: 'thief', email } })
    const { pathname, search } = forgedAnswer(goesTo(text), hospital.issuer)
    if (!isIn(await client.open(pathname + search))) return
    await this.entered(client, 'by a hospital')
    const { rows } = await this.rig.admin.query('select user_id from identity.hospital_link')
    if (rows.some(({ user_id }) => user_id === this.ada.sub)) this.wasLinked = true
  }

  /** Whoever has just recovered an account must get in, whatever the thief left there. */
  async isLetIn(one: Owned, name: string): Promise<void> {
    if (!(await this.signIn(one.mailboxes[0] ?? '', one.password, one.secret)))
      throw new Breach(`${name} is locked out of the account that they have recovered`)
  }

  // Roles.

  /**
   * For each of the thief's accounts: the institutions where it sees orders, manages users, and can grant all
   * roles now.
   */
  async rolesBySubject(): Promise<Map<string, UserRoles>> {
    const all = new Map<string, UserRoles>()
    for (const sub of this.attacker.subs) {
      const actor = await this.rig.actorOf(sub)
      const where = (roles: readonly string[]) =>
        [PARENT, CHILD].filter((code) =>
          actor?.memberships.some((at) => at.code === code && at.roles.some((role) => roles.includes(role))),
        )
      all.set(sub, { sees: where(SEEING), manages: where(MANAGING), rules: where(['SuperUser']) })
    }
    return all
  }

  /**
   * Runs one of the thief's steps about roles. Whatever an account gains, another of their accounts must have
   * been able to grant just before: access to orders as a super user, user management as any user
   * administrator.
   */
  async climbing(work: () => Promise<unknown>): Promise<void> {
    const before = await this.rolesBySubject()
    await work()
    for (const [sub, now] of await this.rolesBySubject()) {
      const had = before.get(sub)
      const others = [...before]
        .filter(([other]) => other !== sub)
        .map(([, rolesBySubject]) => rolesBySubject)
      for (const code of now.sees.filter((one) => !had?.sees.includes(one)))
        if (!others.some(({ rules }) => rules.includes(code)))
          throw new Breach(`${sub} of the thief sees orders of ${code}`)
      for (const code of now.manages.filter((one) => !had?.manages.includes(one)))
        if (!others.some(({ manages }) => manages.includes(code)))
          throw new Breach(`${sub} of the thief manages the users of ${code}`)
    }
  }
}

interface UserRoles {
  sees: string[]
  manages: string[]
  rules: string[]
}

export function isIn(page: Page): boolean {
  return page.status === 200 && /^\/identity\/account(\?|$)/.test(page.path)
}

export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

export function secretIn({ text }: Page): string | null {
  return /class="secret">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? null
}

export const newKey = () => new SoftwareAuthenticator(ORIGIN)
