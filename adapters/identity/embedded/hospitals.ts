import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { ServerMetadata } from 'openid-client'
import { type HospitalProvider, HospitalRefused, type NewHospital } from '../port.ts'
import { type Account, lockAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { fetchMetadata } from './hospital-metadata.ts'
import { seal, unseal } from './seal.ts'
import { derivedKey } from './secrets.ts'
import { type AccountSession, endSessions, type HospitalSubject } from './sessions.ts'

/** How the portal proves to a hospital's provider who it is. */
export type ClientProof = { secret: string } | { key: JWK }

/** A hospital with what a sign-in there needs. */
export interface Hospital {
  id: string
  issuer: string
  name: string
  clientId: string
  metadata: ServerMetadata
  proof: ClientProof
  /** Changes whenever the above does. */
  version: string
}

type LinkingSession = Pick<AccountSession, 'id' | 'sub'> & { hospital: HospitalSubject }

export type Hospitals = ReturnType<typeof hospitalsIn>

interface HospitalsOptions {
  db: Database
  secret: string
  /** Of the embedded provider. */
  issuer: string
  /** Whether hospitals must be reached by https. */
  production: boolean
}

/** The domain of an e-mail address, in lower case; '' if it has none. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Where a hospital's provider sends its users back. */
export const callbackOf = (issuer: string, id: string) => `${issuer}/hospital/${id}/callback`

/** Hospitals with their own sign-in, the domains that they speak for, and who is whose account. */
export function hospitalsIn({ db, secret, issuer, production }: HospitalsOptions) {
  const sealKey = derivedKey(secret, 'hospital sign-in')

  /** A key pair that only one hospital ever sees signatures of. */
  async function newProof(clientSecret: string | null) {
    if (clientSecret !== null) return { proof: { secret: clientSecret }, publicKey: null }
    const pair = await generateKeyPair('ES256', { extractable: true })
    const common = { kid: crypto.randomUUID(), alg: 'ES256', use: 'sig' }
    const key = { ...(await exportJWK(pair.privateKey)), ...common }
    return { proof: { key }, publicKey: { ...(await exportJWK(pair.publicKey)), ...common } }
  }

  async function hospitalWhere(column: 'id' | 'issuer', value: string): Promise<Hospital | undefined> {
    const { rows } = await sql<Omit<Hospital, 'proof'> & { sealed: string }>`
      select id, issuer, name, client_id as "clientId", metadata, sealed, updated_at::text as version
      from identity.hospital where ${sql.ref(column)} = ${value}`.execute(db)
    const [row] = rows
    if (!row) return undefined
    const { sealed, ...hospital } = row
    const proof = await unseal(sealed, sealKey)
    if (proof === null) throw new Error(`the key of ${hospital.id} was sealed with another secret`)
    return { ...hospital, proof: JSON.parse(proof) }
  }

  async function ofDomain(domain: string) {
    const { rows } = await sql<{ id: string; allowsPassword: boolean }>`
      select hospital_id as id, allows_password as "allowsPassword"
      from identity.hospital_domain where domain = ${domain.toLowerCase()}`.execute(db)
    return rows[0]
  }

  /** Whether there is a key that the present secret opens. */
  async function hasOpenKey(id: string): Promise<boolean> {
    const { rows } = await sql<{ sealed: string }>`
      select sealed from identity.hospital where id = ${id}`.execute(db)
    return rows[0] !== undefined && (await unseal(rows[0].sealed, sealKey)) !== null
  }

  async function write(hospital: NewHospital, metadata: ServerMetadata): Promise<void> {
    const { proof, publicKey } = await newProof(hospital.clientSecret)
    const sealed = await seal(JSON.stringify(proof), sealKey)
    const keepsKey = hospital.clientSecret === null && (await hasOpenKey(hospital.id))
    await db.transaction().execute(async (transaction) => {
      await sql`
        insert into identity.hospital (id, issuer, name, client_id, sealed, public_key, metadata)
        values (${hospital.id}, ${hospital.issuer}, ${hospital.name}, ${hospital.clientId}, ${sealed},
                ${JSON.stringify(publicKey)}::jsonb, ${JSON.stringify(metadata)}::jsonb)
        on conflict (id) do update set
          name = excluded.name, client_id = excluded.client_id, metadata = excluded.metadata,
          -- A key that the hospital has registered stays, unless it was sealed with another secret.
          sealed = case when ${keepsKey} and jsonb_typeof(hospital.public_key) = 'object'
                        then hospital.sealed else excluded.sealed end,
          public_key = case when ${keepsKey} and jsonb_typeof(hospital.public_key) = 'object'
                            then hospital.public_key else excluded.public_key end,
          updated_at = clock_timestamp()`.execute(transaction)
      await dropDomains(transaction, hospital)
      for (const { domain, institution, allowsPassword } of hospital.domains)
        await sql`
          insert into identity.hospital_domain (domain, hospital_id, institution_code, allows_password)
          values (${domain.toLowerCase()}, ${hospital.id}, ${institution}, ${allowsPassword})`.execute(
          transaction,
        )
    })
  }

  /** The links of accounts in a domain that the hospital no longer speaks for go with it, and their sessions. */
  async function dropDomains(transaction: Database, { id, issuer: linkIssuer, domains }: NewHospital) {
    const left = sql`
      select l.user_id from identity.hospital_link l join identity."user" u on u.id = l.user_id
        join identity.hospital_domain d on d.domain = split_part(u.email, '@', 2)
      where l.issuer = ${linkIssuer} and d.hospital_id = ${id}
        and d.domain <> all(${domains.map(({ domain }) => domain.toLowerCase())})`
    await sql`
      delete from identity.session
      where hospital_issuer = ${linkIssuer} and user_id in (${left})`.execute(transaction)
    await sql`
      delete from identity.hospital_link
      where issuer = ${linkIssuer} and user_id in (${left})`.execute(transaction)
    await sql`delete from identity.hospital_domain where hospital_id = ${id}`.execute(transaction)
  }

  /** Refuses what another hospital has. */
  async function refuseTaken({ id, issuer: given, domains }: NewHospital): Promise<void> {
    const { rows } = await sql<{ field: string; what: string; name: string }>`
      select 'issuer' as field, issuer as what, name from identity.hospital
      where (issuer = ${given} and id <> ${id}) or (id = ${id} and issuer <> ${given})
      union all
      select 'domains', d.domain, h.name
      from identity.hospital_domain d join identity.hospital h on h.id = d.hospital_id
      where d.domain = any(${domains.map(({ domain }) => domain.toLowerCase())}) and h.id <> ${id}`.execute(
      db,
    )
    const [row] = rows
    if (row) throw new HospitalRefused(row.field, row.what, 'taken', row.name)
  }

  return {
    find: (id: string) => hospitalWhere('id', id),
    withIssuer: (linkIssuer: string) => hospitalWhere('issuer', linkIssuer),

    /** Whether any hospital has its own sign-in. */
    async any(): Promise<boolean> {
      const { rows } = await sql<{ any: boolean }>`
        select exists (select 1 from identity.hospital_domain) as any`.execute(db)
      return rows[0]?.any ?? false
    },

    /** The hospital that speaks for an address. */
    async forEmail(email: string): Promise<Hospital | undefined> {
      const found = await ofDomain(domainOf(email))
      return found && hospitalWhere('id', found.id)
    },

    /** Whether a hospital may speak for an address. */
    async speaksFor({ id }: Pick<Hospital, 'id'>, email: string): Promise<boolean> {
      return (await ofDomain(domainOf(email)))?.id === id
    },

    /**
     * The hospital at which somebody must log in, because it allows no password: by their address, or because
     * their account is linked there. Otherwise changing the address would let a leaver stay. An address of the same
     * hospital in a domain that allows passwords is the hospital's to give.
     */
    async insteadOfPassword(email: string, account: Account | undefined): Promise<Hospital | undefined> {
      const byAddress = await ofDomain(domainOf(account?.email ?? email))
      if (byAddress && !byAddress.allowsPassword) return hospitalWhere('id', byAddress.id)
      if (!account) return undefined
      const { rows } = await sql<{ issuer: string }>`
        select h.issuer from identity.hospital_link l join identity.hospital h using (issuer)
        where l.user_id = ${account.sub} and h.id is distinct from ${byAddress?.id ?? null}
          and exists (select 1 from identity.hospital_domain where hospital_id = h.id and not allows_password)
        order by l.last_used_at desc limit 1`.execute(db)
      return rows[0] && hospitalWhere('issuer', rows[0].issuer)
    },

    /** Whose account a hospital's user has. */
    async linkedTo(linkIssuer: string, subject: string): Promise<string | undefined> {
      const { rows } = await sql<{ sub: string }>`
        select user_id as sub from identity.hospital_link
        where issuer = ${linkIssuer} and subject = ${subject}`.execute(db)
      return rows[0]?.sub
    },

    /** Whether another user of the hospital has the account already. */
    async isTaken(linkIssuer: string, sub: string): Promise<boolean> {
      const { rows } = await sql`
        select from identity.hospital_link where issuer = ${linkIssuer} and user_id = ${sub}`.execute(db)
      return rows.length > 0
    },

    /**
     * Links the hospital's user of a session to its account. `refused`: one of the two is linked otherwise by now,
     * the hospital was removed, or the account's address is no longer of the hospital. `ended`: the session is over; whoever recovered the account removed its links then.
     */
    async link({ id, sub, hospital }: LinkingSession): Promise<'new' | 'known' | 'refused' | 'ended'> {
      const { issuer: linkIssuer, subject } = hospital
      const made = await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, sub)
        const { rows: open } = await sql`
          select 1 from identity.session where id = ${id} and user_id = ${sub}`.execute(transaction)
        if (open.length === 0) return null
        const { rows } = await sql`
          insert into identity.hospital_link (issuer, subject, user_id)
          select ${linkIssuer}, ${subject}, ${sub}
          where exists (select from identity.hospital h
            join identity.hospital_domain d on d.hospital_id = h.id
            join identity."user" u on u.id = ${sub} and lower(split_part(u.email, '@', 2)) = d.domain
            where h.issuer = ${linkIssuer} for share of h)
          on conflict do nothing returning 1`.execute(transaction)
        return rows.length > 0
      })
      if (made !== false) return made === null ? 'ended' : 'new'
      const { numAffectedRows } = await sql`
        update identity.hospital_link l set last_used_at = now() from identity.hospital h
        where h.issuer = l.issuer and l.issuer = ${linkIssuer} and l.subject = ${subject}
          and l.user_id = ${sub}`.execute(db)
      return numAffectedRows === 1n ? 'known' : 'refused'
    },

    /** An account that was never verified gives way: its creator has proven nothing. */
    async clearWay(email: string): Promise<void> {
      await sql`
        delete from identity."user" where email = ${email} and not email_verified`.execute(db)
    },

    /** The keys with which the portal signs for one hospital (RFC 7517). */
    async keysOf(id: string): Promise<{ keys: JWK[] } | undefined> {
      const { rows } = await sql<{ key: JWK | null }>`
        select public_key as key from identity.hospital where id = ${id}`.execute(db)
      return rows[0] && { keys: rows[0].key ? [rows[0].key] : [] }
    },

    async list(): Promise<HospitalProvider[]> {
      const { rows } = await sql<Omit<HospitalProvider, 'callback' | 'keys'> & { hasKey: boolean }>`
        select h.id, h.issuer, h.name, h.client_id as "clientId",
               coalesce(jsonb_typeof(h.public_key) = 'object', false) as "hasKey",
               jsonb_build_object('authorization', h.metadata ->> 'authorization_endpoint',
                 'token', h.metadata ->> 'token_endpoint', 'keys', h.metadata ->> 'jwks_uri') as endpoints,
               (select count(*)::int from identity.hospital_link l where l.issuer = h.issuer) as users,
               coalesce((
                 select jsonb_agg(jsonb_build_object('domain', d.domain, 'institution', d.institution_code,
                          'allowsPassword', d.allows_password) order by d.domain)
                 from identity.hospital_domain d where d.hospital_id = h.id), '[]') as domains
        from identity.hospital h order by h.name, h.id`.execute(db)
      return rows.map(({ hasKey, ...hospital }) => ({
        ...hospital,
        callback: callbackOf(issuer, hospital.id),
        keys: hasKey ? `${issuer}/hospital/${hospital.id}/keys` : null,
      }))
    },

    /** Fetches the provider's addresses, which must name it as their issuer, and keeps them. */
    async save(hospital: NewHospital): Promise<void> {
      await refuseTaken(hospital)
      const metadata = await fetchMetadata(hospital.issuer, production)
      await write(hospital, metadata)
    },

    /** The account with an address, if a hospital's user is linked to it. */
    async linkedAccount(email: string): Promise<string | undefined> {
      const { rows } = await sql<{ sub: string }>`
        select id as sub from identity."user"
        where email = ${email} and id in (select user_id from identity.hospital_link)`.execute(db)
      return rows[0]?.sub
    },

    /** Forgets whose account it is elsewhere, and ends its sessions. */
    async unlink(sub: string): Promise<void> {
      await sql`delete from identity.hospital_link where user_id = ${sub}`.execute(db)
      await endSessions(db, sub, 'all')
    },

    /** Removes it with its links, and ends the sessions that began there. */
    async remove(id: string): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ issuer: string }>`
          delete from identity.hospital where id = ${id} returning issuer`.execute(transaction)
        const removed = rows[0]?.issuer
        if (removed === undefined) return false
        await sql`delete from identity.hospital_link where issuer = ${removed}`.execute(transaction)
        await sql`delete from identity.session where hospital_issuer = ${removed}`.execute(transaction)
        return true
      })
    },
  }
}
