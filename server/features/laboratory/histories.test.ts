import { afterAll, beforeAll, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import { type Message, model } from '#domain/reports/testing/model.ts'
import { administer, connect } from '../../database/connect.ts'
import { TEST_SECRET } from '../../testing/database.ts'
import { laboratorySays, REPORT } from '../../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'
import { laboratoryInbox } from './inbox.ts'
import { shuffled } from './testing/conversation.ts'
import { copiesOf } from './testing/orders.ts'

/** More with HISTORIES=1000. */
const ORDERS = Number(process.env.HISTORIES ?? 36)
const CONNECTIONS = 2

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CODES = { preliminary: 'P', final: 'F', corrected: 'C', withdrawn: 'F' } as const
const pdfOf = (content: string) => Buffer.concat([REPORT, Buffer.from(`% ${content}\n`)])

/** What the laboratory says of one order, each at a time of its own. */
function historyOf(order: number, roll: () => number): (Message & { raw: string })[] {
  return Array.from({ length: 2 + Math.floor(roll() * 6) }, (_, n) => {
    const status = pick(['preliminary', 'final', 'final', 'corrected', 'withdrawn'] as const, roll)
    const content = pick(['a', 'b', 'c'], roll)
    const key = `${order}-${n}`
    const at = `202603201${n}0000`
    const raw = laboratorySays(key, { order, status: CODES[status], pdf: pdfOf(content), at })
    const said = status === 'withdrawn' ? raw.replace(/\|\|\|\|\|\|F\r/, '||||||W\r') : raw
    return { key, of: 'proband WES1', status, content, made: n, sent: n, raw: said }
  })
}

/** Hands the messages over on so many connections at once; each is taken. */
async function deliver(messages: readonly string[]): Promise<void> {
  const connection = connect({
    ...{ url: portal.database.url, secret: TEST_SECRET, role: 'karyo_worker', max: CONNECTIONS },
  })
  const receive = laboratoryInbox({
    ...{ connection, codec, files: portal.files, orderNews: async () => {}, openPdf: anyPdf },
  })
  async function handOver(list: readonly string[]): Promise<void> {
    for (const raw of list) expect(await receive(raw)).toContain('\rMSA|AA|')
  }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, one) =>
      handOver(messages.filter((_, n) => n % CONNECTIONS === one)),
    ),
  )
  await connection.close()
}

test(
  '[RPT-01] [RPT-02] random histories, on two connections at once, repeated and out of order, end in the model’s reports, and none that is withdrawn is given',
  async () => {
    const { id } = await portal.submitted()
    const orders = await administer(portal.database.url, (db) => copiesOf(db, id, ORDERS))
    const roll = dice(41)
    const histories = new Map(orders.map((order) => [order, historyOf(order, roll)]))
    const all = [...histories.values()].flat().map(({ raw }) => raw)
    const repeats = all.filter(() => roll() < 0.3)
    await deliver(shuffled([...all, ...repeats], roll))

    const reader = portal.as('OrderViewer@P1')
    let withdrawn = 0
    for (const [order, messages] of histories) {
      const about = JSON.stringify(messages.map(({ raw: _, ...message }) => message))
      const { versions } = model(messages)
      const [report] = (await reader.reports.list({ params: { h: PARENT, id: order } })).reports
      // Rows of what waits meanwhile stay behind the versions, and none of them is current.
      const shown = report?.versions.toReversed() ?? []
      expect(
        shown.slice(0, versions.length).map(({ version, status, state }) => [version, status, state]),
        about,
      ).toEqual(versions.map(({ status, state }, index) => [index + 1, status, state]))
      for (const { state } of shown.slice(versions.length)) expect(state, about).not.toBe('current')
      const open = (query: { version?: number }) =>
        reader.orders.report({ params: { h: PARENT, id: order }, query }).then(
          (content) => Buffer.from(content).toString('latin1'),
          () => null,
        )
      const current = versions.findLast(({ state }) => state === 'current')
      expect(await open({}), about).toBe(current ? pdfOf(current.content).toString('latin1') : null)
      for (const { version, state, parts } of shown) {
        if (state !== 'withdrawn') continue
        withdrawn += 1
        expect(parts).toEqual([])
        expect(await open({ version }), about).toBeNull()
      }
    }
    expect(withdrawn).toBeGreaterThan(ORDERS / 4)
  },
  60_000 + ORDERS * 200,
)
