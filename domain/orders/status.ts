import type { Progress } from './lab-events.ts'

/**
 * The life of an order (design §5; specification §4). One state is stored; what the specification calls
 * order status, sample status and search status are read from it by this table.
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
  /** What a user reads. */
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
    // Read from its stage.
    search: null,
  },
  cancelled: { display: 'Cancelled', orderStatus: 'Cancelled', sampleStatus: 'Awaiting', search: null },
} as const satisfies Record<OrderState, OrderStateMeta>

/**
 * Which states each action may start from. The same table refuses on the server, disables the button and
 * explains why.
 */
export const ACTION_STATES = {
  edit: ['draft'],
  submit: ['draft'],
  /** For one who may not submit: a named colleague who may. */
  askToSubmit: ['draft'],
  sendBack: ['draft'],
  handOver: ['draft'],
  discard: ['draft'],
  cancel: ['en-route', 'accessioned', 'in-process'],
  copy: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
  /** A specimen that the laboratory has may serve further tests. */
  addTest: ['accessioned', 'in-process', 'reported'],
  /** Some of its samples may still be on their way, or are taken again (domain/samples/sample.ts says which). */
  ship: ['en-route', 'accessioned', 'in-process'],
  /** What the laboratory asks while it holds the order, or after one report of several. */
  answerHold: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation'],
  addDocument: ['draft', 'en-route', 'accessioned', 'in-process', 'reported'],
  removeDocument: ['draft'],
  extendRequisition: ['draft', 'en-route', 'accessioned', 'in-process'],
  printRequisition: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation'],
  /** A preliminary report is there before; the order's reports say whether one may be opened. */
  readReport: ['accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
  giveFeedback: ['reported', 'cancelled'],
} as const satisfies Record<string, readonly OrderState[]>
export type OrderAction = keyof typeof ACTION_STATES

export function canStartFrom(action: OrderAction, state: OrderState): boolean {
  return (ACTION_STATES[action] as readonly OrderState[]).includes(state)
}

/** How far the laboratory is with an order: its state, or while its cancellation is asked for, what it was and becomes. */
export type OrderStage = Exclude<OrderState, 'pending-cancellation'>
export const ORDER_STAGES = ORDER_STATES.filter(
  (state): state is OrderStage => state !== 'pending-cancellation',
)

/** Where an order is, whether or not its cancellation is asked for. The database has it too (`listed_state` of 0042). */
export function stageOf({ state, stateBeforeCancel }: OrderStateInfo): OrderStage {
  if (state !== 'pending-cancellation') return state
  return stateBeforeCancel === null || stateBeforeCancel === 'pending-cancellation'
    ? 'en-route'
    : stateBeforeCancel
}

/** By which type a cancellation is asked for (specification §4): before the specimen's arrival the order, then the sample. */
export function cancellationType(state: OrderState): 'Order' | 'Sample' {
  return ORDER_STATE_META[state].display === 'En Route' ? 'Order' : 'Sample'
}

/** Where an order stands; while its cancellation is asked for, also how far the laboratory is with it meanwhile. */
export interface OrderStateInfo {
  state: OrderState
  /** Null unless the state is 'pending-cancellation'. */
  stateBeforeCancel: OrderState | null
}

/**
 * Where an order stands that the laboratory is so far with. One whose cancellation is asked for goes on underneath: the
 * laboratory's refusal lets it stand where it has come to meanwhile, and a report or a cancellation ends the waiting.
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
