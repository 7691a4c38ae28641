import Fastify from 'fastify'
import { inThisThread } from '../embedded/passwords.ts'
import { type EmbeddedIdentityOptions, startEmbeddedIdentity } from '../embedded/start.ts'
import type { Heavy, IdentityEvent, IdentityMail } from '../port.ts'
import { oidcVerifier } from '../verify.ts'
import { identityDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { portalClient } from './portal-client.ts'

export const audience = 'urn:karyo:test'
export const rolesClaim = 'https://karyo.test/roles'
export const password = 'Correct-horse-2026'
/** An invented person; adding an email makes it an account. */
export const rowan = {
  firstName: 'Rowan',
  lastName: 'Ashdown',
  emailVerified: true,
  roles: ['Support'],
  password,
}

/**
 * Hashes passwords at the cost used for a demo: a hash of full strength takes a third of a second of
 * processor time. embedded/passwords.test.ts tests the real cost.
 */
const quickly: Heavy = (work) =>
  inThisThread(work.name === 'hashOf' ? { ...work, input: { ...Object(work.input), wellKnown: true } } : work)

/** Hashes and checks passwords quickly, and delays what a test holds back. */
export function heldPasswords() {
  const held = new Map<string, { reached: () => void; released: Promise<void> }>()
  const heavy: Heavy = async (work) => {
    const done = await quickly<never>(work)
    const { password: typed } = Object(work.input)
    const hold = work.name === 'fitsHash' ? held.get(typed) : undefined
    if (hold) {
      held.delete(typed)
      hold.reached()
      await hold.released
    }
    return done
  }
  /** Holds the next check of this password, once it was compared, until `release`. */
  function hold(typed: string) {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    held.set(typed, { reached: reached.resolve, released: released.promise })
    return { reached: reached.promise, release: released.resolve }
  }
  return { heavy, hold }
}

/** The embedded provider, listening, with two accounts: rowan@clinic.test, and new@ (unverified). */
export async function runningIdentity(changes: Partial<EmbeddedIdentityOptions> = {}) {
  const database = await identityDatabase()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const portal = portalClient(origin)
  const mails: IdentityMail[] = []
  const events: IdentityEvent[] = []
  const options: EmbeddedIdentityOptions = {
    issuer: portal.issuer,
    portalOrigin: origin,
    pool: database.pool(),
    secret: 'a secret of the tests, long enough for it',
    audience,
    rolesClaim,
    laboratoryName: 'Larkfield Genetics',
    accentColor: '#0f6b6b',
    production: false,
    supportEmail: 'help@larkfield.test',
    supportPhone: '(312) 555-0142',
    secondFactor: 'optional',
    heavy: quickly,
    async sendMail(mail) {
      mails.push(mail)
    },
    onEvent: (event) => void events.push(event),
    ...changes,
  }

  /** Another process on the same database, not listening. */
  async function serve(other: Partial<EmbeddedIdentityOptions> = {}) {
    const identity = await startEmbeddedIdentity({ ...options, ...other })
    const app = Fastify()
    await app.register(identity.plugin, { prefix: '/identity' })
    return { identity, app }
  }

  let { identity, app } = await serve()
  await app.listen({ port, host: 'localhost' })
  await identity.ensureAccount({ ...rowan, email: 'rowan@clinic.test', sub: 'rowan-1' })
  await identity.ensureAccount({ ...rowan, email: 'new@clinic.test', emailVerified: false })
  return {
    database,
    origin,
    portal,
    /** The mails sent and events reported, oldest first. */
    mails,
    events,
    /** The last mail to an address. */
    mailTo(to: string): IdentityMail {
      const mail = mails.findLast((one) => one.to === to)
      if (!mail) throw new Error(`no mail to ${to}`)
      return mail
    },
    serve,
    ensureAccount: identity.ensureAccount,
    hospitals: identity.hospitals,
    verifier: () => oidcVerifier({ issuer: portal.issuer, audience, rolesClaim, keys: identity.keys }),
    async restart() {
      await app.close()
      ;({ identity, app } = await serve())
      await app.listen({ port, host: 'localhost' })
    },
    async stop() {
      await app.close()
      await database.stop()
    },
  }
}
