import type { AppointmentState } from '#domain/counseling/states.ts'
import tags from '#ui/status-tag.module.css'
import { STATE_WORDS } from './words.ts'

/** The state of an order or user whose colour is a request's too. */
const COLOUR = {
  stored: 'pending-cancellation',
  'handed-over': 'en-route',
  received: 'accessioned',
  scheduled: 'in-process',
  closed: 'reported',
  refused: 'Blocked',
  deleted: 'cancelled',
} as const satisfies Record<AppointmentState, string>

/** Where a request stands, as a quiet pill: the word says it, the colour helps. */
export function AppointmentTag({ state }: { state: AppointmentState }) {
  return (
    <span className={tags.tag} data-state={COLOUR[state]}>
      {STATE_WORDS[state]}
    </span>
  )
}
