import type { OrderNoticeKind } from '#domain/users/order-notices.ts'
import type { GatewayTransaction } from '../store.ts'

/** A user who opened a report that changed; `notice` tells this change from all others that they are told. */
export interface NotifiedReader {
  id: number
  notice: string
}

/** Notifies subscribed users, in the transaction of the event; `readers` limits it to named users. */
export type SendOrderNotice = (
  db: GatewayTransaction,
  notice: { orderId: number; kind: OrderNoticeKind; readers?: readonly NotifiedReader[] },
) => Promise<void>
