import type { Insertable } from 'kysely'
import type { OrderEvent } from '#contract/order.ts'
import type { ContactWay, RecordedStep } from '#domain/follow-up/reclassification.ts'
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

/** A finding that the provider recorded after the report. */
export interface DemoFinding {
  termId: string
  label: string
  at: Date
  note: string
}

/** What the provider did about a reclassification, oldest first. */
export interface DemoReclassification {
  steps: readonly (RecordedStep & { at: Date; way?: ContactWay; words?: string })[]
  /** Left out: it is open. */
  closed?: { at: Date; statement: string }
}

/** A demo order with everything that belongs to it, ready to be inserted. */
export interface MadeOrder {
  order: DemoOrder
  provider: Provider
  /** Further columns of its row; `events` in addition to those derived from everything else. */
  more?: Partial<Insertable<OrdersTable>>
  events?: DemoEvent[]
  /** What happened to its specimens after submission. */
  samples?: DemoSample[]
  /** Oldest first. */
  holds?: DemoHold[]
  /** When its interpretation was revised. */
  revisedAt?: Date
  /** The laboratory's updates about its reports, oldest first. */
  labUpdates?: DemoLabUpdate[]
  /** What was done since the last of them reclassified a variant. */
  reclassification?: DemoReclassification
  /** What the patient withdrew of the consents. */
  withdrawn?: { items: string[]; on: string; reason: string; at: Date }
  /** Findings that the provider recorded since the report. */
  findings?: DemoFinding[]
  madeFrom?: { made: MadeOrder; as: Exclude<CopyKind, 'order'> }
}
