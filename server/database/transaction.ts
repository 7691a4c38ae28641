import { type DatabaseConnection, DefaultQueryExecutor, PostgresDialect, Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Runs work in one transaction that has these settings (`set local`), which row-level security asks for. */
export type InTransaction = <T>(
  settings: Readonly<Record<string, string>>,
  work: (db: Transaction<Tables>) => Promise<T>,
) => Promise<T>

/**
 * Transactions on the connections of `pool`. Begin and settings go with the first statement, and statements of `work`
 * that are not awaited one by one (`Promise.all`) go together: the database takes them in the order in which they are
 * sent, and after one that fails it refuses all others.
 */
export function transactionsOn(pool: pg.Pool): InTransaction {
  const dialect = new PostgresDialect({ pool })
  const [driver, compiler, adapter] = [
    dialect.createDriver(),
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
  ]

  return async (settings, work) => {
    const client = await pool.connect()
    let isOver = false
    const connection: DatabaseConnection = {
      async executeQuery({ sql, parameters }) {
        // The connection may be somebody else's by now.
        if (isOver) throw new Error('the transaction is over')
        const { command, rowCount, rows } = await client.query(sql, [...parameters])
        return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) }
      },
      streamQuery() {
        throw new Error('nothing is streamed in a transaction')
      },
    }
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    })
    const db = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
    let isLost = false
    try {
      const begun = Promise.all([client.query('begin'), set(client, settings)])
      // Whatever is sent behind it fails as well, and says so.
      begun.catch(() => undefined)
      const result = await work(db)
      await begun
      isOver = true
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed unnoticed')
      return result
    } catch (error) {
      isOver = true
      isLost = await client.query('rollback').then(
        () => false,
        () => true,
      )
      throw error
    } finally {
      client.release(isLost)
    }
  }
}

function set(client: pg.PoolClient, settings: Readonly<Record<string, string>>) {
  const each = Object.entries(settings)
  const calls = each.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return client.query(`select ${calls.join(', ')}`, each.flat())
}
