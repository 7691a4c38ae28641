import { sql } from 'kysely'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { type Actor, type Authority, authorize, type Scope, withScope } from '../../database/scope.ts'
import { addManyLike } from '../../testing/many-orders.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'
import { listSamples, pageOfSamples } from './list-store.ts'

/** Each with a hundred samples. */
const ORDERS = 1000
const SAMPLES = 100 * ORDERS
const TOP = 25
const TODAY = '2026-04-01'

let portal: TestPortal
let authority: Authority
let id: number
beforeAll(async () => {
  portal = await startPortal()
  ;({ id } = await portal.submitted())
  const first = id + 1000
  await addManyLike(portal.database.url, { of: id, count: ORDERS, first })
  await administer(portal.database.url, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
        date_of_collection, changed_at)
      select ${first}::bigint + n % ${ORDERS}, ${PARENT}, 'x' || n, 'Ada Marsh', 'Proband', 'Blood', '2026-03-12',
        now() - (n + 1) * interval '1 minute' from generate_series(0, ${SAMPLES}::int - 1) n`.execute(db)
  })
  const owner = postgres(portal.database.url, { max: 1, onnotice: () => undefined })
  await owner`vacuum analyze sample`
  await owner.end()
  const actor: Actor = {
    ...{
      id: 1,
      subject: 'one',
      firstName: 'Maren',
      lastName: 'Oduya',
      email: '',
      npi: '',
      prefix: '',
      suffix: '',
    },
    ...{ status: 'Active', termsAccepted: true, attestationDue: false, support: false },
    memberships: [
      { id: 1, code: PARENT, name: PARENT, parentCode: null, createdByUser: false, roles: ['OrderViewer'] },
    ],
  }
  const access = { kind: 'institution', permissions: ['ViewOrder'] } as const
  authority = authorize(actor, access, { path: [PARENT], header: [] }, '')
})
afterAll(() => portal?.stop())

/** How many rows of the sample tables a transaction reads during `work`. */
const lookedAt = (work: (scope: Scope) => Promise<unknown>) =>
  withScope(portal.portal, authority, async (scope) => {
    // The connection's earlier reads may not be in the statistics yet.
    const looked = async () => {
      const { rows } = await sql<{
        n: number
      }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname in ('sample', 'orders', 'shipment')`.execute(scope.db)
      return rows[0]?.n ?? 0
    }
    const before = await looked()
    await work(scope)
    return (await looked()) - before
  })

describe(`[SEC-02] of ${SAMPLES} samples of an institution`, () => {
  test('only the newest are read', async () => {
    const looked = await lookedAt(async (scope) => {
      const rows = await pageOfSamples(scope, PARENT, { top: TOP, today: TODAY })
      expect(rows).toHaveLength(TOP)
      expect(rows[0]?.order_id).toBe(id)
    })
    expect(looked).toBeLessThanOrEqual(4 * TOP)
  })

  test('a later page is read with those before it', async () => {
    const skip = 10 * TOP
    const looked = await lookedAt(async (scope) =>
      expect(await pageOfSamples(scope, PARENT, { skip, top: TOP, today: TODAY })).toHaveLength(TOP),
    )
    expect(looked).toBeLessThanOrEqual(4 * (skip + TOP))
  })

  test('the list has the total', async () => {
    const { total } = await withScope(portal.portal, authority, (scope) =>
      listSamples(scope, PARENT, { top: 1, today: TODAY }),
    )
    expect(total).toBe(SAMPLES + 1)
  })
})
