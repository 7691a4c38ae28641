import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Database } from './database.ts'
import type { TicketPurpose, Tickets } from './tickets.ts'

export interface ListedPasskey {
  id: string
  name: string
  since: Date
  lastUsed: Date | null
}

interface StoredPasskey {
  id: string
  sub: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export type Passkeys = ReturnType<typeof passkeysIn>

/** Loaded on demand: some 250 modules would delay the start. */
const webauthn = () => import('@simplewebauthn/server')

/** COSE: ES256, EdDSA, RS256. Together they cover every browser and authenticator. */
const supportedAlgorithmIDs = [-7, -8, -257]

/** The part of a browser's response that is validated before the library reads it. */
const answerSchema = z.looseObject({ id: z.base64url().max(1024), response: z.looseObject({}) })
const transportsSchema = z.array(z.string().max(20)).max(10).catch([])

/** Passkeys (WebAuthn), as a second factor and, with the user verified, instead of the password. */
export function passkeysIn(options: {
  db: Database
  tickets: Tickets
  issuer: string
  laboratoryName: string
}) {
  const { db, tickets } = options
  const { origin: expectedOrigin, hostname: rpID } = new URL(options.issuer)

  async function stored(condition: { sub: string } | { id: string }): Promise<StoredPasskey[]> {
    const where = 'sub' in condition ? sql`user_id = ${condition.sub}` : sql`id = ${condition.id}`
    const { rows } = await sql<StoredPasskey>`
      select id, user_id as sub, public_key as "publicKey", counter, transports
      from identity.passkey where ${where}`.execute(db)
    return rows
  }
  /** A challenge is a ticket: valid once, and only for the account it was issued for. */
  const challengeOf =
    (purpose: TicketPurpose, sub: string | null) =>
    async (challenge: string): Promise<boolean> =>
      (await tickets.take(challenge, purpose))?.sub === sub

  return {
    async list(sub: string): Promise<ListedPasskey[]> {
      const { rows } = await sql<ListedPasskey>`
        select id, name, created_at as since, last_used_at as "lastUsed"
        from identity.passkey where user_id = ${sub} order by created_at`.execute(db)
      return rows
    },

    /** JSON for `navigator.credentials.create`. */
    async creationOptions({ sub, email, firstName, lastName }: Account): Promise<string> {
      const known = await stored({ sub })
      const { generateRegistrationOptions } = await webauthn()
      const made = await generateRegistrationOptions({
        rpID,
        rpName: options.laboratoryName,
        userName: email,
        userDisplayName: `${firstName} ${lastName}`,
        userID: new TextEncoder().encode(sub),
        challenge: bytes(await tickets.issue('add-passkey', { sub })),
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs,
      })
      return JSON.stringify(made)
    },

    /** False for a response that doesn't answer one of this account's open challenges. */
    async add(sub: string, name: string, answer: string): Promise<boolean> {
      const response = parsed(answer)
      if (!response) return false
      const { verifyRegistrationResponse } = await webauthn()
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: challengeOf('add-passkey', sub),
          expectedOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs,
        })
        if (!registrationInfo) return false
        const { id, publicKey, counter } = registrationInfo.credential
        const transports = transportsSchema.parse(response.response.transports)
        const { numAffectedRows } = await sql`
          insert into identity.passkey (id, user_id, public_key, counter, transports, name)
          values (${id}, ${sub}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name})
          on conflict (id) do nothing`.execute(db)
        return numAffectedRows === 1n
      } catch (error) {
        return refusedOrThrow(error)
      }
    },

    /** Returns the removed passkey's name. */
    async remove(sub: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from identity.passkey where user_id = ${sub} and id = ${id}`.execute(db)
      return numAffectedRows === 1n
    },

    /**
     * JSON for `navigator.credentials.get`: for one account's passkeys, or (null) any that the browser
     * offers.
     */
    async requestOptions(sub: string | null): Promise<string> {
      const known = sub === null ? [] : await stored({ sub })
      const { generateAuthenticationOptions } = await webauthn()
      const made = await generateAuthenticationOptions({
        rpID,
        challenge: bytes(await tickets.issue('use-passkey', { sub })),
        allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
        userVerification: sub === null ? 'required' : 'preferred',
      })
      return JSON.stringify(made)
    },

    /**
     * Returns the account whose passkey responded; undefined for a wrong response. As the only factor (null),
     * it must have verified its user.
     */
    async check(sub: string | null, answer: string): Promise<string | undefined> {
      const response = parsed(answer)
      const [passkey] = response ? await stored({ id: response.id }) : []
      if (!passkey || (sub !== null && passkey.sub !== sub)) return undefined
      const { verifyAuthenticationResponse } = await webauthn()
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge: challengeOf('use-passkey', sub),
          expectedOrigin,
          expectedRPID: rpID,
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
          requireUserVerification: sub === null,
        })
        if (!verified) return undefined
        await sql`
          update identity.passkey set counter = ${authenticationInfo.newCounter}, last_used_at = now()
          where id = ${passkey.id}`.execute(db)
        return passkey.sub
      } catch (error) {
        refusedOrThrow(error)
        return undefined
      }
    },
  }
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

function parsed(answer: string): z.infer<typeof answerSchema> | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(answer)).data
  } catch {
    return undefined
  }
}

/** The library throws for every wrong response; the database's errors have a code and are rethrown. */
function refusedOrThrow(error: unknown): false {
  if (!(error instanceof Error) || ('code' in error && 'severity' in error)) throw error
  return false
}
