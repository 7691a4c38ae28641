import { randomBytes, scryptSync } from 'node:crypto'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { startEmbeddedIdentity } from '#adapters/identity/embedded/start.ts'
import type { Claims, Heavy, IdentityMail } from '#adapters/identity/port.ts'
import { openForgingHospital } from '#adapters/identity/testing/forging-hospital.ts'
import { storeRecords, tableRegistry } from '#adapters/npi-registry/table.ts'
import { api } from '#contract/api.ts'
import { administer, connect } from '#server/database/connection/connect.ts'
import { actorOf } from '#server/features/physicians/public.ts'
import { admit, type RequestAuth } from '#server/http/access.ts'
import { roleUrl } from '../../database/roles.ts'
import { importInstitutions } from '../../features/catalogue/import.ts'
import { physiciansHandlers } from '../../features/physicians/routes.ts'
import { usersHandlers } from '../../features/users/routes.ts'
import { TEST_SECRET, testDatabase } from '../database.ts'
import { INSTITUTIONS, NPI_RECORDS, PARENT, TERMS } from '../world.ts'
import { Client } from './client.ts'

export const ORIGIN = 'http://localhost'
/** Whose addresses the thief's hospital speaks for; nobody there has a password. */
export const HOSPITAL_DOMAIN = 'hospital.test'
const ROLES_CLAIM = 'https://karyo.test/roles'

/** scrypt at minimal cost: the walks test who gets in, not how long guessing takes. */
const cheap: Heavy = async <Result>({ name, input }: { name: string; input: unknown }) => {
  const { password, hash = '' } = input as { password: string; hash?: string }
  const derive = (salt: string) =>
    `${salt}$${scryptSync(password, salt, 16, { N: 2, r: 1, p: 1 }).toString('hex')}`
  const answers: Record<string, () => unknown> = {
    hashOf: () => derive(randomBytes(6).toString('hex')),
    fitsHash: () => ({ fits: derive(hash.split('$')[0] ?? '') === hash, outdated: false }),
    strengthOf: () => 4,
  }
  return answers[name]?.() as Result
}

/** Tables that a walk fills; all others belong to the installation. */
const LEFT = [
  ...['proposed_role', 'customer_role', 'registration_refusal', 'invitation', 'membership', 'physician'],
  ...['identity."user"', 'identity.attempt', 'identity.ticket', 'identity.oidc_payload', 'ended_session'],
]
/** Every stored time that walks depend on: to let time pass, they are moved into the past. */
const TIMES = {
  'identity.ticket': ['expires_at'],
  'identity.session': ['expires_at', 'created_at', 'updated_at', 'completed_at'],
  'identity.attempt': ['expires_at'],
  'identity.passkey': ['created_at'],
  'identity.totp': ['confirmed_at'],
  'identity.hospital_link': ['linked_at', 'last_used_at'],
  invitation: ['invited_at', 'sent_at', 'expires_at'],
}

export type Rig = Awaited<ReturnType<typeof startRig>>

/**
 * The real identity provider and the real handlers of users and registrations, in this process, on a database
 * of their own. Only passwords are hashed more cheaply, mails are kept in a list, and time passes by moving
 * stored times into the past.
 */
export async function startRig({ requiresSecondApproval = true } = {}) {
  const database = await testDatabase()
  await administer(database.url, async (db) => {
    await importInstitutions(db, INSTITUTIONS)
    await storeRecords(db, Readable.from(NPI_RECORDS))
  })
  const portal = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_portal', max: 4 })
  const pool = new pg.Pool({ connectionString: roleUrl(database.url, TEST_SECRET, 'karyo_identity'), max: 4 })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const mails: IdentityMail[] = []
  const open = async (secondFactor: 'optional' | 'required') => {
    const identity = await startEmbeddedIdentity({
      ...{ issuer: `${ORIGIN}/identity`, portalOrigin: ORIGIN, pool, secret: TEST_SECRET, secondFactor },
      ...{ audience: 'urn:karyo:api', rolesClaim: ROLES_CLAIM, laboratoryName: 'Larkfield Genetics' },
      ...{ accentColor: '#0f6b6b', production: false, heavy: cheap, floorMs: 0 },
      ...{ supportEmail: 'help@larkfield.test', supportPhone: '(312) 555-0142', onEvent: () => undefined },
      sendMail: async (mail) => void mails.push(mail),
    })
    const app = Fastify()
    await app.register(identity.plugin, { prefix: '/identity' })
    await app.ready()
    return { app, ensureAccount: identity.ensureAccount, hospitals: identity.hospitals }
  }
  const identities = { optional: await open('optional'), required: await open('required') }
  const hospital = await openForgingHospital()
  await identities.optional.hospitals.save({
    ...{
      id: 'forging',
      name: 'Forging Hospital',
      issuer: hospital.issuer,
      clientId: 'karyo',
      clientSecret: null,
    },
    domains: [{ domain: HOSPITAL_DOMAIN, institution: PARENT, allowsPassword: false }],
  })
  const common = {
    ...{ connection: portal, sendMail: async () => undefined, portalOrigin: ORIGIN, now: () => new Date() },
    ...{
      laboratoryName: 'Larkfield Genetics',
      supportEmail: 'help@larkfield.test',
      requiresSecondApproval,
    },
  }
  const actorOfClaims = (claims: Claims) => actorOf(portal, TERMS, claims)
  const handlers = {
    users: usersHandlers({ ...common, endsSessions: true }),
    physicians: physiciansHandlers({
      ...{ ...common, registry: tableRegistry(portal.db), actorOf: actorOfClaims, termsVersion: TERMS },
    }),
  }

  /** The claims that a token of the account would have now; null if nobody can sign in to it. */
  async function claimsOf(sub: string): Promise<Claims | null> {
    const { rows } = await admin.query(
      'select email, first_name, last_name, roles from identity."user" where id = $1 and email_verified',
      [sub],
    )
    const [row] = rows
    return (
      row && {
        ...{ sub, email: row.email, emailVerified: true, firstName: row.first_name, lastName: row.last_name },
        ...{ roles: JSON.parse(row.roles), scopes: [], clientId: 'portal', sessionId: null, exp: 0 },
      }
    )
  }

  /** Calls a route as an account, through the access check; `undefined` if it is refused. */
  async function call<Feature extends keyof typeof handlers>(
    feature: Feature,
    name: keyof (typeof handlers)[Feature] & string,
    sub: string,
    request: { params?: object; body?: unknown; query?: object } = {},
  ): Promise<unknown> {
    const claims = await claimsOf(sub)
    const route = (api[feature] as Record<string, { access: Parameters<typeof admit>[1] }>)[name]
    if (!claims || !route) return undefined
    const { params = {}, body, query = {} } = request
    const fakeRequest = { bearer: { claims }, params, headers: {}, id: 'walk' }
    try {
      const auth: RequestAuth = await admit(fakeRequest as never, route.access, {
        ...{ actorOf: actorOfClaims, verifier: { verify: async () => claims } },
      })
      const handler = handlers[feature][name] as (input: unknown) => unknown
      return (await handler({ ...auth, params, body, query })) ?? true
    } catch (error) {
      if (error instanceof Error && 'problem' in error) return undefined
      throw error
    }
  }

  return {
    mails,
    admin,
    claimsOf,
    call,
    database,
    hospital,
    client: (mode: 'optional' | 'required') => new Client(identities[mode].app as FastifyInstance, ORIGIN),
    ensureAccount: identities.optional.ensureAccount,
    actorOf: async (sub: string) => {
      const claims = await claimsOf(sub)
      return claims && actorOfClaims(claims)
    },
    /** Lets minutes pass for everything stored. */
    async pass(minutes: number) {
      const sets = Object.entries(TIMES).map(([table, columns]) => {
        const older = columns.map((column) => `${column} = ${column} - interval '${minutes} minutes'`)
        return `update ${table} set ${older.join(', ')}`
      })
      // An app's code is accepted once: the step last used moves too.
      await admin.query(`${sets.join('; ')}; update identity.totp set last_step = last_step - ${minutes * 2}`)
    },
    async clear() {
      mails.length = 0
      await admin.query(LEFT.map((table) => `delete from ${table}`).join('; '))
    },
    async stop() {
      for (const { app } of Object.values(identities)) await app.close()
      await Promise.all([portal.close(), pool.end(), admin.end(), hospital.close()])
      await database.drop()
    },
  }
}

/** Adds a registered user with roles; returns their id. */
export async function addTestUser(
  { admin }: Rig,
  user: { sub: string; email: string; roles: Record<string, string> },
): Promise<number> {
  const { rows } = await admin.query(
    `insert into physician (subject, email, first_name, last_name, npi, prefix, suffix, terms_version, terms_accepted_at,
       attested_at) values ($1, $2, 'Test', $1, '', '', '', $3, now(), now()) returning id`,
    [user.sub, user.email, TERMS],
  )
  const id = Number(rows[0].id)
  for (const [code, role] of Object.entries(user.roles)) {
    await admin.query(
      `insert into membership (physician_id, institution_code, status) values ($1, $2, 'Active')`,
      [...[id, code]],
    )
    await admin.query(
      'insert into customer_role (physician_id, institution_code, role) values ($1, $2, $3)',
      [...[id, code, role]],
    )
  }
  return id
}
