import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FullSample } from '#contract/sample.ts'
import { DocumentsCard } from '#portal/features/documents/public.ts'
import { ReportsCard } from '#portal/features/reports/public.ts'
import { TreatmentsCard } from '#portal/features/treatments/public.ts'
import { idInAddress, isMissing, MissingThing } from '#portal/frame/MissingThing.tsx'
import { useOpenedIn } from '#portal/frame/use-opened-in.ts'
import classes from '#portal/order/order-page.module.css'
import { ReferralsCard } from '#portal/order/ReferralsCard.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { OrderOfSample } from './OrderOfSample.tsx'
import { sampleOptions } from './queries.ts'
import { RelatedTests } from './RelatedTests.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { SampleDetailsCard } from './SampleDetailsCard.tsx'
import { SampleHead } from './SampleHead.tsx'
import { SampleSkeleton } from './SampleSkeleton.tsx'
import { SampleTimeline } from './SampleTimeline.tsx'
import { Siblings } from './Siblings.tsx'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/sample/$sampleId')

/** One sample (specification §2, /sample/{sampleId}): where it is, how it came there, and what comes. */
export default function SamplePage() {
  const { sampleId } = route.useParams()
  const { institution } = useSession()
  const [id, openedIn] = [idInAddress(sampleId), useOpenedIn(sampleId)]
  const missing = <MissingThing thing="sample" id={id} openedIn={openedIn} skeleton={<SampleSkeleton />} />
  if (id === null) return missing
  return (
    <LoadedSample
      key={`${institution.code} ${sampleId}`}
      hospitalCode={institution.code}
      id={id}
      missing={missing}
    />
  )
}

interface LoadedSampleProps {
  hospitalCode: string
  id: number
  /** Where the institution has none. */
  missing: ReactNode
}

function LoadedSample({ hospitalCode, id, missing }: LoadedSampleProps) {
  const query = useQuery(sampleOptions(hospitalCode, id))
  if (isMissing(query.error)) return missing
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <SampleSkeleton />
    )
  return (
    <>
      <StaleNotice query={query} />
      <SampleView details={query.data} />
    </>
  )
}

function SampleView({ details }: { details: FullSample }) {
  const { order, timeline } = details
  return (
    <>
      <SampleHead details={details} />
      <SampleBanner details={details} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <SampleDetailsCard sampleDetails={details} />
          <OrderOfSample order={order} />
          <Siblings details={details} />
          <ReportsCard order={order} />
          <TreatmentsCard order={order} />
          <DocumentsCard order={order} />
          <RelatedTests details={details} />
          <ReferralsCard order={order} />
        </div>
        <aside className={classes.aside} aria-label={texts.progress}>
          <Card title={texts.sampleHistory}>
            <SampleTimeline timeline={timeline} />
          </Card>
        </aside>
      </div>
    </>
  )
}
