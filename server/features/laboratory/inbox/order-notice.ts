import type { OrderNoticeKind } from '#domain/users/order-notices.ts'
import type { GatewayTransaction } from '../store.ts'

/** Notifies subscribed users, in the transaction of the event; `readers` limits it to named users. */
export type SendOrderNotice = (
  db: GatewayTransaction,
  notice: { orderId: number; kind: OrderNoticeKind; readers?: readonly number[] },
) => Promise<void>
