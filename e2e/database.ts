import path from 'node:path'
import pg from 'pg'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { JOB_SCHEMA, REPEATING_QUEUE } from '#server/jobs/queues.ts'

/** The data directory of a portal's embedded database. */
interface Data {
  dataDir: string
}

/** Runs `use` with a direct connection to a portal's database. */
export async function inDatabase<T>({ dataDir }: Data, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionString = await runningEmbeddedPostgres(path.join(dataDir, 'database'))
  if (!connectionString) throw new Error('The portal’s database does not run')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Retries failed and waiting jobs now instead of after about as long as they have been failing. */
export async function retryNow(data: Data, queue: 'eligibility' | 'counseling'): Promise<void> {
  await inDatabase(data, (client) =>
    client.query(`update ${JOB_SCHEMA}.job set start_after = now() where name = $1 and state = 'retry'`, [
      queue,
    ]),
  )
}

/** Has repeating work done within seconds, instead of when it comes round again. */
export async function workNow(data: Data, name: 'follow-up'): Promise<void> {
  await inDatabase(data, (client) =>
    client.query(`insert into ${JOB_SCHEMA}.job (name, data) values ($1, $2)`, [
      REPEATING_QUEUE.name,
      JSON.stringify({ name }),
    ]),
  )
}
