import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts'
import { startPortal } from '../portal.ts'

/** The institution with half of all orders, at most a million; the others share the rest. */
export const VAST = 'VAST'
/** One of the thousand small institutions. */
export const SMALL = 'S0001'
/** A user with access to both. */
export const WHO = 'provider@demo.test'
/** One for all databases: the passwords of the roles are derived from it, and roles belong to the cluster. */
const SECRET = 'a secret of the benches that protects nothing'

export const DEFAULT_DIR = path.join(import.meta.dirname, '../../.cache/scale')

/** What an operator sets for a database of this size on its own machine; everything else as in the portal. */
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  max_connections: '200',
}

/** While a database is filled: a broken one is filled again after a crash, and nobody reads it meanwhile. */
const FILLING = {
  ...SETTINGS,
  shared_buffers: '5GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}

/** The cluster of all sizes, in `dir`; each size is one of its databases. */
export async function openCluster(dir: string) {
  await mkdir(dir, { recursive: true })
  const start = (settings: Record<string, string>) =>
    startEmbeddedPostgres({ dir: path.join(dir, 'database'), settings })
  let cluster = await start(SETTINGS)
  const urlOf = (orders: number) => {
    const url = new URL(cluster.url)
    url.pathname = `/orders_${orders}`
    return url.href
  }
  async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client(cluster.url)
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    urlOf,
    /** Returns false if it already existed. */
    async create(orders: number): Promise<boolean> {
      const [{ there } = { there: false }] = await query<{ there: boolean }>(
        `select exists (select from pg_database where datname = 'orders_${orders}') as there`,
      )
      if (!there) await query(`create database orders_${orders}`)
      return !there
    },
    /** For one that could not be filled. */
    drop: (orders: number) => query(`drop database orders_${orders} with (force)`),
    /** Runs `work` with the settings for filling; only the portals that it starts and stops may run. */
    async filling(work: () => Promise<void>) {
      await cluster.stop()
      cluster = await start(FILLING)
      try {
        await work()
      } finally {
        await cluster.stop()
        cluster = await start(SETTINGS)
      }
    },
    /** A portal on the database of a size; the first one migrates it and loads the demo. */
    portal: (orders: number, environment: Record<string, string> = {}) =>
      startPortal({
        dataDir: path.join(dir, `portal-${orders}`),
        environment: { DATABASE_URL: urlOf(orders), KARYO_DEMO: 'on', KARYO_SECRET: SECRET, ...environment },
      }),
    stop: () => cluster.stop(),
  }
}

export type ScaleCluster = Awaited<ReturnType<typeof openCluster>>
