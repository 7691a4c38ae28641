import { type RawBuilder, sql } from 'kysely'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from './database.ts'

/**
 * oidc-provider's state in PostgreSQL, one table for all its models. The payload is exchanged as text, so
 * that no driver setting alters its keys.
 */
export function oidcStore(db: Database): (model: string) => Adapter {
  async function payloadWhere(condition: RawBuilder<unknown>): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<{ payload: string }>`
      select payload::text as payload from identity.oidc_payload where ${condition}`.execute(db)
    return rows[0] && JSON.parse(rows[0].payload)
  }
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      await sql`
        insert into identity.oidc_payload (model, id, payload, expires_at)
        values (${model}, ${id}, ${JSON.stringify(payload)}::text::jsonb,
                now() + make_interval(secs => ${expiresIn ?? null}))
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(
        db,
      )
    },
    async find(id) {
      return payloadWhere(sql`model = ${model} and id = ${id}`)
    },
    async findByUid(uid) {
      return payloadWhere(sql`model = ${model} and uid = ${uid}`)
    },
    // Only the device flow has user codes, and it is off.
    async findByUserCode() {},
    async consume(id) {
      const { numAffectedRows } = await sql`
        update identity.oidc_payload
        set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
        where model = ${model} and id = ${id} and not payload ? 'consumed'`.execute(db)
      // If two requests redeem a code concurrently, one wins.
      if (numAffectedRows === 0n) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await sql`delete from identity.oidc_payload where model = ${model} and id = ${id}`.execute(db)
    },
    async revokeByGrantId(grantId) {
      await sql`delete from identity.oidc_payload where model = ${model} and grant_id = ${grantId}`.execute(
        db,
      )
    },
  })
}
