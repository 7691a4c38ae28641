import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '#server/database/connection/connect.ts'
import { authorizeSystem, withScope } from '#server/database/scope.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { lockOrder } from '../locked-order.ts'
import { loadRelations, RELATIONS_BEFORE_LABORATORY } from '../view/relations.ts'
import { loadRuleContext } from './rule-context.ts'

/** A connection keeps a statement from the third time on; then PostgreSQL plans it five times for its values before it decides. */
const [SENT_BEFORE, TRIED] = [2, 5]
const ORDERS = SENT_BEFORE + TRIED + 3

let portal: TestPortal
/** With one connection, which is sent everything. */
let connection: Connection
beforeAll(async () => {
  portal = await startPortal()
  connection = connect({ url: portal.database.url, secret: TEST_SECRET, role: 'karyo_portal', max: 1 })
})
afterAll(async () => {
  await connection?.close()
  await portal?.stop()
})

test('what each order is asked for is not planned anew for each order', async () => {
  const { id } = await portal.submitted(readyOrder())
  const authority = authorizeSystem({ id: 'one', name: 'One', institutions: [PARENT] }, [], 'request')
  for (let order = 0; order < ORDERS; order += 1)
    await withScope(connection, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital: PARENT, id })
      const registered = { npi: row.document.orderingProvider.npi, answer: 'unknown' } as const
      const asked = { hospital: PARENT, orderId: id, registered, submitter: null, vaHospitals: [] }
      await loadRuleContext(scope, row.document, { ...asked, now: new Date() })
      await loadRelations(scope, row, RELATIONS_BEFORE_LABORATORY)
    })
  const { rows } = await connection.pool.query<{ statement: string; generic: number; custom: number }>(
    'select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements',
  )
  for (const part of ['orders_of_people(', '"made_from" = '])
    expect(rows.filter(({ statement }) => statement.includes(part))).toEqual([
      expect.objectContaining({ generic: ORDERS - SENT_BEFORE - TRIED }),
    ])
  expect(rows.filter(({ custom }) => custom > TRIED)).toEqual([])
})
