import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { directoryFiles } from '#adapters/files/directory.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryInbox } from '#server/features/laboratory/inbox/inbox.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { endRetentionPeriods } from './ending.ts'

const DAY_MS = 24 * 3_600_000

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)

async function endIn(days: number) {
  const now = new Date(Date.now() + days * DAY_MS)
  await endRetentionPeriods({ connection: portal.worker, files: directoryFiles(portal.dir) }, now)
}

beforeEach(async () => {
  await asAdministrator(sql`delete from retention_policy`)
})

/** A report whose bytes are no other report's. */
const pdfOf = (what: string) => Buffer.concat([Buffer.from(REPORT), Buffer.from(`\n% ${what}\n`)])

async function filesWith(what: string): Promise<number> {
  const files = directoryFiles(portal.dir)
  let count = 0
  for await (const key of files.keys()) if (Buffer.from(await files.get(key)).includes(what)) count += 1
  return count
}
const messagesOf = async (order: number) =>
  (await asAdministrator(sql`select from message_in where raw ~ ${`\\m${order}\\M`}`)).length

/** A report of the order, under a name of its own. */
function report(
  order: number,
  more: Partial<Parameters<typeof laboratoryMessage>[1]> & { as?: string } = {},
) {
  const { as = `R${order}`, ...options } = more
  const at = '20260401100000'
  return laboratoryMessage(as, {
    ...{ order, number: `L-${order}`, pdf: pdfOf(`of ${order}`), status: 'F', at },
    ...options,
  })
}

const CASES: [string, (order: number) => Promise<unknown>][] = [
  ['the same once more', (order) => portal.receive(report(order))],
  ['the same under another name', (order) => portal.receive(report(order, { as: `S${order}` }))],
  [
    'the same by the laboratory’s number alone',
    (order) => portal.receive(report(order, { as: `S${order}` }).replaceAll(`|${order}|L-`, '||L-')),
  ],
  [
    'one of another patient',
    (order) =>
      portal.receive(
        report(order, { as: `W${order}`, name: 'Somebody^Else', pdf: pdfOf(`wrong for ${order}`) }).replace(
          `${order}-proband`,
          '77-proband',
        ),
      ),
  ],
  ['one that cannot be read', (order) => portal.receive(report(order, { as: `U${order}`, at: 'yesterday' }))],
]

test.each(CASES)('[OPS-16] no copy of its report survives an order: %s', async (_, again) => {
  const { id } = await portal.submitted(readyOrder())
  expect(await portal.receive(report(id))).toContain('MSA|AA')
  await again(id)
  expect(await messagesOf(id)).toBe(2)
  await asAdministrator(sql`select erase_orders(array[${id}::bigint])`)
  expect(await messagesOf(id)).toBe(0)
  await asAdministrator(sql`update erased_file set erased_at = now() - interval '1 hour'`)
  await endIn(1)
  expect(await filesWith(`${id}\n`)).toBe(0)
})

test('[OPS-16] a message about two orders stays with the second', async () => {
  const [one, two] = [await portal.submitted(readyOrder()), await portal.submitted(readyOrder())]
  const both = laboratoryMessage(
    `B${one.id}`,
    { order: one.id, status: 'I', name: 'Somebody^Else' },
    { order: two.id, status: 'I', name: 'Somebody^Else' },
  ).replaceAll('-proband', '-nobody')
  await portal.receive(both)
  for (const [{ id }, left] of [
    [one, 1],
    [two, 0],
  ] as const) {
    await asAdministrator(sql`select erase_orders(array[${id}::bigint])`)
    expect(await messagesOf(two.id)).toBe(left)
  }
})

test('[OPS-16] nor do those that were stored before it was written down which orders they name', async () => {
  const { id } = await portal.submitted(readyOrder())
  await portal.receive(report(id))
  await portal.receive(report(id))
  await portal.receive(
    report(id, { as: `W${id}`, name: 'Somebody^Else' }).replace(`${id}-proband`, '77-proband'),
  )
  await asAdministrator(sql`insert into message_in (raw, sender, control_id, outcome, reason)
    values (${`MSA|AA|NW${id}|${id}|`}, 'LIS', 'A1', 'refused', ${`The answer to NW${id}: it contains a result`}),
      (${`OBR|1|${id}|`}, 'LIS', 'A2', 'refused', ${'it names another patient than order 99999999999999999999999999'})`)
  await asAdministrator(sql`delete from message_order`)
  expect(await messagesOf(id)).toBe(5)
  await asAdministrator(sql`select erase_orders(array[${id}::bigint])`)
  expect(await messagesOf(id)).toBe(1)
})

test('[OPS-16] a report that was refused leaves no file, one that was applied keeps it', async () => {
  const { id } = await portal.submitted(readyOrder())
  await portal.receive(report(id))
  await portal.receive(report(id + 5000, { as: `X${id}`, pdf: pdfOf('of no order here') }))
  await portal.receive(report(id + 5000, { as: `Y${id}`, pdf: pdfOf(`of ${id}`) }))
  expect(await filesWith('of no order here')).toBe(1)
  await endIn(2)
  expect([await filesWith('of no order here'), await filesWith(`of ${id}\n`)]).toEqual([0, 1])
  expect(await asAdministrator(sql`select from erased_file`)).toEqual([])
})

test('[OPS-16] nor does one whose portal was killed after it had stored it', async () => {
  const { id } = await portal.submitted(readyOrder())
  // The process ends while the file is being stored: nothing after that is done.
  const killed = new Promise<never>(() => undefined)
  let isStored = () => {}
  const stored = new Promise<void>((resolve) => {
    isStored = resolve
  })
  const receive = laboratoryInbox({
    ...{ connection: portal.worker, codec, sendOrderNotice: async () => undefined },
    openPdf: async () => ({ isReadable: true }) as never,
    files: {
      ...portal.files,
      put: async (content) => {
        await portal.files.put(content)
        isStored()
        return killed
      },
    },
  })
  void receive(report(id, { pdf: pdfOf('of a killed portal') }))
  await stored
  expect(await filesWith('of a killed portal')).toBe(1)
  await endIn(2)
  expect(await filesWith('of a killed portal')).toBe(0)
  await asAdministrator(sql`select erase_orders(array[${id}::bigint])`)
  expect(await messagesOf(id)).toBe(0)
})

test('[OPS-16] nor does an upload that was refused once it was stored; one that was taken stays', async () => {
  const upload = (id: number, what: string) =>
    portal.as('OrderSubmitter@P1').documents.upload({
      params: { h: 'P1', id },
      body: {
        ...{ uploadKey: randomUUID(), type: 'Other', description: '' },
        file: { filename: 'a.pdf', mediaType: 'application/pdf', content: pdfOf(what) },
      },
    } as never)
  const { id } = await portal.draft()
  await upload(id, 'an upload that was taken')
  // A trigger fails the transaction after the file is stored.
  await asAdministrator(
    sql`create function pg_temp_fails() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
  )
  await asAdministrator(
    sql`create trigger fails before insert on document for each row execute function pg_temp_fails()`,
  )
  await expect(upload(id, 'an upload that failed')).rejects.toThrow()
  await asAdministrator(sql`drop function pg_temp_fails cascade`)
  expect(await filesWith('an upload that failed')).toBe(1)
  await endIn(2)
  expect([await filesWith('an upload that failed'), await filesWith('an upload that was taken')]).toEqual([
    0, 1,
  ])
})
