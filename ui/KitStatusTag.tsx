import { KIT_STATUS_WORDS, type KitStatus } from '#domain/kits/kit.ts'
import classes from './status-tag.module.css'

/** The state of an order whose colour is a kit's too. */
const COLOUR = {
  ordered: 'ordered',
  sent: 'en-route',
  received: 'reported',
  cancelled: 'cancelled',
} as const satisfies Record<KitStatus, string>

/** Where a kit order stands, as a quiet pill: the word says it, the colour helps. */
export function KitStatusTag({ status }: { status: KitStatus }) {
  return (
    <span className={classes.tag} data-state={COLOUR[status]}>
      {KIT_STATUS_WORDS[status]}
    </span>
  )
}
