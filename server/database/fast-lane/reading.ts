import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { currentWork } from '../connection/work.ts'
import type { Tables } from '../schema/tables.ts'
import type { Statement } from './pipelined.ts'
import { CACHED_PLAN, type PreparingClient } from './statements.ts'
import type { InTransaction } from './transaction.ts'

/**
 * For reading: each statement is a transaction of its own, after the `select` of settings that is `before` it; both share one
 * round trip. `onSettings` gets the answer to the settings; if it throws, the statement's own answer is not returned.
 */
export type Reads = (before: Statement, onSettings?: (answer: unknown[]) => void) => Kysely<Tables>

const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
}
const [driver, compiler, adapter] = [
  dialect.createDriver(),
  dialect.createQueryCompiler(),
  dialect.createAdapter(),
]

/** On the connections of `pool`. */
export function readsOn(pool: pg.Pool): Reads {
  async function runPipelined(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const client = (await pool.connect()) as pg.PoolClient & PreparingClient
    let isLost = true
    try {
      const answers = await client.sendPipelined(statements)
      isLost = false
      return answers
    } finally {
      client.release(isLost)
    }
  }

  return readsBy(runPipelined)
}

/** The same, in transactions. */
export function readsThrough(transaction: InTransaction): Reads {
  return readsBy((statements) =>
    transaction({}, (db) =>
      Promise.all(
        statements.map(({ text, values }) => db.executeQuery(CompiledQuery.raw(text, [...values]))),
      ),
    ),
  )
}

/** PostgreSQL would weigh it against a plan for these values, which it then has to make each time. */
const FORCE_CACHED_PLAN = `, set_config('plan_cache_mode', 'force_generic_plan', true)`

type Answer = Pick<QueryResult<unknown>, 'rows'>

function readsBy(runPipelined: (statements: readonly Statement[]) => Promise<Answer[]>): Reads {
  return (before, onSettings) => {
    const connection: DatabaseConnection = {
      async executeQuery({ sql: text, parameters: values }) {
        const first = {
          ...before,
          text: before.text + (text.startsWith(CACHED_PLAN) ? FORCE_CACHED_PLAN : ''),
        }
        const work = currentWork()
        // A few values in all: as text it does not keep the plan from being known again.
        if (work) first.text += `, set_config('statement_timeout', '${Math.round(work.statementMs)}', true)`
        const [settingsAnswer, answer] = await runPipelined([first, { text, values }])
        onSettings?.(settingsAnswer?.rows ?? [])
        return answer as QueryResult<never>
      },
      streamQuery() {
        throw new Error('nothing is streamed here')
      },
    }
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    })
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
  }
}
