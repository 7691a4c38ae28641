import type { Progress } from './lab-events.ts'

/**
 * The states of an order (design §5; specification §4). One state is stored; this table derives the
 * specification's order status, sample status and search status from it.
 */
export const ORDER_STATES = [
  'draft',
  'en-route',
  'accessioned',
  'in-process',
  'reported',
  'pending-cancellation',
  'cancelled',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** The five statuses of the orders list (specification §4, STATE-03). */
export const SEARCH_STATUSES = [
  'en-route',
  'accessioned',
  'in-process',
  'reported',
  'pending-submission',
] as const
export type SearchStatus = (typeof SEARCH_STATUSES)[number]

/** The statuses of orders, and of samples (specification §4, STATE-02). */
export const ORDER_STATUSES = ['Draft', 'Active', 'Completed', 'PendingCancellation', 'Cancelled'] as const
export const SAMPLE_STATUSES = ['Awaiting', 'Received', 'Active', 'Complete'] as const

interface OrderStateMeta {
  /** The status that users read. */
  display: string
  orderStatus: (typeof ORDER_STATUSES)[number]
  sampleStatus: (typeof SAMPLE_STATUSES)[number]
  search: SearchStatus | null
}

export const ORDER_STATE_META = {
  draft: {
    display: 'Pending Submission',
    orderStatus: 'Draft',
    sampleStatus: 'Awaiting',
    search: 'pending-submission',
  },
  'en-route': { display: 'En Route', orderStatus: 'Active', sampleStatus: 'Awaiting', search: 'en-route' },
  accessioned: {
    display: 'Accessioned',
    orderStatus: 'Active',
    sampleStatus: 'Received',
    search: 'accessioned',
  },
  'in-process': {
    display: 'In Process',
    orderStatus: 'Active',
    sampleStatus: 'Active',
    search: 'in-process',
  },
  reported: { display: 'Reported', orderStatus: 'Completed', sampleStatus: 'Complete', search: 'reported' },
  'pending-cancellation': {
    display: 'Cancellation requested',
    orderStatus: 'PendingCancellation',
    sampleStatus: 'Awaiting',
    // Derived from its stage.
    search: null,
  },
  cancelled: { display: 'Cancelled', orderStatus: 'Cancelled', sampleStatus: 'Awaiting', search: null },
} as const satisfies Record<OrderState, OrderStateMeta>

/**
 * The states in which each action is possible. The same table refuses on the server, disables the button and
 * explains why.
 */
export const ACTION_STATES = {
  edit: ['draft'],
  submit: ['draft'],
  /** For users who may not submit: asks a named colleague who may. */
  askToSubmit: ['draft'],
  sendBack: ['draft'],
  handOver: ['draft'],
  discard: ['draft'],
  cancel: ['en-route', 'accessioned', 'in-process'],
  /** In parts after the report or the cancellation: what is kept, shared or used for research. */
  withdrawConsent: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
  copy: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
  /** A specimen that the laboratory has may be used for add-on tests. */
  addTest: ['accessioned', 'in-process', 'reported'],
  /**
   * Some of its samples may still be on their way, or be recollected, also after the report of one of its tests
   * (domain/samples/sample.ts decides).
   */
  ship: ['en-route', 'accessioned', 'in-process', 'reported'],
  /** A hold may be answered while the order is in progress, or after one of several reports. */
  answerHold: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation'],
  addDocument: ['draft', 'en-route', 'accessioned', 'in-process', 'reported'],
  removeDocument: ['draft'],
  extendRequisition: ['draft', 'en-route', 'accessioned', 'in-process'],
  printRequisition: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation'],
  /** There may be a preliminary report earlier; the order's reports decide whether one can be opened. */
  readReport: ['accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
  /** What was observed since, beside the signed document. */
  recordFindings: ['reported'],
  giveFeedback: ['reported', 'cancelled'],
} as const satisfies Record<string, readonly OrderState[]>
export type OrderAction = keyof typeof ACTION_STATES

export function canStartFrom(action: OrderAction, state: OrderState): boolean {
  return (ACTION_STATES[action] as readonly OrderState[]).includes(state)
}

/**
 * What can be done with an order that was moved in from an earlier system: the laboratory knows nothing of it under its number
 * here, so nothing that would be sent there.
 */
export const ACTIONS_ON_EARLIER: readonly OrderAction[] = ['copy', 'readReport']

/**
 * The laboratory's progress with an order: its state, or, while cancellation is requested, the state
 * underneath.
 */
export type OrderStage = Exclude<OrderState, 'pending-cancellation'>
export const ORDER_STAGES = ORDER_STATES.filter(
  (state): state is OrderStage => state !== 'pending-cancellation',
)

/**
 * An order's stage, whether or not cancellation is requested. The database has the same function
 * (`listed_state` of 0042).
 */
export function stageOf({ state, stateBeforeCancel }: OrderStateInfo): OrderStage {
  if (state !== 'pending-cancellation') return state
  return stateBeforeCancel === null || stateBeforeCancel === 'pending-cancellation'
    ? 'en-route'
    : stateBeforeCancel
}

/**
 * The type of a cancellation (specification §4): the order before the specimen's arrival, then the sample.
 */
export function cancellationType(state: OrderState): 'Order' | 'Sample' {
  return ORDER_STATE_META[state].display === 'En Route' ? 'Order' : 'Sample'
}

/** An order's state; while cancellation is requested, also the laboratory's progress underneath. */
export interface OrderStateInfo {
  state: OrderState
  /** Null unless the state is 'pending-cancellation'. */
  stateBeforeCancel: OrderState | null
}

/**
 * An order's state after the laboratory's progress. If cancellation is requested, progress continues
 * underneath: if the laboratory refuses, the order is in the state reached meanwhile, and a report or a
 * cancellation ends the request.
 */
export function orderStateAfter(
  { state }: OrderStateInfo,
  progress: Progress,
  { isRefused }: { isRefused: boolean },
): OrderStateInfo {
  const waits = state === 'pending-cancellation' && !isRefused
  if (waits && progress !== 'cancelled' && progress !== 'reported')
    return { state, stateBeforeCancel: progress }
  return { state: progress, stateBeforeCancel: null }
}
