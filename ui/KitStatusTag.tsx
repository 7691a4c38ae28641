import { KIT_STATUS_WORDS, type KitStatus } from '#domain/kits/kit.ts'
import classes from './status-tag.module.css'

/** The order state whose color each kit status uses. */
const COLOUR = {
  ordered: 'ordered',
  sent: 'en-route',
  received: 'reported',
  cancelled: 'cancelled',
} as const satisfies Record<KitStatus, string>

/** A kit order's status as a pill: the word carries the meaning, the color supports it. */
export function KitStatusTag({ status }: { status: KitStatus }) {
  return (
    <span className={classes.tag} data-state={COLOUR[status]}>
      {KIT_STATUS_WORDS[status]}
    </span>
  )
}
