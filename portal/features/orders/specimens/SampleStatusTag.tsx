import type { SampleStatus } from '#domain/samples/sample.ts'
import classes from './sample-status.module.css'

/** Where a sample stands, as a quiet pill. */
export function SampleStatusTag({ status }: { status: SampleStatus }) {
  return (
    <span className={classes.tag} data-status={status}>
      {status}
    </span>
  )
}
