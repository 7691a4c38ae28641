import type pg from 'pg'
import type { PreparingClient } from '../fast-lane/fast-lane.ts'
import { cancelStatement } from './cancel.ts'
import type { ConnectionShares } from './connection-shares.ts'
import { currentWork, GivenUp, hasConnection } from './work.ts'

type PooledClient = pg.PoolClient & PreparingClient
type Callback = (
  error: Error | undefined,
  client: PooledClient | undefined,
  done: (e?: unknown) => void,
) => void

/**
 * Has whoever works for a request (`asWork`) take their share of the connections, and a connection whose request is given up
 * cancel what it does: it is not used again.
 */
export function boundPool(pool: pg.Pool, shares: ConnectionShares): void {
  const connect = pool.connect.bind(pool) as () => Promise<PooledClient>

  async function bounded(): Promise<PooledClient> {
    const work = currentWork()
    if (!work) return connect()
    work.signal.throwIfAborted()
    const giveBack = hasConnection() ? () => undefined : await shares.take(work.claimant, work.signal)
    let client: PooledClient
    try {
      client = await connect()
    } catch (error) {
      giveBack()
      throw error
    }
    const release = client.release.bind(client)
    const giveUp = () => {
      client.isGivenUp = true
      // A commit that is cancelled while it waits for a standby is done all the same.
      if (!client.isCommitting) cancelStatement(client)
    }
    client.release = (error) => {
      work.signal.removeEventListener('abort', giveUp)
      giveBack()
      release(error || client.isGivenUp)
    }
    if (work.signal.aborted) {
      client.release()
      throw new GivenUp()
    }
    work.signal.addEventListener('abort', giveUp, { once: true })
    return client
  }

  // The driver's own `query` asks by callback.
  pool.connect = ((callback?: Callback) => {
    if (!callback) return bounded()
    bounded().then(
      (client) => process.nextTick(callback, undefined, client, client.release),
      (error: Error) => process.nextTick(callback, error, undefined, () => undefined),
    )
    return undefined
  }) as pg.Pool['connect']
}
