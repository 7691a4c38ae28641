import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegistryAway } from '#adapters/npi-registry/port.ts'
import { writeCsv } from '#contract/csv.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
/** While the first rows are processed, which look their provider up. */
let whileImporting: () => Promise<unknown>
beforeAll(async () => {
  portal = await startPortal({
    registry: {
      async lookup() {
        await whileImporting()
        throw new RegistryAway('down')
      },
      recent: () => undefined,
    },
  })
})
afterAll(() => portal.stop())

const [exome] = testContext(goodOrder()).tests
if (!exome) throw new Error('the world has a test')
const columns = columnsOf(exome)

/** Each for a patient of its own, more than are processed together. */
const NAMES = ['Adler', 'Brook', 'Carver', 'Dunlap', 'Eastman', 'Farrow']
function manifest(): string {
  const rows = NAMES.map((lastName) => {
    const document = goodOrder()
    const patients = document.patients.map((one) => ({ ...one, lastName }))
    return rowOf({ ...document, patients }, columns)
  })
  const headings = columns.map(({ heading }) => heading)
  return writeCsv(
    headings,
    rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  )
}
async function send(as: string, goAhead: string): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...SIGNED, goAhead })) form.append(name, value)
  form.append('file', new Blob([manifest()], { type: 'text/csv' }), 'manifest.csv')
  const path = '/api/orders/test-code/WES1/hospital-code/P1/import'
  return (await portal.request(path, { as, method: 'POST', body: form })).status
}
const change = (statement: ReturnType<typeof sql>) =>
  administer(portal.database.url, (db) => statement.execute(db))
const physician = (subject: string) => sql`(select id from physician where subject = ${subject})`

test('the rows after a user was blocked, or may no longer submit, are not processed', async () => {
  const [first, second] = ['OrderSubmitter@P1', 'SuperUser@P1']
  whileImporting = () =>
    change(sql`update membership set status = 'Blocked' where physician_id = ${physician(first)}`)
  expect(await send(first, 'draft')).toBe(403)
  const orders = () => portal.worker.db.selectFrom('orders').select('submitted_at').execute()
  expect(await orders()).toHaveLength(4)

  whileImporting = () =>
    change(sql`update customer_role set role = 'OrderCreator' where physician_id = ${physician(second)}`)
  expect(await send(second, 'submit')).toBe(403)
  expect((await orders()).filter(({ submitted_at }) => submitted_at !== null)).toHaveLength(4)
})
