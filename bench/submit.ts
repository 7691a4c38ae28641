import { HOSPITAL } from '../e2e/clinic.ts'
import { databaseWork } from './database-work.ts'
import type { Ordering } from './flows/order.ts'
import { compare, lineOf, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { NO_LABORATORY, openTestbed } from './testbed.ts'

/**
 * Whole orders under load: a draft is created and submitted; durable, audited, with its message in the
 * outbox; and what one costs PostgreSQL in processor time and log. Beside it a bare Fastify that returns a
 * constant, and one that writes the same by hand. The laboratory is unreachable.
 */
const settings = settingsOf(
  { rounds: 7, connections: 32, seconds: 8 },
  { rounds: 2, seconds: 3, connections: 8 },
)
const { rounds, connections, seconds } = settings

const testbed = await openTestbed(NO_LABORATORY)
try {
  const clinic = await testbed.clinic()
  const { document } = await clinic.order(await clinic.draft('Template'))
  const bare = await testbed.bare('submit')
  const waits: Record<string, number[]> = { Karyo: [], bare: [] }
  const costs: Record<string, { processor: number[]; log: number[] }> = {
    Karyo: { processor: [], log: [] },
    bare: { processor: [], log: [] },
  }
  let from = 0
  const orders = (who: 'Karyo' | 'bare', origin: string, path: string) => async () => {
    const { authorization } = await testbed.clinic()
    const args: Ordering = { path, authorization, hospital: HOSPITAL, document }
    const before = await databaseWork(testbed.databaseUrl)
    const done = await load({ origin, flow: 'order', args, connections, seconds, from })
    const after = await databaseWork(testbed.databaseUrl)
    costs[who]?.processor.push((after.milliseconds - before.milliseconds) / done.runs)
    costs[who]?.log.push((after.logBytes - before.logBytes) / done.runs)
    from += done.runs + connections
    waits[who]?.push(...done.milliseconds)
    return [done.perSecond]
  }
  const constant = async () => [
    (
      await load({
        origin: bare,
        flow: 'read',
        args: { path: '/constant', authorization: '' },
        connections,
        seconds,
      })
    ).perSecond,
  ]
  await compare({
    ...{ name: 'submit', settings, rounds, floor: 'bare SQL, whole order' },
    contestants: [
      { name: 'a constant', unit: '1/s', round: constant },
      { name: 'bare SQL, whole order', unit: '1/s', round: orders('bare', bare, '/orders') },
      {
        name: 'Karyo, whole order',
        unit: '1/s',
        round: orders('Karyo', testbed.portal.origin, '/api/Orders'),
      },
    ],
    more: () => [
      ...Object.entries(waits).map(([who, each]) => lineOf(`${who}, one order’s wait`, 'ms', each)),
      ...Object.entries(costs).flatMap(([who, { processor, log }]) => [
        lineOf(`${who}, PostgreSQL’s processor an order`, 'ms', processor),
        lineOf(`${who}, its log an order`, 'B', log),
      ]),
    ],
  })
} finally {
  await testbed.stop()
}
