import type { FileStore } from '#adapters/files/port.ts'
import type { HoldAnswer, RecollectedSpecimen } from '#adapters/laboratory/port.ts'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Scope, widenAuthority, withScope } from '#server/database/scope.ts'
import type { OrderCoverage } from '#server/features/coverage/public.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { DemoReport } from './view/demo-report.ts'

/** What is known of an order that is about to be submitted. */
export interface OrderToSend {
  document: OrderDocument
  assignNewLabNumber: boolean
}

/** What is told of an order that is submitted. */
export interface SubmittedOrder {
  document: OrderDocument
  institutionName: string
  submittedAt: Date
}

/**
 * Makes ready to hand an order to the laboratory, in the transaction of `scope`; what it gives then writes the message
 * into the outbox, and waits for no answer but that it is written.
 */
export type PrepareForLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  submission: OrderToSend,
) => Promise<(sent: SubmittedOrder) => Promise<void>>

/** Asks it to cancel one: writes the message into the outbox. */
export type CancelAtLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  request: { type: 'Order' | 'Sample'; reason: string },
) => Promise<void>

/**
 * Tells it what the clinic adds to an order that it has: the answer to a hold, or a specimen taken again. Documents are
 * named by their key in the file store.
 */
export type ChangeAtLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  change: { answer?: HoldAnswer<{ fileKey: string }>; specimen?: RecollectedSpecimen },
) => Promise<void>

export interface OrderDeps {
  connection: Connection
  /** For what only reads lists and counts: on a standby, where there is one that has everything. */
  lists: Connection
  files: FileStore
  /** In a demo: writes the reports of its orders. Null where all orders are real. */
  demoReport: DemoReport | null
  prepareForLaboratory: PrepareForLaboratory
  cancelAtLaboratory: CancelAtLaboratory
  changeAtLaboratory: ChangeAtLaboratory
  /** What happens to its price and its verification as an order goes its way. */
  coverage: OrderCoverage
  registry: NpiRegistry
  sendMail: SendMail
  /** Where links of mails lead. */
  portalOrigin: string
  laboratoryName: string
  /** Patterns of the paths that a patch cannot change (ORDER-04): `*` is one part, and all below belongs to it. */
  invalidPatchPaths: readonly string[]
  /** Codes of the institutions that are not offered benefits verification (PERM-08). */
  excludedBilling: readonly string[]
  /** Codes of the VA hospitals (specification §4): their orders, and their children's, name a VA station. */
  vaHospitals: readonly string[]
  /** Whether orders are begun here (specification §3, OnlineOrderPortal). */
  takesOrders: boolean
  now(): Date
}

type Routes = typeof ordersRoutes
/** What a handler of a route is given, and what it answers. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>

/** Where an order is. */
export interface OrderRef {
  hospital: string
  id: number
}

/** Runs `work` in one transaction that sees the authority's institutions. */
export function inScope<T>(
  { connection }: Pick<OrderDeps, 'connection'>,
  authority: Authority,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return withScope(connection, authority, work)
}

/** The same, and the institution's parent too, as far as the caller reaches it: people of the parent work here. */
export function inScopeWithParent<T>(
  deps: Pick<OrderDeps, 'connection'>,
  authority: Authority,
  hospital: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const parent = authority.actor.memberships.find((at) => at.code === hospital)?.parentCode
  return inScope(deps, parent ? widenAuthority(authority, [parent]) : authority, work)
}
