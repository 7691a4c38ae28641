import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

const AT_ONCE = 50_000
/** Of so many, newest, nothing is left out; older ones are without audit lines, messages and answers about consent. */
const WHOLE = 100_000
/** What is filled; their indexes are made anew afterwards, which is much faster than row by row. */
const FILLED = ['orders', 'order_event', 'sample', 'report', 'order_hold', 'message_out', 'audit_event']
/** What a portal keeps of orders for its lists (migration 0014); absent in a database from before. */
const KEPT = ['order_search', 'order_word', 'order_tally']

const sqlOf = (name: string) => readFile(path.join(import.meta.dirname, `${name}.sql`), 'utf8')

/** What the portal's triggers would have written of each order, for all of them at once. */
async function fillLists(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select to_regclass('order_search') is not null as kept")
  if (rows[0]?.kept) await client.query('select refill_order_lists()')
}

/**
 * Fills a database that has a demo with so many orders more, from `workers` connections; policies are as ever for who
 * reads. Its superuser must be in `url`.
 */
export async function fill(url: string, orders: number, onLog: (line: string) => void, workers = 2) {
  const clients = Array.from({ length: workers }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  const [first = new pg.Client(url)] = clients
  const began = Date.now()
  const say = (what: string) => onLog(`${((Date.now() - began) / 1000).toFixed(0)} s: ${what}`)
  try {
    await first.query(await sqlOf('world'))
    await first.query('analyze made_like, made_surname, made_given, made_provider')
    for (const client of clients) {
      // No triggers and no foreign keys; a crash in the middle leaves nothing that is needed.
      await client.query(
        'set session_replication_role = replica; set synchronous_commit = off; set work_mem = 256000',
      )
      await client.query('select setseed(0.42)')
    }
    const rebuild = await liftIndexes(first)
    const [makeOrders, makeBelongings] = [await sqlOf('orders'), await sqlOf('belongings')]
    const share = Math.min(0.5, 1_000_000 / orders)
    let next = 1
    await Promise.all(
      clients.map(async (client) => {
        while (next <= orders) {
          const from = next
          const to = Math.min(orders, from + AT_ONCE - 1)
          next = to + 1
          await client.query(makeOrders, [from, to, orders, share, orders - WHOLE])
          await client.query(makeBelongings, [from, to, orders - WHOLE])
          if (to % (AT_ONCE * 10) === 0) say(`${to} orders`)
        }
      }),
    )
    await first.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))")
    say('orders are made')
    await rebuild(clients, say)
    await first.query(`analyze ${FILLED.join(', ')}`)
    await fillLists(first)
    say('lists are kept')
    await first.query('drop table made_surname, made_given, made_provider, made_like')
    for (const table of [...FILLED, ...KEPT]) {
      const { rows } = await first.query('select to_regclass($1) is not null as there', [table])
      // So that indexes alone can answer, as a database that has been running for a while.
      if (rows[0]?.there) await first.query(`vacuum (analyze, freeze) ${table}`)
    }
    await first.query('checkpoint')
    const { rows } = await first.query('select pg_database_size(current_database())::float8 as bytes')
    say(`done, ${(rows[0].bytes / orders).toFixed(0)} bytes an order`)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Takes the indexes of the filled tables away but for primary keys; what is given back makes them again. */
async function liftIndexes(client: pg.ClientBase) {
  const { rows } = await client.query<{
    name: string
    definition: string
    constraint: string | null
    table: string
  }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
       i.indrelid::regclass::text as table, k.conname as constraint
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'u'
     where i.indrelid = any($1::regclass[]) and not i.indisprimary`,
    [FILLED],
  )
  for (const { name, constraint, table } of rows)
    await client.query(
      constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${name}`,
    )
  return async (clients: readonly pg.ClientBase[], say: (what: string) => void) => {
    const waiting = [...rows]
    await Promise.all(
      clients.map(async (one) => {
        await one.query('set max_parallel_maintenance_workers = 0')
        for (let index = waiting.shift(); index; index = waiting.shift()) {
          // Of a table in partitions it is told as being of the whole alone.
          await one.query(index.definition.replace(' ON ONLY ', ' ON '))
          say(`index ${index.name}`)
        }
      }),
    )
    for (const { name, constraint, table } of rows)
      if (constraint)
        await client.query(`alter table ${table} add constraint ${constraint} unique using index ${name}`)
  }
}
