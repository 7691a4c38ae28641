import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from '#portal/order/order-page.module.css'
import { Card } from '#ui/Card.tsx'
import * as texts from './texts.ts'

/** The shape of a sample's page while it is loading. */
export function SampleSkeleton() {
  const bars = (count: number) =>
    Array.from({ length: count }, (_, bar) => (
      <Skeleton key={bar} height={12} my={12} width={bar % 2 === 0 ? '80%' : '55%'} />
    ))
  return (
    <>
      <VisuallyHidden role="status">{texts.theSampleIsLoading}</VisuallyHidden>
      <Skeleton height={12} width={220} />
      <Skeleton height={24} width={300} mt={12} />
      <Skeleton height={12} width="45%" mt={12} mb={28} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>{bars(6)}</Card>
          <Card>{bars(3)}</Card>
        </div>
        <Card>{bars(7)}</Card>
      </div>
    </>
  )
}
