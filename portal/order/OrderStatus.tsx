import type { OrderStage, OrderState } from '#domain/orders/status.ts'
import { StatusTag } from '#ui/StatusTag.tsx'

/** Where an order is, in the word of the list; beside it that its cancellation is requested. */
export function OrderStatus({
  order: { state, stage },
}: {
  order: { state: OrderState; stage: OrderStage }
}) {
  return (
    <>
      <StatusTag state={stage} />
      {state !== stage && <StatusTag state={state} />}
    </>
  )
}
