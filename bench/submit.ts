import { HOSPITAL } from '../e2e/clinic.ts'
import type { Ordering } from './flows/order.ts'
import { compare, lineOf, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { NO_LABORATORY, openTestbed } from './testbed.ts'

/**
 * Whole orders under load: a draft is created and submitted; durable, audited, with its message in the
 * outbox. Beside it a bare Fastify that returns a constant, and one that writes the same by hand. The
 * laboratory is unreachable.
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
  let from = 0
  const orders = (who: 'Karyo' | 'bare', origin: string, path: string) => async () => {
    const { authorization } = await testbed.clinic()
    const args: Ordering = { path, authorization, hospital: HOSPITAL, document }
    const done = await load({ origin, flow: 'order', args, connections, seconds, from })
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
    more: () => Object.entries(waits).map(([who, each]) => lineOf(`${who}, one order’s wait`, 'ms', each)),
  })
} finally {
  await testbed.stop()
}
