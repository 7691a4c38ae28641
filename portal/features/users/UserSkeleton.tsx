import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Card } from '#ui/Card.tsx'
import * as texts from './texts.ts'
import classes from './user-page.module.css'

/** The shape of a user's page while it is loading. */
export function UserSkeleton() {
  const bars = (count: number) =>
    Array.from({ length: count }, (_, bar) => (
      <Skeleton key={bar} height={12} my={12} width={bar % 2 === 0 ? '85%' : '60%'} />
    ))
  return (
    <>
      <VisuallyHidden role="status">{texts.theUserIsLoading}</VisuallyHidden>
      <Skeleton height={12} width={120} />
      <Skeleton height={24} width={240} mt={12} />
      <Skeleton height={12} width="35%" mt={12} mb={28} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>{bars(4)}</Card>
          <Card>{bars(6)}</Card>
        </div>
        <Card>{bars(7)}</Card>
      </div>
    </>
  )
}
