import type { Bundle, DiagnosticReport, Task } from 'fhir/r4.js'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '#server/database/schema/tables.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
let viewer: string
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
  viewer = await fhir.user('OrderViewer@P1')
})
afterAll(() => portal?.stop())

async function reported(name: string): Promise<number> {
  const { id } = await portal.submitted(readyOrder(name))
  const about = { order: id, number: `26-${id}`, name: `${name}^Linh` }
  await portal.receive(laboratoryMessage(`C${id}`, { ...about, status: 'F', pdf: REPORT }))
  return id
}

/** A search for an order's resource that changed since `since`, and where the next one begins. */
async function changed(type: 'DiagnosticReport' | 'Task', id: number, since: string) {
  const found: Bundle<DiagnosticReport | Task> = await fhir.get(
    `/${type}?identifier=26-${id}&_lastUpdated=ge${encodeURIComponent(since)}`,
    viewer,
  )
  const next = found.meta?.lastUpdated
  if (next === undefined) throw new Error('the Bundle does not say where the next search begins')
  return { count: found.entry?.length ?? 0, next }
}

/** Writes in a transaction that stays open while `meanwhile` runs. */
async function whileOpen(write: (db: Kysely<Tables>) => Promise<unknown>, meanwhile: () => Promise<void>) {
  const transaction = await portal.worker.db.startTransaction().execute()
  try {
    await sql`select now()`.execute(transaction)
    await write(transaction)
    await meanwhile()
  } finally {
    await transaction.commit().execute()
  }
}

test('finds a report that was being withdrawn during the search before', async () => {
  const id = await reported('Hartwell')
  let since = (await changed('DiagnosticReport', id, '2020-01-01')).next
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const withdraw = (db: Kysely<Tables>) =>
    db.updateTable('report').set({ state: 'withdrawn' }).where('order_id', '=', id).execute()
  await whileOpen(withdraw, async () => {
    const before = await changed('DiagnosticReport', id, new Date().toISOString())
    expect(before.count).toBe(0)
    since = before.next
  })
  const after = await changed('DiagnosticReport', id, since)
  expect(after.count).toBe(1)
  expect(after.next > since).toBe(true)
})

test('finds an order whose event was being written during the search before', async () => {
  const id = await reported('Ibarra')
  let since = ''
  const note = (db: Kysely<Tables>) =>
    db
      .insertInto('order_event')
      .values({
        ...{ order_id: id, institution_code: 'P1', kind: 'laboratory-note' as const },
        ...{ actor: 'Laboratory', actor_id: null, detail: '' },
      })
      .execute()
  await whileOpen(note, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    since = (await changed('Task', id, '2020-01-01')).next
  })
  expect((await changed('Task', id, since)).count).toBe(1)
})

test('searches from now if nothing is being written', async () => {
  const id = await reported('Jansen')
  const before = Date.now()
  await expect
    .poll(async () => Date.parse((await changed('Task', id, '2020-01-01')).next))
    .toBeGreaterThanOrEqual(before)
})
