import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { seal, unseal } from './seal.ts'
import { derivedKey } from './secrets.ts'

/**
 * The provider's private signing keys (ES256), newest first; created at the first start and reused
 * afterwards. They are stored in the database, sealed with the secret: changing the secret creates a new key,
 * and tokens signed with the old one are refused.
 */
export async function signingKeys(db: Database, secret: string): Promise<JWK[]> {
  const sealKey = derivedKey(secret, 'signing keys')
  return db.transaction().execute(async (transaction) => {
    // Two processes that start together must not create two keys.
    await sql`lock table identity.signing_key in share row exclusive mode`.execute(transaction)
    const { rows } = await sql<{ sealed: string }>`
      select sealed from identity.signing_key order by created_at desc`.execute(transaction)
    const known = (await Promise.all(rows.map((row) => open(row.sealed, sealKey)))).filter(
      (key) => key !== null,
    )
    if (known.length > 0) return known
    const key = await newKey()
    const sealed = await seal(JSON.stringify(key), sealKey)
    const insert = sql`insert into identity.signing_key (kid, sealed) values (${key.kid}, ${sealed})`
    await insert.execute(transaction)
    return [key]
  })
}

async function newKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}

async function open(sealed: string, sealKey: Buffer): Promise<JWK | null> {
  const text = await unseal(sealed, sealKey)
  return text === null ? null : JSON.parse(text)
}

/** The public part of a key. */
export function publicPart({ d: _, ...key }: JWK): JWK {
  return key
}
