import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { PageLock, usePageLock } from '#portal/dialogs/page-dialogs.ts'
import { AuthorizationCard, CoverageCard } from '#portal/features/coverage/public.ts'
import { DocumentsCard } from '#portal/features/documents/public.ts'
import { OrderFamilyCard } from '#portal/features/families/public.ts'
import { FollowUpCard } from '#portal/features/follow-up/public.ts'
import { Answering, ConversationCard, ObstaclesCard } from '#portal/features/following/public.ts'
import { ReanalysisPart } from '#portal/features/reanalysis/public.ts'
import { ReportsCard } from '#portal/features/reports/public.ts'
import { SamplesCard } from '#portal/features/specimens/public.ts'
import { TreatmentsCard } from '#portal/features/treatments/public.ts'
import { idInAddress, isMissing, MissingThing } from '#portal/frame/MissingThing.tsx'
import { useOpenedIn } from '#portal/frame/use-opened-in.ts'
import { useReplacedAddress } from '#portal/links/use-replaced-address.ts'
import classes from '#portal/order/order-page.module.css'
import { orderOptions } from '#portal/order/queries.ts'
import { ReferralsCard } from '#portal/order/ReferralsCard.tsx'
import { pageKindOf } from '#portal/order/row.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Folding } from '#ui/Folding.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { EarlierBanner } from './EarlierBanner.tsx'
import { FeedbackCard } from './FeedbackCard.tsx'
import { OpenedDocument } from './OpenedDocument.tsx'
import { OrderContentCard } from './OrderContentCard.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { PatientsCard } from './PatientsCard.tsx'
import { RelatedTestsCard } from './RelatedTestsCard.tsx'
import { RequisitionCard } from './requisition/RequisitionCard.tsx'
import { type Section, sectionsOf } from './sections.ts'
import * as texts from './texts.ts'
import { useOrderAnnouncement } from './use-order-announcement.ts'

/** Loaded for the few orders that a hospital's record system has to do with. */
const RecordSystems = lazy(() =>
  import('./RecordSystems.tsx').then((module) => ({ default: module.RecordSystems })),
)

/** One order, at /order/details/{id} and /order/en-route/{id} (specification §2). */
export default function OrderPage() {
  const { id = '' } = useParams({ strict: false })
  const { institution } = useSession()
  const [number, openedIn] = [idInAddress(id), useOpenedIn(id)]
  const missing = <MissingThing thing="order" id={number} openedIn={openedIn} skeleton={<OrderSkeleton />} />
  if (number === null) return missing
  return (
    <LoadedOrder
      key={`${institution.code} ${id}`}
      hospitalCode={institution.code}
      id={number}
      missing={missing}
    />
  )
}

interface LoadedOrderProps {
  hospitalCode: string
  id: number
  /** Where the institution has none. */
  missing: ReactNode
}

function LoadedOrder({ hospitalCode, id, missing }: LoadedOrderProps) {
  const query = useQuery(orderOptions(hospitalCode, id))
  const { isLocked, lock } = usePageLock()
  // The address that this page is at: where the user is just going to must not send them back.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const pageKind = query.data && pageKindOf(query.data.stage, false) === 'en-route' ? 'en-route' : 'details'
  const moved =
    query.data && !isLocked && pathname.startsWith('/order/en-route/') !== (pageKind === 'en-route')
  useReplacedAddress(
    (there) =>
      moved && there.pathname === pathname
        ? { to: `/order/${pageKind}/$id`, params: { id: String(id) }, hash: true }
        : null,
    moved ? pageKind : undefined,
  )
  if (isMissing(query.error)) return missing
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <OrderSkeleton />
    )
  return (
    <PageLock value={lock}>
      <StaleNotice query={query} />
      <OrderView order={query.data} isLocked={isLocked} />
    </PageLock>
  )
}

function OrderView({ order, isLocked }: { order: Order; isLocked: boolean }) {
  const sections = useSections(order, isLocked)
  const { announcement, fresh } = useOrderAnnouncement(order)
  // Read column by column where there are two; on a phone what happened comes before what is folded.
  const isWide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const aside = (
    <aside className={classes.aside} aria-label={texts.progress}>
      <Card title={texts.timeline}>
        <OrderTimeline order={order} fresh={fresh} />
      </Card>
      <FeedbackCard order={order} />
    </aside>
  )
  return (
    <Answering order={order}>
      <OrderHead order={order} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <EarlierBanner order={order} />
      {order.recordSystems && (
        <Suspense>
          <RecordSystems order={order} />
        </Suspense>
      )}
      <OpenedDocument order={order} />
      <div className={classes.columns}>
        <Sections order={order} sections={sections.filter(({ folded }) => !folded)} />
        {!isWide && aside}
        <Sections order={order} sections={sections.filter(({ folded }) => folded)} />
        {isWide && aside}
      </div>
    </Answering>
  )
}

/** What is open and what is folded: as the order stands, but nothing moves while a dialog of the page is at work. */
function useSections(order: Order, isLocked: boolean) {
  const [laid, lay] = useState({ stage: order.stage, vobStatus: order.vobStatus })
  if (!isLocked && (laid.stage !== order.stage || laid.vobStatus !== order.vobStatus))
    lay({ stage: order.stage, vobStatus: order.vobStatus })
  return sectionsOf(laid)
}

const CARDS: Record<Section, ComponentType<{ order: Order }>> = {
  waits: ObstaclesCard,
  reports: ReportsCard,
  followUp: FollowUpCard,
  treatments: TreatmentsCard,
  messages: ConversationCard,
  reanalysis: ReanalysisPart,
  patients: PatientsCard,
  family: OrderFamilyCard,
  samples: SamplesCard,
  order: OrderContentCard,
  coverage: CoverageCard,
  authorization: AuthorizationCard,
  referral: ReferralsCard,
  documents: DocumentsCard,
  additions: RequisitionCard,
  consents: ConsentsCard,
  related: RelatedTestsCard,
}

interface SectionsProps {
  order: Order
  sections: ReturnType<typeof sectionsOf>
}

function Sections({ order, sections }: SectionsProps) {
  return (
    <div className={classes.main}>
      {sections.map(({ section, folded }) => {
        const SectionCard = CARDS[section]
        return (
          <Folding key={section} folded={folded}>
            <SectionCard order={order} />
          </Folding>
        )
      })}
    </div>
  )
}
