import type { Order } from '#contract/order.ts'
import { laboratorySays } from '../../../testing/laboratory.ts'
import type { TestPortal } from '../../../testing/portal.ts'
import { PARENT } from '../../../testing/world.ts'

let control = 0

/** Lets the laboratory say something of an order, with its number `L-<order id>`. */
export async function say(portal: TestPortal, order: number, status: string): Promise<void> {
  const said = { order, number: `L-${order}`, status }
  await portal.receive(laboratorySays(`S${++control}`, said))
}

/** An order and its first sample, which is at the laboratory unless `onItsWay`. */
export async function sampleOf(portal: TestPortal, submitted: Order, { onItsWay = false } = {}) {
  if (!onItsWay) await say(portal, submitted.id, 'O')
  const [sample] = submitted.samples
  if (!sample) throw new Error('a submitted order has a sample')
  return { order: submitted, id: sample.id, h: submitted.hospitalCode ?? PARENT }
}
