import { createHash, createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from './database.ts'
import { seal, unseal } from './seal.ts'
import { derivedKey } from './secrets.ts'

export interface SecondFactorState {
  authenticator: boolean
  passkeys: number
  /** Number of unused recovery codes. */
  recoveryCodes: number
}

export interface AuthenticatorSetUp {
  /** `otpauth://…`, for the QR code. */
  uri: string
  /** Base32, for typing. */
  secret: string
}

export type SecondFactors = ReturnType<typeof secondFactorsIn>

const recoveryCodeCount = 10
/** Five groups with 130 bits: unguessable even with a stolen table. */
const recoveryCodeGroups = [5, 5, 5, 5, 6]
/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Authenticator apps (TOTP, RFC 6238: SHA-1, 6 digits, 30 s) and recovery codes. */
export function secondFactorsIn(options: { db: Database; secret: string; laboratoryName: string }) {
  const { db } = options
  const sealKey = derivedKey(options.secret, 'authenticator secrets')
  const codeKey = derivedKey(options.secret, 'recovery codes')

  const totpOf = (secret: string, label: string) =>
    new TOTP({ issuer: options.laboratoryName, label, secret: Secret.fromBase32(secret) })

  /** The time step of a code: each is valid for its own 30 seconds. */
  async function stepIn(rows: { sealed: string }[], code: string): Promise<number | null> {
    const secret = rows[0] && (await unseal(rows[0].sealed, sealKey))
    if (!secret) return null
    const totp = totpOf(secret, '')
    return totp.validate({ token: code.replace(/\s/g, ''), window: 0 }) === null ? null : totp.counter()
  }

  /** Identifies a set-up by what authorizes it: the session of a sign-in, or a ticket. */
  const setUpHash = (setUp: string) => createHash('sha256').update(setUp).digest('base64url')

  const hashOf = (recoveryCode: string) =>
    createHmac('sha256', codeKey)
      .update(recoveryCode.toLowerCase().replace(/[^0-9a-z]/g, ''))
      .digest('base64url')

  return {
    async state(sub: string): Promise<SecondFactorState> {
      const { rows } = await sql<SecondFactorState>`
        select exists (select 1 from identity.totp where user_id = ${sub} and confirmed_at is not null) as authenticator,
               (select count(*)::int from identity.passkey where user_id = ${sub}) as passkeys,
               (select count(*)::int from identity.recovery_code where user_id = ${sub} and used_at is null)
                 as "recoveryCodes"`.execute(db)
      return rows[0] ?? { authenticator: false, passkeys: 0, recoveryCodes: 0 }
    },

    /**
     * A secret to be confirmed by its first code, shown in one set-up only: whoever opened another set-up,
     * with a stolen password, sees another secret. Null if an app is already in use.
     */
    async setUpAuthenticator(sub: string, email: string, setUp: string): Promise<AuthenticatorSetUp | null> {
      const fresh = new Secret({ size: 20 }).base32
      const { rows } = await sql<{ sealed: string; confirmed: boolean }>`
        insert into identity.totp as t (user_id, sealed, set_up)
        values (${sub}, ${await seal(fresh, sealKey)}, ${setUpHash(setUp)})
        on conflict (user_id) do update set
          sealed = case when t.confirmed_at is not null or t.set_up = excluded.set_up
            then t.sealed else excluded.sealed end,
          set_up = case when t.confirmed_at is not null then t.set_up else excluded.set_up end
        returning sealed, confirmed_at is not null as confirmed`.execute(db)
      const [row] = rows
      if (!row || row.confirmed) return null
      const secret = await unseal(row.sealed, sealKey)
      if (secret !== null) return { uri: totpOf(secret, email).toString(), secret }
      // Sealed with a previous secret of the installation.
      await sql`delete from identity.totp where user_id = ${sub}`.execute(db)
      return this.setUpAuthenticator(sub, email, setUp)
    },

    /** Confirms with a code for the secret that this set-up has shown. */
    async confirmAuthenticator(sub: string, code: string, setUp: string): Promise<boolean> {
      const waiting = sql`user_id = ${sub} and confirmed_at is null and set_up = ${setUpHash(setUp)}`
      const { rows } = await sql<{ sealed: string }>`
        select sealed from identity.totp where ${waiting}`.execute(db)
      const step = await stepIn(rows, code)
      if (step === null) return false
      const { numAffectedRows } = await sql`
        update identity.totp set confirmed_at = now(), last_step = ${step}
        where ${waiting} and sealed = ${rows[0]?.sealed}`.execute(db)
      return numAffectedRows === 1n
    },

    /** Accepts a code once: neither it nor an earlier one is valid again. */
    async codeFits(sub: string, code: string): Promise<boolean> {
      const { rows } = await sql<{ sealed: string }>`
        select sealed from identity.totp where user_id = ${sub} and confirmed_at is not null`.execute(db)
      const step = await stepIn(rows, code)
      if (step === null) return false
      const { numAffectedRows } = await sql`
        update identity.totp set last_step = ${step} where user_id = ${sub} and last_step < ${step}`.execute(
        db,
      )
      return numAffectedRows === 1n
    },

    async removeAuthenticator(sub: string): Promise<void> {
      await sql`delete from identity.totp where user_id = ${sub}`.execute(db)
    },

    /** Ten new recovery codes that replace all earlier ones; they can't be read again. */
    async makeRecoveryCodes(sub: string): Promise<string[]> {
      const codes = Array.from({ length: recoveryCodeCount }, () =>
        recoveryCodeGroups.map(randomText).join('-'),
      )
      const hashes = codes.map(hashOf)
      await db.transaction().execute(async (transaction) => {
        await sql`delete from identity.recovery_code where user_id = ${sub}`.execute(transaction)
        await sql`
          insert into identity.recovery_code (user_id, hash)
          select ${sub}, unnest(${hashes}::text[])`.execute(transaction)
      })
      return codes
    },

    /** Once the last second factor is gone, its recovery codes are useless. */
    async dropUselessCodes(sub: string): Promise<void> {
      await sql`
        delete from identity.recovery_code where user_id = ${sub}
          and not exists (select 1 from identity.totp where user_id = ${sub} and confirmed_at is not null)
          and not exists (select 1 from identity.passkey where user_id = ${sub})`.execute(db)
    },

    async recoveryCodeFits(sub: string, code: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update identity.recovery_code set used_at = now()
        where user_id = ${sub} and hash = ${hashOf(code)} and used_at is null`.execute(db)
      return numAffectedRows === 1n
    },
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
