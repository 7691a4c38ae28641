import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from '#portal/order/order-page.module.css'
import { Card } from '#ui/Card.tsx'
import * as texts from './texts.ts'

/** The shape of an order's page while it is loading. */
export function OrderSkeleton() {
  const bars = (count: number) =>
    Array.from({ length: count }, (_, bar) => (
      <Skeleton key={bar} height={12} my={12} width={bar % 2 === 0 ? '85%' : '60%'} />
    ))
  return (
    <>
      <VisuallyHidden role="status">{texts.theOrderIsLoading}</VisuallyHidden>
      <Skeleton height={12} width={180} />
      <Skeleton height={24} width={260} mt={12} />
      <Skeleton height={12} width="55%" mt={12} mb={28} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>{bars(4)}</Card>
          <Card>{bars(7)}</Card>
        </div>
        <Card>{bars(9)}</Card>
      </div>
    </>
  )
}
