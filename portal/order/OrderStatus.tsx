import type { Order } from '#contract/order.ts'
import type { OrderStage, OrderState } from '#domain/orders/status.ts'
import { StatusTag } from '#ui/StatusTag.tsx'
import classes from './order-status.module.css'
import { stillAwaited } from './words.ts'

interface OrderStatusProps {
  order: { state: OrderState; stage: OrderStage } & Pick<Order, 'pendingTests'>
}

/** Where an order is, in the word of the list; beside it that its cancellation is requested, or that tests are pending. */
export function OrderStatus({ order }: OrderStatusProps) {
  const { state, stage } = order
  const awaited = stillAwaited(order)
  return (
    <>
      <StatusTag state={stage} />
      {state !== stage && <StatusTag state={state} />}
      {awaited && <span className={classes.awaited}>{awaited}</span>}
    </>
  )
}
