import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { HOSPITAL } from '../e2e/clinic.ts'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { NO_LABORATORY, openTestbed } from './testbed.ts'

/**
 * The laboratory's incoming messages over MLLP, each answered once stored and applied: for every order its
 * arrival, the start of work, and the report with a PDF.
 */
const settings = settingsOf({ orders: 1000, connections: 4 }, { orders: 60 })
const port = await freePort()
const testbed = await openTestbed({ ...NO_LABORATORY, KARYO_HL7_PORT: String(port) })
const database = new pg.Client(testbed.databaseUrl)
try {
  await database.connect()
  const orders = await orderedOnes()
  const waits = { there: [] as number[], process: [] as number[], report: [] as number[] }
  const lines = Array.from({ length: settings.connections }, () =>
    connectLaboratory({ host: '127.0.0.1', port, timeoutMs: 60_000 }),
  )
  const send = async (line: (typeof lines)[number], raw: string, into: number[]) => {
    const sent = performance.now()
    const { code, text } = await line.send(raw)
    into.push(performance.now() - sent)
    if (code !== 'AA') throw new Error(`the portal answered ${code}: ${text}`)
  }
  const begun = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
        const about = { order, number: `B-${order}`, test: '1102' }
        await send(line, laboratoryMessage(`${order}-1`, { ...about, status: 'O' }), waits.there)
        await send(line, laboratoryMessage(`${order}-2`, { ...about, status: 'I' }), waits.process)
        await send(
          line,
          laboratoryMessage(`${order}-3`, { ...about, status: 'F', pdf: REPORT }),
          waits.report,
        )
      }
    }),
  )
  const perSecond = (3 * settings.orders * 1000) / (performance.now() - begun)
  await Promise.all(lines.map((line) => line.close()))
  await saveResults({ name: 'laboratory-in', settings }, [
    lineOf('messages', '1/s', [perSecond]),
    lineOf('an order is there, answered after', 'ms', waits.there),
    lineOf('it is in process, answered after', 'ms', waits.process),
    lineOf('its report, answered after', 'ms', waits.report),
  ])
} finally {
  await database.end()
  await testbed.stop()
}

/** Numbers of this many orders in transit. */
async function orderedOnes(): Promise<number[]> {
  const clinic = await testbed.clinic()
  const { document } = await clinic.order(await clinic.draft('Template'))
  const args = { path: '/api/Orders', authorization: clinic.authorization, hospital: HOSPITAL, document }
  const { origin } = testbed.portal
  for (let from = 0; ; ) {
    const { rows } = await database.query<{ id: string }>(
      `select id from orders where patient_last_name like 'Bench%' and state = 'en-route' limit $1`,
      [settings.orders],
    )
    if (rows.length === settings.orders) return rows.map(({ id }) => Number(id))
    from += (await load({ origin, flow: 'order', args, connections: 16, seconds: 2, from })).runs + 16
  }
}
