import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

const BATCH_SIZE = 50_000
/** The newest orders are complete; older ones have no audit lines, messages and consent answers. */
const COMPLETE_ORDERS = 100_000
/** The tables to fill; their indexes are rebuilt afterwards, which is much faster than row by row. */
const FILLED = [
  ...['orders', 'order_event', 'sample', 'report', 'order_hold', 'message_out', 'audit_event'],
  // What the portal would have written for each order and report.
  ...['order_search', 'reported_result', 'reported_variant', 'result_term'],
]
/** What is counted over all orders at the end. */
const DERIVED_TABLES = { order_tally: 'refill_order_tally()', order_word: 'refill_order_words()' }

interface Statement {
  name: string
  sql: string
}

const sqlOf = (name: string) => readFile(path.join(import.meta.dirname, `${name}.sql`), 'utf8')

/**
 * Adds this number of orders to a database with a demo, over `workers` connections; row-level security stays
 * in force for readers. `url` must be a superuser's.
 */
export async function fill(url: string, orders: number, onLog: (line: string) => void, workers = 2) {
  const clients = Array.from({ length: workers }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  const [first = new pg.Client(url)] = clients
  const began = Date.now()
  const log = (what: string) => onLog(`${((Date.now() - began) / 1000).toFixed(0)} s: ${what}`)
  /** Each worker takes the next statement when it is done with one: longest first, so they end together. */
  const together = (statements: readonly Statement[]) => {
    const waiting = [...statements]
    return Promise.all(
      clients.map(async (client) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const since = Date.now()
          await client.query(next.sql)
          const seconds = (Date.now() - since) / 1000
          if (seconds > 1) log(`${next.name} took ${seconds.toFixed(0)} s`)
        }
      }),
    )
  }
  try {
    await first.query(await sqlOf('world'))
    await first.query(
      'analyze made_like, made_surname, made_given, made_provider, made_result, made_variant, made_term',
    )
    for (const client of clients) {
      // No triggers and no foreign keys. Each worker is one process, one per processor.
      await client.query(`set session_replication_role = replica; set work_mem = 256000;
        set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0; select setseed(0.42)`)
    }
    const indexes = await liftIndexes(first)
    const [makeOrders, makeRelations] = [await sqlOf('orders'), await sqlOf('belongings')]
    const makeResults = await sqlOf('results')
    const share = Math.min(0.5, 1_000_000 / orders)
    let next = 1
    await Promise.all(
      clients.map(async (client) => {
        while (next <= orders) {
          const from = next
          const to = Math.min(orders, from + BATCH_SIZE - 1)
          next = to + 1
          await client.query(makeOrders, [from, to, orders, share, orders - COMPLETE_ORDERS])
          await client.query(makeRelations, [from, to, orders - COMPLETE_ORDERS])
          await client.query(makeResults, [from, to])
          await client.query('select refill_order_search(1000000 + $1::bigint, 1000000 + $2::bigint)', [
            from,
            to,
          ])
          if (to % (BATCH_SIZE * 10) === 0) log(`${to} orders`)
        }
      }),
    )
    await first.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))")
    // Counted among the lists' counts.
    await first.query('select refill_order_results()')
    log('orders are made')
    await together([
      ...Object.entries(DERIVED_TABLES).map(([name, refill]) => ({ name, sql: `select ${refill}` })),
      ...indexes,
    ])
    for (const { constraint } of indexes) if (constraint) await first.query(constraint)
    log('indexes and lists are made')
    await first.query(
      'drop table made_surname, made_given, made_provider, made_like, made_result, made_variant, made_term',
    )
    // So that index-only scans work, as in a database that has been running for a while.
    const tables = [...FILLED, 'order_result', ...Object.keys(DERIVED_TABLES)]
    await together(
      tables.map((name) => ({ name: `${name}, vacuum`, sql: `vacuum (analyze, freeze) ${name}` })),
    )
    // Looks up what belongs to each order, for which it needs the indexes.
    await first.query('truncate order_figure')
    const { rows: ids } = await first.query<{ since: number; until: number }>(
      'select min(id)::float8 as since, max(id)::float8 as until from orders',
    )
    const [{ since, until } = { since: 0, until: -1 }] = ids
    const portions = Math.ceil((until - since + 1) / BATCH_SIZE)
    await together(
      Array.from({ length: portions }, (_, n) => since + n * BATCH_SIZE).map((from) => ({
        name: `figures from ${from}`,
        sql: `select refill_order_figures(${from}, ${from + BATCH_SIZE - 1})`,
      })),
    )
    await first.query('select refill_figure_counts()')
    await first.query('vacuum (analyze, freeze) order_figure, figure_count')
    log('figures are counted')
    await first.query('checkpoint')
    const { rows } = await first.query('select pg_database_size(current_database())::float8 as bytes')
    log(`done, ${(rows[0].bytes / orders).toFixed(0)} bytes an order`)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Drops the indexes of the filled tables except primary keys; returns the statements that rebuild them. */
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
     where i.indrelid = any($1::regclass[]) and not i.indisprimary
     -- The longest first: the terms; and last what few orders are in.
     order by i.indrelid = 'order_search'::regclass desc, i.indpred is null desc, i.indrelid = 'orders'::regclass desc,
       i.indnatts desc`,
    [FILLED],
  )
  for (const { name, constraint, table } of rows)
    await client.query(
      constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${name}`,
    )
  return rows.map(({ name, definition, constraint, table }) => {
    // A partitioned index is defined as ONLY on its parent.
    const make = definition.replace(' ON ONLY ', ' ON ')
    return {
      name,
      // GIN with a gigabyte of work memory exceeds the processor's caches, and took twice as long.
      sql: make.includes(' USING gin ')
        ? `set maintenance_work_mem = '64MB'; ${make}; reset maintenance_work_mem`
        : make,
      constraint:
        constraint && `alter table ${table} add constraint ${constraint} unique using index ${name}`,
    }
  })
}
