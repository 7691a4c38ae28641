import { Skeleton } from '@mantine/core'
import classes from './form.module.css'
import * as texts from './texts.ts'

/** The shape of the form while its draft is on the way. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label={texts.loadingOrder} className={classes.page}>
      <Skeleton height={28} width="40%" mb="xs" />
      <Skeleton height={14} width="30%" mb="xl" />
      <div className={classes.columns}>
        <div className={classes.list}>
          <Skeleton height={280} />
        </div>
        <div className={classes.sections}>
          <Skeleton height={140} radius="lg" />
          <Skeleton height={320} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </div>
        <div className={classes.panel}>
          <Skeleton height={360} radius="lg" />
        </div>
      </div>
    </div>
  )
}
