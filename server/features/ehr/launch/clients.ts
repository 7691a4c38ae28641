import { type Kysely, sql } from 'kysely'
import type { Jwk, LaunchClient, LaunchMetadata } from '#adapters/ehr/port.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { LaunchRow } from './launch-file.ts'
import { sealing } from './sealed.ts'

/** A hospital at whose record system the portal is registered, as a launch needs it. */
export interface KnownLaunchClient extends LaunchClient {
  name: string
  institution: string
  frameOrigins: string[]
  interfaceCode: string | null
  isOpen: boolean
}

/** The same for Support: without the key. */
export type ListedLaunchClient = Omit<KnownLaunchClient, 'key'> & { links: number; keys: number }

/** How many keys are published: the one that signs and the one before, which the hospital may still have. */
const KEYS = 2

/** Where a hospital's authorization server sends its users back, and where it finds the portal's keys. */
export const launchAddresses = (origin: string, id: string) => ({
  launch: `${origin}/launch/${id}`,
  callback: `${origin}/launch/${id}/callback`,
  keys: `${origin}/launch/${id}/keys`,
})

/** Registrations for launches, on a connection that sees every institution. */
export function launchClients(db: Kysely<Tables>, secret: string) {
  const { seal, unseal } = sealing(secret, 'launch keys')
  const columns = [
    ...(['id', 'name', 'iss', 'scopes', 'metadata', 'institution_code as institution'] as const),
    ...([
      'client_id as clientId',
      'frame_origins as frameOrigins',
      'interface_code as interfaceCode',
    ] as const),
    ...(['record_number_system as recordNumberSystem', 'is_open as isOpen'] as const),
  ] as const

  return {
    async find(id: string): Promise<KnownLaunchClient | undefined> {
      const row = await db
        .selectFrom('ehr_launch_client')
        .select([...columns, 'sealed_key as sealedKey'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { sealedKey, ...known } = row
      const key = await unseal<Jwk>(sealedKey)
      if (!key) throw new Error(`the launch key of ${id} was sealed with another secret`)
      return { ...known, key }
    },

    /** The published keys (RFC 7517); undefined for an unknown or removed hospital. */
    async keysOf(id: string): Promise<{ keys: Jwk[] } | undefined> {
      const row = await db
        .selectFrom('ehr_launch_client')
        .select('public_keys')
        .where('id', '=', id)
        .where('is_open', '=', true)
        .executeTakeFirst()
      return row && { keys: row.public_keys }
    },

    async list(): Promise<ListedLaunchClient[]> {
      const rows = await db
        .selectFrom('ehr_launch_client as c')
        .select([...columns])
        .select(sql<number>`jsonb_array_length(c.public_keys)`.as('keys'))
        .select(
          sql<number>`(select count(*)::int from ehr_launch_link l where l.issuer = c.metadata ->> 'issuer')`.as(
            'links',
          ),
        )
        .orderBy('id')
        .execute()
      return rows
    },

    /** Adds or changes one; a key that the hospital has stays, unless it was sealed with another secret. */
    async save(row: LaunchRow, metadata: LaunchMetadata, newKey: () => Promise<KeyPair>): Promise<void> {
      const pair = await newKey()
      const own = {
        sealed_key: await seal(pair.privateKey),
        public_keys: JSON.stringify([pair.publicKey]),
      }
      const values = {
        ...{ name: row.name, institution_code: row.institutionCode, iss: row.iss, client_id: row.clientId },
        ...{ scopes: row.scopes, metadata: JSON.stringify(metadata), frame_origins: row.frameOrigins },
        ...{ interface_code: row.interface || null, record_number_system: row.recordNumberSystem },
        is_open: true,
      }
      await db
        .insertInto('ehr_launch_client')
        .values({ id: row.id, ...values, ...own })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, updated_at: sql`now()` }))
        .execute()
      const { sealed_key, isRemoved } = await db
        .selectFrom('ehr_launch_client')
        .select(['sealed_key', sql<boolean>`public_keys = '[]'`.as('isRemoved')])
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      // One that was removed begins anew.
      if (isRemoved || !(await unseal<Jwk>(sealed_key)))
        await db.updateTable('ehr_launch_client').set(own).where('id', '=', row.id).execute()
    },

    /** Signs with a new key from now on; the one before stays published, so that the hospital may take its time. */
    async rotate(id: string, pair: KeyPair): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('ehr_launch_client')
        .set({
          sealed_key: await seal(pair.privateKey),
          public_keys: sql`(select jsonb_agg(k) from (
            select k from jsonb_array_elements(${JSON.stringify([pair.publicKey])}::jsonb || public_keys)
              with ordinality as e (k, n) order by n limit ${KEYS}) as newest)`,
          updated_at: sql`now()`,
        })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** It launches nothing any more, and its users are linked again should it come back. */
    async remove(id: string): Promise<boolean> {
      const row = await db
        .updateTable('ehr_launch_client')
        .set({ is_open: false, public_keys: '[]', updated_at: sql`now()` })
        .where('id', '=', id)
        .returning([sql<string>`metadata ->> 'issuer'`.as('issuer'), 'institution_code'])
        .executeTakeFirst()
      if (!row) return false
      // What waits would link its user anew.
      await db.deleteFrom('ehr_launch').where('client_id', '=', id).where('chart', 'is not', null).execute()
      await db
        .deleteFrom('ehr_launch_link')
        .where('issuer', '=', row.issuer)
        // Another institution's hospital may have the same authorization server.
        .where('institution_code', '=', row.institution_code)
        .execute()
      return true
    },

    /** Forgets whose user at hospitals somebody is. Returns how many links there were. */
    async unlink(email: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('ehr_launch_link')
        .where('physician_id', 'in', (query) =>
          query
            .selectFrom('physician')
            .select('id')
            .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type LaunchClients = ReturnType<typeof launchClients>
/** A key that signs, and its half that is published. */
export interface KeyPair {
  privateKey: Jwk
  publicKey: Jwk
}
