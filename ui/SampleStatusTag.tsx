import type { SampleStatus } from '#domain/samples/sample.ts'
import classes from './status-tag.module.css'

/** The order or user state whose color each sample status uses. */
const COLOUR = {
  Awaiting: 'awaiting',
  Received: 'accessioned',
  Active: 'in-process',
  Complete: 'reported',
  Rejected: 'Blocked',
} as const satisfies Record<SampleStatus, string>

/** A sample's status as a pill: the word carries the meaning, the color supports it. */
export function SampleStatusTag({ status }: { status: SampleStatus }) {
  return (
    <span className={classes.tag} data-state={COLOUR[status]}>
      {status}
    </span>
  )
}
