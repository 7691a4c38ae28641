import type { OrderNoticeKind } from '#domain/users/order-notices.ts'
import type { GatewayTransaction } from '../store.ts'

/** Tells those who want to know, in the transaction of what happened; `readers` only whom it is about by name. */
export type SendOrderNotice = (
  db: GatewayTransaction,
  notice: { orderId: number; kind: OrderNoticeKind; readers?: readonly number[] },
) => Promise<void>
