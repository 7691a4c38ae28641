import type { Order, OrderSample } from '#contract/order.ts'
import { Recollection, Tracking } from '../specimens/public.ts'

/** What the clinic does about a sample that is not on its way: say that it was taken again, or how it travels. */
export function SampleAction({ order, sample }: { order: Order; sample: OrderSample }) {
  const offered = order.abilities.includes('ship')
  if (!offered) return null
  return (
    <>
      <Recollection {...{ sample, order, offered }} isPrimary />
      <Tracking {...{ sample, order, offered }} isPrimary />
    </>
  )
}
