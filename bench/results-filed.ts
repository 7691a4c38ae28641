import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const LIMIT_MS = 5 * 60_000

/** Waits until the portal has filed the demo's results, which it does soon after its start and which takes both cores. */
export async function resultsFiled(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const until = Date.now() + LIMIT_MS
  try {
    for (;;) {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from result_to_file')
      if (rows[0]?.n === 0) return
      if (Date.now() > until) throw new Error('the portal files no results')
      await setTimeout(500)
    }
  } finally {
    await client.end()
  }
}
