import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { usePageDialog } from '#portal/dialogs/page-dialogs.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { CoverageActions } from './CoverageActions.tsx'
import { CoverageDialog } from './CoverageDialog.tsx'
import classes from './coverage.module.css'
import { EstimateChanges } from './EstimateChanges.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { orderCoverageOptions } from './queries.ts'
import { SavedEstimates } from './SavedEstimates.tsx'
import * as texts from './texts.ts'
import { detailsLabel, headline } from './words.ts'

/** What the patient of an order will pay, and what the payer said; nothing where it is no matter of the patient's. */
export function CoverageCard({ order }: { order: Order }) {
  const { billingType } = order.document.payment
  const query = useQuery({
    ...orderCoverageOptions(order.hospitalCode, order.id),
    enabled: billingType === 'Insurance' || billingType === 'SelfPay',
  })
  const { can } = useSession()
  const dialog = usePageDialog()
  if (billingType !== 'Insurance' && billingType !== 'SelfPay') return null
  const isVob = order.vobStatus !== null
  const title = isVob ? texts.payersAnswer : texts.coverage
  if (!query.data)
    return (
      <Card title={title}>
        {query.isError ? (
          <ErrorState problem={query.error} retry={() => query.refetch()} />
        ) : (
          <>
            <Skeleton height={28} width={160} />
            <Skeleton height={12} mt={14} width="60%" />
          </>
        )}
      </Card>
    )
  const { price, estimates } = query.data
  const about = () => ({ hospital: order.hospitalCode, document: order.document, orderId: order.id })
  const actions = can('CreateOrder') ? <CoverageActions view={price} about={about} canAsk={!isVob} /> : null
  const { amount, words } = headline(price)
  return (
    <Card title={title} essence={[amount, words].filter(Boolean).join(' ')}>
      <div className={classes.summary}>
        <EstimateChanges changed={price.changed} />
        <div role="status">
          <PriceSummary view={price} />
        </div>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={dialog.open}>
          {detailsLabel(price)}
        </Button>
        {actions}
      </div>
      <SavedEstimates order={order} estimates={estimates} />
      {dialog.opened && (
        <CoverageDialog view={price} isVob={isVob} actions={actions} onClose={dialog.close} />
      )}
    </Card>
  )
}
