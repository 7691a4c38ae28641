import type { FileStore } from '#adapters/files/port.ts'
import { administer } from '../database/connection/connect.ts'
import { seedDemo } from '../demo/seed.ts'
import { filledDatabase } from './database.ts'

/** When the demo of `demoDatabase` was created. */
export const DEMO_MADE_AT = new Date('2026-11-21T15:00:00Z')

const files: FileStore = { put: async () => 'key', get: async () => new Uint8Array() }

/** A database with the demo's orders, without their files. They are created once per test run. */
export const demoDatabase = () =>
  filledDatabase('demo', (url) => {
    let accounts = 0
    return administer(url, (db) =>
      seedDemo(db, {
        ...{ now: DEMO_MADE_AT, laboratory: 'Demo', files, termsVersion: '1', diagnosisCodes: 'selection' },
        ensureAccount: async () => ({ sub: `account-${++accounts}` }),
      }),
    )
  })
