import { afterAll, beforeAll, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import { blankTest } from '#domain/orders/document.ts'
import { administer, connect } from '#server/database/connection/connect.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { laboratoryInbox } from '../inbox/inbox.ts'
import { conversation, shuffled } from '../testing/conversation.ts'
import { copiesOf, storedOrders } from '../testing/orders.ts'

const ORDERS = 60
const MESSAGES = 1000

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** New orders of one clinic, every fifth of which it wants to cancel. */
async function orders(): Promise<number[]> {
  const document = readyOrder()
  const tests = [...document.tests, blankTest('CYS4', 'Cystic Fibrosis')]
  const { id } = await portal.submitted({ ...document, tests })
  return administer(portal.database.url, (db) => copiesOf(db, id, ORDERS))
}

/** Hands the messages of each list over one after the other, the lists beside each other; each message is taken. */
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

/** As `count` lists, each in its order; what is of one order stays together where `ORDERS` is a multiple of them. */
function dealt(messages: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, list) => messages.filter((_, n) => n % count === list))
}

/** Of so many one after the other, on a machine that does something else as well. */
const LIMIT_MS = 300_000

test('the same 1,000 messages in order, and repeated at random and out of order, end in the same state of everything', {
  timeout: LIMIT_MS,
}, async () => {
  const [one, two] = [await orders(), await orders()]
  const roll = dice(23)
  const [inOrder, mixed] = [conversation('A', one, MESSAGES), conversation('B', two, MESSAGES)]
  // Before half of them one of all comes, too: as it is, or as a message of its own.
  const again = () => pick(mixed, roll).replace(/\|(B-\d+)\|/, roll() < 0.5 ? '|$1|' : '|$1-again|')
  const repeated = shuffled(mixed, roll).flatMap((raw) => (roll() < 0.5 ? [again(), raw] : [raw]))
  // They are of other orders, and come beside each other.
  await deliver([...dealt(inOrder, 4), ...dealt(repeated, 4)])
  const { db } = portal.worker
  const [first, second] = [await storedOrders(db, one), await storedOrders(db, two)]
  expect(second).toEqual(first)
  // What was said was of every kind, and much of it is shown.
  const count = (kind: 'holds' | 'reports' | 'treatments' | 'samples') =>
    first.reduce((sum, order) => sum + order[kind].length, 0)
  expect(new Set(first.map(({ order }) => order.state)).size).toBeGreaterThanOrEqual(4)
  for (const kind of ['holds', 'reports', 'treatments'] as const)
    expect(count(kind), kind).toBeGreaterThan(40)
  expect(count('samples')).toBeGreaterThan(ORDERS + 40)
})
