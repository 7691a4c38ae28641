import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, readyOrder } from '#server/testing/world.ts'

/** A statement is sent twice before a connection keeps it; then PostgreSQL plans it five times for its values before it decides. */
const TRIED = 5
const ORDERS = 26

/** What each order is asked for, by a part of the statement. */
const ASKED = ['orders_of_people(', '"made_from" = ', 'insert into "orders"', 'update "orders" set']

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

interface Kept {
  statement: string
  generic: number
  custom: number
}

/** What the portal's connections keep, each by itself. */
async function kept(): Promise<Kept[]> {
  const { pool } = portal.portal
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const answers = await Promise.all(
    clients.map((client) =>
      client.query<Kept>(
        'select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements',
      ),
    ),
  )
  for (const client of clients) client.release()
  return answers.flatMap(({ rows }) => rows)
}

test('no statement of an order is planned anew for each order', async () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz'.slice(0, ORDERS))
    await portal.submitted(readyOrder(`Planned${letter}`), { by: 'OrderSubmitter@C1', at: CHILD })
  const statements = await kept()
  const planned = ASKED.filter(
    (part) => !statements.some(({ statement, generic }) => statement.includes(part) && generic > 0),
  )
  expect(planned).toEqual([])
  expect(statements.filter(({ custom }) => custom > TRIED)).toEqual([])
})
