import type { SampleStatus } from '#domain/samples/sample.ts'
import classes from './status-tag.module.css'

/** The state of an order or user whose colour is a sample's too. */
const COLOUR = {
  Awaiting: 'awaiting',
  Received: 'accessioned',
  Active: 'in-process',
  Complete: 'reported',
  Rejected: 'Blocked',
} as const satisfies Record<SampleStatus, string>

/** Where a sample stands, as a quiet pill: the word says it, the colour helps. */
export function SampleStatusTag({ status }: { status: SampleStatus }) {
  return (
    <span className={classes.tag} data-state={COLOUR[status]}>
      {status}
    </span>
  )
}
