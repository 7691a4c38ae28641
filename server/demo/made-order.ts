import type { Insertable } from 'kysely'
import type { OrderEvent } from '#contract/order.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrdersTable } from '#server/database/schema/tables.ts'
import type { Provider } from './add-users.ts'
import type { DemoHold, DemoSample } from './expected-day.ts'
import type { DemoLabUpdate } from './lab-update.ts'
import type { DemoOrder } from './orders.ts'

export interface DemoEvent {
  kind: OrderEvent['kind']
  at: Date
  actor: string
  detail?: string
}

/** A demo order with all that belongs to it, as it is to be written. */
export interface MadeOrder {
  order: DemoOrder
  provider: Provider
  /** What its row has besides; `events` besides those that follow from everything else. */
  more?: Partial<Insertable<OrdersTable>>
  events?: DemoEvent[]
  /** What became of its specimens, once it was submitted. */
  samples?: DemoSample[]
  /** Oldest first. */
  holds?: DemoHold[]
  /** When its interpretation was revised. */
  revisedAt?: Date
  /** What the laboratory said of its reports since, oldest first. */
  labUpdates?: DemoLabUpdate[]
  madeFrom?: { made: MadeOrder; as: Exclude<CopyKind, 'order'> }
}
