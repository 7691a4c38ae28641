import type { FileStore } from '#adapters/files/port.ts'
import type { HoldAnswer, RecollectedSpecimen, WithdrawnConsent } from '#adapters/laboratory/port.ts'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import type { OrderDocument, Sample } from '#domain/orders/document.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Scope, widenAuthority, withScope } from '#server/database/scope.ts'
import type { OrderCoverage } from '#server/features/coverage/public.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { DemoReport } from './view/demo-report.ts'

/** A submitted order, for its message to the laboratory. */
export interface SubmittedOrder {
  document: OrderDocument
  /** An add-on's specimen at the laboratory, as `SpecimenOf` has it; null for any other order. */
  onFile: Sample | null
  assignNewLabNumber: boolean
  institutionName: string
  submittedAt: Date
  /** Each person's consent, with its words. */
  consents: readonly ConsentOfPerson[]
}

/** Sends an order: writes its message to the outbox, in the transaction of `scope`. */
export type SendToLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  sent: SubmittedOrder,
) => Promise<void>

/** Requests a cancellation: writes the message to the outbox. */
export type CancelAtLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  request: { type: 'Order' | 'Sample'; reason: string },
) => Promise<void>

/**
 * Sends the laboratory what the clinic adds to an order: the answer to a hold, a recollected specimen, or a
 * withdrawn consent.
 * Documents are given by their keys in the file store.
 */
export type ChangeAtLaboratory = (
  scope: Scope,
  order: { id: number; institution: string },
  change: {
    answer?: HoldAnswer<{ fileKey: string }>
    specimen?: RecollectedSpecimen
    withdrawal?: WithdrawnConsent
  },
) => Promise<void>

export interface OrderDeps {
  connection: Connection
  /** For lists and counts only: a standby, if there is one that is up to date. */
  lists: Connection
  files: FileStore
  /** In a demo: writes the reports of its orders. Null if all orders are real. */
  demoReport: DemoReport | null
  sendToLaboratory: SendToLaboratory
  cancelAtLaboratory: CancelAtLaboratory
  changeAtLaboratory: ChangeAtLaboratory
  /** The effects of an order's changes on its price and verification. */
  coverage: OrderCoverage
  registry: NpiRegistry
  sendMail: SendMail
  /** The base of links in mails. */
  portalOrigin: string
  laboratoryName: string
  /**
   * Patterns of the paths that a patch cannot change (ORDER-04): `*` matches one segment, and everything
   * below a match is included.
   */
  invalidPatchPaths: readonly string[]
  /** Codes of the institutions without benefits verification (PERM-08). */
  excludedBilling: readonly string[]
  /**
   * Codes of the VA hospitals (specification §4): orders there and at their child institutions name a VA
   * station.
   */
  vaHospitals: readonly string[]
  /** Whether orders can be created here (specification §3, OnlineOrderPortal). */
  takesOrders: boolean
  /** Whether kits can be ordered here, with an order or alone. */
  takesKits: boolean
  now(): Date
}

type Routes = typeof ordersRoutes
/** A route handler's input and reply. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>

/** An order's institution and number. */
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

/** The same, including the institution's parent if it is in the authority: users of the parent work here. */
export function inScopeWithParent<T>(
  deps: Pick<OrderDeps, 'connection'>,
  authority: Authority,
  hospital: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const parent = authority.actor.memberships.find((at) => at.code === hospital)?.parentCode
  return inScope(deps, parent ? widenAuthority(authority, [parent]) : authority, work)
}
