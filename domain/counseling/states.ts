/**
 * States of a request: stored here, sent to the partner, then the partner's own updates. Refused: the partner
 * did not accept it, or it looks like spam; it is sent only if Support does so. The reason is stored with it.
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

/** The states the partner may report, and from which states: they never go back. */
export const PARTNER_STATES = ['received', 'scheduled', 'closed'] as const
export type PartnerState = (typeof PARTNER_STATES)[number]

const BEFORE = {
  received: ['stored', 'handed-over', 'refused'],
  scheduled: ['stored', 'handed-over', 'refused', 'received'],
  closed: ['stored', 'handed-over', 'refused', 'received', 'scheduled'],
} as const satisfies Record<PartnerState, readonly AppointmentState[]>

/** Whether a partner's update changes the state. Repeated or outdated updates do not. */
export function movesOn(from: AppointmentState, to: PartnerState): boolean {
  return (BEFORE[to] as readonly AppointmentState[]).includes(from)
}

/**
 * What Support can do with a request, and in which states. A resent request is the same one to the partner.
 */
const APPOINTMENT_ACTIONS = {
  again: ['stored', 'refused', 'handed-over'],
  remove: ['stored', 'handed-over', 'received', 'scheduled', 'closed', 'refused'],
} as const satisfies Record<string, readonly AppointmentState[]>
export type AppointmentAction = keyof typeof APPOINTMENT_ACTIONS

export function canDo(action: AppointmentAction, state: AppointmentState): boolean {
  return (APPOINTMENT_ACTIONS[action] as readonly AppointmentState[]).includes(state)
}
