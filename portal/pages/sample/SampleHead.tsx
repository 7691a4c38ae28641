import { Link } from '@tanstack/react-router'
import type { FullSample } from '#contract/sample.ts'
import { AddTest, AskAvailability, Recollection } from '#portal/features/specimens/public.ts'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { listSeenLast } from '#portal/order/search-params.ts'
import { bornOfSample } from '#portal/order/words.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { SampleStatusTag } from '#ui/SampleStatusTag.tsx'
import { mayServe } from './may-serve.ts'
import classes from './sample-page.module.css'
import * as texts from './texts.ts'
import { nextInWords, sampleTitle } from './words.ts'

/** What it is, where it stands, what is expected next, and what can be done with it. */
export function SampleHead({ details }: { details: FullSample }) {
  const { sample, order } = details
  const next = nextInWords(details)
  const born = bornOfSample(sample, order)
  const serves = mayServe(details)
  const of = { sample, order }
  return (
    <PageHead
      title={sampleTitle(sample)}
      tabTitle={texts.sampleTitle(sample.id)}
      crumbs={[
        <Link key="orders" to="/orders" search={listSeenLast()}>
          {texts.orders}
        </Link>,
        <OrderLink key="order" order={order}>
          {sample.labNumber ?? texts.orderNumber(order.id)}
        </OrderLink>,
        texts.sampleTitle(sample.id),
      ]}
      badge={<SampleStatusTag status={sample.status} />}
      sub={
        <>
          {born && `${sample.patientName}, ${born}`}
          {next && (
            <div className={classes.next} data-late={next.isLate || undefined}>
              {next.words}
            </div>
          )}
        </>
      }
      actions={
        <>
          <AskAvailability {...of} offered={serves} size="sm" />
          <AddTest {...of} offered={serves} size="sm" />
          <Recollection {...of} offered={order.abilities.includes('ship')} isPrimary />
        </>
      }
    />
  )
}
