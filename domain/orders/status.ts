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

interface StateFacts {
  /** What a user reads. */
  display: string
  orderStatus: 'Draft' | 'Active' | 'Completed' | 'PendingCancellation' | 'Cancelled'
  sampleStatus: 'Awaiting' | 'Received' | 'Active' | 'Complete'
  search: SearchStatus | null
}

export const ORDER_STATE_FACTS = {
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
    display: 'Pending Cancellation',
    orderStatus: 'PendingCancellation',
    sampleStatus: 'Awaiting',
    search: 'en-route',
  },
  cancelled: { display: 'Cancelled', orderStatus: 'Cancelled', sampleStatus: 'Awaiting', search: null },
} as const satisfies Record<OrderState, StateFacts>

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
  ship: ['en-route'],
  addDocument: ['draft', 'en-route', 'accessioned', 'in-process', 'reported'],
  removeDocument: ['draft'],
  extendRequisition: ['draft', 'en-route', 'accessioned', 'in-process'],
  printRequisition: ['en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation'],
  readReport: ['reported'],
  giveFeedback: ['reported', 'cancelled'],
} as const satisfies Record<string, readonly OrderState[]>
export type OrderAction = keyof typeof ACTION_STATES

export function mayFrom(action: OrderAction, state: OrderState): boolean {
  return (ACTION_STATES[action] as readonly OrderState[]).includes(state)
}

/** By which type a cancellation is asked for (specification §4): before the specimen's arrival the order, then the sample. */
export function cancellationType(state: OrderState): 'Order' | 'Sample' {
  return ORDER_STATE_FACTS[state].display === 'En Route' ? 'Order' : 'Sample'
}

/** A report stands above all: whoever ordered it must be able to read it, whatever was cancelled before. */
const PROGRESS: readonly OrderState[] = [
  'en-route',
  'accessioned',
  'in-process',
  'pending-cancellation',
  'cancelled',
  'reported',
]

/**
 * The state after the laboratory has said `said` of an order in `current`. Its messages may come late, twice or in
 * the wrong order, so an order only moves forward: the same messages end in the same state, however they come. One
 * that was never submitted does not move.
 */
export function afterLaboratorySays(current: OrderState, said: OrderState): OrderState {
  return current !== 'draft' && PROGRESS.indexOf(said) > PROGRESS.indexOf(current) ? said : current
}

/** Where an order stands; while its cancellation is asked for, also how far the laboratory is with it meanwhile. */
export interface Standing {
  state: OrderState
  /** Null unless the state is 'pending-cancellation'. */
  stateBeforeCancel: OrderState | null
}

/**
 * Where an order stands after the laboratory has said `said`. One whose cancellation is asked for goes on underneath: a
 * refusal lets it stand where it has come to meanwhile, and a report or a cancellation ends the waiting. A refusal that
 * comes when nothing is asked for any more changes nothing.
 */
export function standingAfter(current: Standing, said: OrderState | 'cancellation-refused'): Standing {
  const { state } = current
  const before = current.stateBeforeCancel ?? 'en-route'
  const isAsked = state === 'pending-cancellation'
  if (said === 'cancellation-refused') return { state: isAsked ? before : state, stateBeforeCancel: null }
  const next = afterLaboratorySays(state, said)
  const stays = isAsked && next === state
  return { state: next, stateBeforeCancel: stays ? afterLaboratorySays(before, said) : null }
}

/** How far the laboratory is with an order, whatever was asked of it. */
export function progressOf({ state, stateBeforeCancel }: Standing): OrderState {
  return stateBeforeCancel ?? state
}
