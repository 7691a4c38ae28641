import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { PendingQuery, Sql } from 'postgres'

type Row = { payload: string }

/**
 * oidc-provider's state in PostgreSQL, one table for all its models. The payload goes and comes as text,
 * so that no setting of the driver touches its keys.
 */
export function oidcStore(sql: Sql): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      await sql`
        insert into identity.oidc_payload (model, id, payload, expires_at)
        values (${model}, ${id}, ${JSON.stringify(payload)}::text::jsonb,
                now() + make_interval(secs => ${expiresIn ?? null}))
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
    },
    async find(id) {
      return first(sql<Row[]>`
        select payload::text as payload from identity.oidc_payload where model = ${model} and id = ${id}`)
    },
    async findByUid(uid) {
      return first(sql<Row[]>`
        select payload::text as payload from identity.oidc_payload where model = ${model} and uid = ${uid}`)
    },
    // The device flow, the only one with user codes, is off.
    async findByUserCode() {},
    async consume(id) {
      const { count } = await sql`
        update identity.oidc_payload
        set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
        where model = ${model} and id = ${id} and not payload ? 'consumed'`
      // Of two that redeem one code at the same moment, one wins.
      if (count === 0) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await sql`delete from identity.oidc_payload where model = ${model} and id = ${id}`
    },
    async revokeByGrantId(grantId) {
      await sql`delete from identity.oidc_payload where model = ${model} and grant_id = ${grantId}`
    },
  })
}

async function first(rows: PendingQuery<Row[]>): Promise<AdapterPayload | undefined> {
  const [row] = await rows
  return row && JSON.parse(row.payload)
}
