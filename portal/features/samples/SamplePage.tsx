import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ProblemError } from '#contract/errors.ts'
import type { WholeSample } from '#contract/sample.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MissingPage } from '#ui/MissingPage.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { DocumentsCard } from '../documents/DocumentsCard.tsx'
import classes from '../orders/order-page.module.css'
import { ReferralsCard } from '../orders/ReferralsCard.tsx'
import { ReportsCard } from '../orders/ReportsCard.tsx'
import { TreatmentsCard } from '../treatments/TreatmentsCard.tsx'
import { OrderOfSample } from './OrderOfSample.tsx'
import { sampleOptions } from './queries.ts'
import { RelatedTests } from './RelatedTests.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { SampleFactsCard } from './SampleFactsCard.tsx'
import { SampleHead } from './SampleHead.tsx'
import { SampleSkeleton } from './SampleSkeleton.tsx'
import { SampleWay } from './SampleWay.tsx'
import { Siblings } from './Siblings.tsx'

const route = getRouteApi('/signed-in/sample/$sampleId')

/** One sample (specification §2, /sample/{sampleId}): where it is, how it came there, and what comes. */
export default function SamplePage() {
  const { sampleId } = route.useParams()
  const { institution } = useSession()
  if (!/^[1-9]\d{0,14}$/.test(sampleId)) return <SampleMissing />
  return (
    <LoadedSample
      key={`${institution.code} ${sampleId}`}
      hospitalCode={institution.code}
      id={Number(sampleId)}
    />
  )
}

function SampleMissing() {
  const { institution, institutions } = useSession()
  return (
    <MissingPage
      noun="sample"
      institution={institution.name}
      text={
        institutions.length > 1
          ? 'The link may be broken, or it belongs to another of your institutions: choose that one at the top of the page.'
          : 'The link may be broken, or it belongs to another institution.'
      }
      action={<ButtonLink to="/orders">All orders</ButtonLink>}
    />
  )
}

function LoadedSample({ hospitalCode, id }: { hospitalCode: string; id: number }) {
  const query = useQuery(sampleOptions(hospitalCode, id))
  const code = query.error instanceof ProblemError ? query.error.problem.code : null
  if (code === 'not-found' || code === 'forbidden') return <SampleMissing />
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <SampleSkeleton />
    )
  return (
    <>
      <StaleNotice query={query} />
      <SampleView whole={query.data} />
    </>
  )
}

function SampleView({ whole }: { whole: WholeSample }) {
  const { order, timeline } = whole
  return (
    <>
      <SampleHead whole={whole} />
      <SampleBanner whole={whole} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <SampleFactsCard whole={whole} />
          <OrderOfSample order={order} />
          <Siblings whole={whole} />
          <ReportsCard order={order} />
          <TreatmentsCard order={order} />
          <DocumentsCard order={order} />
          <RelatedTests whole={whole} />
          <ReferralsCard order={order} />
        </div>
        <aside className={classes.aside} aria-label="Progress">
          <Card title="Its way">
            <SampleWay timeline={timeline} />
          </Card>
        </aside>
      </div>
    </>
  )
}
