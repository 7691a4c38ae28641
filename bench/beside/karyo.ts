import { HOSPITAL } from '../../e2e/clinic.ts'
import type { Ordering } from '../flows/order.ts'
import type { Reading } from '../flows/read.ts'
import { NO_LABORATORY, openTestbed } from '../testbed.ts'
import type { System } from './system.ts'

const ORDERS = `/api/Orders/${HOSPITAL}`

/** Karyo with the demo's data; its laboratory is unreachable. */
export async function openKaryo(): Promise<System> {
  const testbed = await openTestbed(NO_LABORATORY)
  const { origin } = testbed.portal
  const clinic = await testbed.clinic()
  const template = await clinic.draft('Template')
  const { document } = await clinic.order(template)
  const reading = async (path: string) => {
    const args: Reading = { path, authorization: (await testbed.clinic()).authorization }
    return { origin, flow: 'read', args }
  }
  const ordering = async (from: string, path: string) => {
    const { authorization } = await testbed.clinic()
    const args: Ordering = { path, authorization, hospital: HOSPITAL, document }
    return { origin: from, flow: 'order', args }
  }
  return {
    name: 'Karyo',
    list: () => reading(`${ORDERS}?status=en-route&top=25`),
    one: () => reading(`${ORDERS}/${template}`),
    wholeOrder: () => ordering(origin, '/api/Orders'),
    async count() {
      const { client } = await testbed.clinic()
      return (await client.orders.list({ params: { hospital: HOSPITAL }, query: {} })).total
    },
    stop: () => testbed.stop(),
  }
}
