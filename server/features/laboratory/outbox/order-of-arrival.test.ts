import { afterAll, beforeAll, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import { blankTest } from '#domain/orders/document.ts'
import { cases } from '#domain/testing/cases.ts'
import { administer, connect } from '#server/database/connection/connect.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { laboratoryInbox } from '../inbox/inbox.ts'
import { conversation, shuffled } from '../testing/conversation.ts'
import { copiesOf, storedOrders } from '../testing/orders.ts'

/** A multiple of 4, the number of lists. */
const ORDERS = 4 * cases(30)
const MESSAGES = cases(2000)

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** New orders at one clinic, a fifth of them with a requested cancellation. */
async function orders(): Promise<number[]> {
  const document = readyOrder()
  const tests = [...document.tests, blankTest('CYS4', 'Cystic Fibrosis')]
  const { id } = await portal.submitted({ ...document, tests })
  return administer(portal.database.url, (db) => copiesOf(db, id, ORDERS))
}

/**
 * Delivers the messages in each list one after the other, and the lists concurrently; each message is
 * accepted.
 */
async function deliver(lists: readonly (readonly string[])[]): Promise<void> {
  const connection = connect({
    ...{ url: portal.database.url, secret: TEST_SECRET, role: 'karyo_worker', max: lists.length },
  })
  const receive = laboratoryInbox({
    ...{ connection, codec, files: portal.files, sendOrderNotice: async () => {}, openPdf: anyPdf },
  })
  async function handOver(list: readonly string[]): Promise<void> {
    for (const raw of list) expect(await receive(raw)).toContain('\rMSA|AA|')
  }
  await Promise.all(lists.map(handOver))
  await connection.close()
}

/**
 * Deals messages into `count` lists, keeping their order; an order's messages stay together if `ORDERS` is a
 * multiple of it.
 */
function dealt(messages: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, list) => messages.filter((_, n) => n % count === list))
}

/** The bound for this many sequential messages on a busy machine. */
const LIMIT_MS = 300_000

test('the same messages in order, and repeated randomly out of order, end in the same state', {
  timeout: LIMIT_MS,
}, async () => {
  const [one, two] = [await orders(), await orders()]
  const roll = dice(23)
  const [inOrder, mixed] = [conversation('A', one, MESSAGES), conversation('B', two, MESSAGES)]
  // Before half of them, one of all is repeated: as it is, or as a new message.
  const again = () => pick(mixed, roll).replace(/\|(B-\d+)\|/, roll() < 0.5 ? '|$1|' : '|$1-again|')
  const repeated = shuffled(mixed, roll).flatMap((raw) => (roll() < 0.5 ? [again(), raw] : [raw]))
  // These are about different orders, and run concurrently.
  await deliver([...dealt(inOrder, 4), ...dealt(repeated, 4)])
  const { db } = portal.worker
  const [first, second] = [await storedOrders(db, one), await storedOrders(db, two)]
  expect(second).toEqual(first)
  // The updates were of every kind, and many are visible.
  const count = (kind: 'holds' | 'reports' | 'treatments' | 'samples') =>
    first.reduce((sum, order) => sum + order[kind].length, 0)
  expect(new Set(first.map(({ order }) => order.state)).size).toBeGreaterThanOrEqual(4)
  for (const kind of ['holds', 'reports', 'treatments'] as const)
    expect(count(kind), kind).toBeGreaterThan(MESSAGES / 25)
  expect(count('samples')).toBeGreaterThan(ORDERS + MESSAGES / 25)
})
