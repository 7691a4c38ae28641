import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Sends statements in sequence, each prepared once per connection, as a careful programmer would. */
export function prepared(client: pg.ClientBase) {
  return async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const name = createHash('sha1').update(text).digest('hex').slice(0, 16)
    const { rows } = await client.query<Row>({ name, text, values: [...values] })
    return rows
  }
}

/** Runs `work` in one transaction. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (run: ReturnType<typeof prepared>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(prepared(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
