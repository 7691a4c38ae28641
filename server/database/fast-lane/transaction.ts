import { type DatabaseConnection, DefaultQueryExecutor, PostgresDialect, Transaction } from 'kysely'
import type pg from 'pg'
import { currentWork, GivenUp, whileConnected } from '../connection/work.ts'
import type { Tables } from '../schema/tables.ts'
import type { Statement } from './pipelined.ts'
import { isPlanOutdated, type PreparingClient } from './statements.ts'

type Settings = Readonly<Record<string, string>>

/** Sent with the first statement. If `onRows` throws, no other answer is returned, and nothing is committed. */
export interface VersionCheck extends Statement {
  onRows(rows: unknown[]): void
}

/** Runs work in one transaction with these settings (`set local`), which row-level security needs. */
export type InTransaction = <T>(
  settings: Settings,
  work: (db: Transaction<Tables>) => Promise<T>,
  versionCheck?: VersionCheck,
) => Promise<T>

/**
 * Transactions on the connections of `pool`, which are {@link PreparingClient}s. `begin`, settings and version check are sent
 * with the first statement. Statements of `work` that are not awaited one by one (`Promise.all`) share a round trip: the database
 * runs them in the order in which they were started, and after one that fails it skips the others.
 */
export function transactionsOn(pool: pg.Pool): InTransaction {
  const dialect = new PostgresDialect({ pool })
  const [driver, compiler, adapter] = [
    dialect.createDriver(),
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
  ]

  return async (settings, work, versionCheck) => {
    const client = (await pool.connect()) as pg.PoolClient & PreparingClient
    const statementMs = currentWork()?.statementMs
    const bounded =
      statementMs === undefined ? settings : { ...settings, statement_timeout: `${statementMs}` }
    let isOver = false
    /** Statements that are not sent yet. */
    let waiting: Waiting[] = []
    const send = () => {
      const piece = waiting
      waiting = []
      if (piece.length === 0) return
      client
        .sendPipelined(piece)
        .then((answers) => {
          for (const [index, { onRows }] of piece.entries()) onRows?.(answers[index]?.rows ?? [])
          for (const [index, { resolve }] of piece.entries()) resolve(answers[index] as pg.QueryResult)
        })
        // The database skips the statements after one that fails, and rolls back those before it.
        .catch((error) => {
          for (const { reject } of piece) reject(error)
        })
    }
    const ask = (text: string, values: readonly unknown[], onRows?: VersionCheck['onRows']) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(send)
        waiting.push({ text, values, resolve, reject, ...(onRows ? { onRows } : {}) })
      })
    const connection: DatabaseConnection = {
      async executeQuery({ sql, parameters }) {
        // The connection may be somebody else's by now.
        if (isOver) throw new Error('the transaction is over')
        if (client.isGivenUp) throw new GivenUp()
        const { command, rowCount, rows } = await ask(sql, parameters)
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
    async function commit(): Promise<void> {
      isOver = true
      client.isCommitting = true
      // It may take as long as it does: one that is cancelled while it waits for a standby counts as done.
      if (statementMs !== undefined) ask('set local statement_timeout = 0', []).catch(() => undefined)
      const { command } = await ask('commit', [])
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed unnoticed')
    }
    let isLost = false
    try {
      const begun = Promise.all([
        ask('begin', []),
        versionCheck && ask(versionCheck.text, versionCheck.values, versionCheck.onRows),
        set(ask, bounded),
      ])
      // Whatever is sent behind it fails as well, and says so.
      begun.catch(() => undefined)
      const result = await whileConnected(() => work(db))
      await begun
      await commit()
      return result
    } catch (error) {
      isOver = true
      const isBack = ask('rollback', []).then(
        () => isPlanOutdated(error),
        () => true,
      )
      send()
      isLost = await isBack
      throw error
    } finally {
      client.isCommitting = false
      client.release(isLost)
    }
  }
}

interface Waiting extends Statement {
  onRows?: VersionCheck['onRows']
  resolve(answer: pg.QueryResult): void
  reject(error: unknown): void
}

function set(ask: (text: string, values: readonly string[]) => Promise<unknown>, settings: Settings) {
  const each = Object.entries(settings)
  if (each.length === 0) return undefined
  const calls = each.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return ask(`select ${calls.join(', ')}`, each.flat())
}
