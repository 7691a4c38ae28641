import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import {
  AskButton,
  CoverageActions,
  CoverageDialog,
  detailsLabel,
  headline,
  PriceSummary,
} from '#portal/features/coverage/public.ts'
import { useFormState } from '../draft/form-context.ts'
import panel from '../panel/panel.module.css'
import classes from './price.module.css'
import * as texts from './texts.ts'
import { useAbout, usePrice } from './use-price.ts'

/** What the patient will pay for the tests of the form. It never stands in the way of ordering. */
export function PricePanel() {
  const price = usePrice()
  const about = useAbout()
  const vob = useFormState(({ document }) => document.isVOB)
  const chosen = useFormState((state) => state.tests.length > 0)
  const titleId = useId()
  const [opened, dialog] = useDisclosure(false)
  if (!chosen) return null
  const view = price.data
  return (
    <section
      aria-labelledby={titleId}
      className={panel.price}
      data-waiting={price.isPlaceholderData || undefined}
    >
      <h3 id={titleId}>{texts.patientCost}</h3>
      {view ? (
        <>
          <PriceSummary view={view} />
          <div className={classes.actions}>
            <Button variant="default" size="xs" onClick={dialog.open}>
              {detailsLabel(view)}
            </Button>
            {view.check === null && <AskButton view={view} about={about} size="xs" />}
          </div>
        </>
      ) : price.isError ? (
        <div className={classes.small}>
          {texts.priceUnavailable}{' '}
          <Button variant="subtle" size="compact-sm" px={0} onClick={() => void price.refetch()}>
            {texts.tryAgain}
          </Button>
        </div>
      ) : (
        <>
          <Skeleton height={24} width={120} />
          <Skeleton height={12} mt={10} width="80%" />
        </>
      )}
      {opened && view && (
        <CoverageDialog
          view={view}
          isVob={vob}
          actions={<CoverageActions view={view} about={about} />}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}

/** The amount alone, for the bar at the bottom of a phone; nothing while there is none. */
export function PriceInBar() {
  const { data } = usePrice()
  const amount = data && headline(data).amount
  if (!amount) return null
  return (
    <span className={panel.barPrice}>
      {data.billingType === 'SelfPay' ? texts.price : texts.estimate}: {amount}
    </span>
  )
}
