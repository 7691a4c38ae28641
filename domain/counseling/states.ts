/**
 * Where a request is: kept here, handed over, and then what the partner says of it. Refused: not handed over unless
 * Support does it, because the partner did not take it or it looks like a program's; why is said with it.
 */
export const APPOINTMENT_STATES = [
  'stored',
  'handed-over',
  'received',
  'scheduled',
  'closed',
  'refused',
  'deleted',
] as const
export type AppointmentState = (typeof APPOINTMENT_STATES)[number]
export const APPOINTMENT_EVENT_KINDS = [...APPOINTMENT_STATES, 'sent-again'] as const
export type AppointmentEventKind = (typeof APPOINTMENT_EVENT_KINDS)[number]

/** What the partner may say, and from where: it never goes back. */
export const PARTNER_STATES = ['received', 'scheduled', 'closed'] as const
export type PartnerState = (typeof PARTNER_STATES)[number]

const BEFORE = {
  received: ['stored', 'handed-over', 'refused'],
  scheduled: ['stored', 'handed-over', 'refused', 'received'],
  closed: ['stored', 'handed-over', 'refused', 'received', 'scheduled'],
} as const satisfies Record<PartnerState, readonly AppointmentState[]>

/** Whether what the partner says moves a request on. What it said before, or what is over, changes nothing. */
export function movesOn(from: AppointmentState, to: PartnerState): boolean {
  return (BEFORE[to] as readonly AppointmentState[]).includes(from)
}

/** What Support can do with a request, and in which states. Handed over again it is the same one to the partner. */
const APPOINTMENT_ACTIONS = {
  again: ['stored', 'refused', 'handed-over'],
  remove: ['stored', 'handed-over', 'received', 'scheduled', 'closed', 'refused'],
} as const satisfies Record<string, readonly AppointmentState[]>
export type AppointmentAction = keyof typeof APPOINTMENT_ACTIONS

export function canDo(action: AppointmentAction, state: AppointmentState): boolean {
  return (APPOINTMENT_ACTIONS[action] as readonly AppointmentState[]).includes(state)
}
