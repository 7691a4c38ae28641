import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Kit } from '#contract/kits.ts'
import { addressLines } from '#domain/kits/recipient.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { DetailList } from '#ui/DetailList.tsx'
import { showDate } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { KitStatusTag } from '#ui/KitStatusTag.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { PhoneNumber } from '#ui/PhoneNumber.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { idInAddress, isMissing, MissingThing } from '../../frame/MissingThing.tsx'
import { useOpenedIn } from '../../frame/use-opened-in.ts'
import { KitAction } from './KitActions.tsx'
import { ParcelLink } from './KitCells.tsx'
import { KitsOffered } from './KitsOffered.tsx'
import classes from './kits.module.css'
import { kitOptions } from './queries.ts'
import * as texts from './texts.ts'
import { kitsInWords, nextStep, recipientName, timelineOf } from './words.ts'

const route = getRouteApi('/signed-in/kits/$id')

/** One kit order: what it is, its life, and what can be done with it. `ordered`: it was ordered a moment ago. */
export default function KitPage() {
  const { id } = route.useParams()
  const { institution } = useSession()
  const [number, openedIn] = [idInAddress(id), useOpenedIn(id)]
  const missing = <MissingThing thing="kit" id={number} openedIn={openedIn} skeleton={<KitSkeleton />} />
  return (
    <KitsOffered otherwise={missing}>
      {number === null ? (
        missing
      ) : (
        <LoadedKit
          key={`${institution.code} ${id}`}
          hospital={institution.code}
          id={number}
          missing={missing}
        />
      )}
    </KitsOffered>
  )
}

function KitSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{texts.kitLoading}</VisuallyHidden>
      <Skeleton height={24} width={240} mb={28} />
      <div className={classes.columns}>
        <Skeleton height={260} radius="lg" />
        <Skeleton height={260} radius="lg" />
      </div>
    </>
  )
}

interface LoadedKitProps {
  hospital: string
  id: number
  /** Where the institution has none. */
  missing: ReactNode
}

function LoadedKit({ hospital, id, missing }: LoadedKitProps) {
  const query = useQuery(kitOptions(hospital, id))
  if (isMissing(query.error)) return missing
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <KitSkeleton />
    )
  return (
    <>
      <StaleNotice query={query} />
      <KitView kit={query.data} />
    </>
  )
}

function KitView({ kit }: { kit: Kit }) {
  const { can } = useSession()
  const { ordered } = route.useSearch()
  const next = nextStep(kit)
  return (
    <>
      <PageHead
        title={texts.kitOrderTitle(kit.id)}
        crumbs={[
          <Link key="kits" to="/kits">
            {texts.kits}
          </Link>,
          String(kit.id),
        ]}
        badge={<KitStatusTag status={kit.status} />}
        sub={texts.kitsFor(kitsInWords(kit), recipientName(kit) || kit.institutionName)}
        actions={
          <>
            {can('CreateOrder') && (
              <ButtonLink to="/kit-order" search={{ from: kit.id }} variant="default">
                {texts.orderAgain}
              </ButtonLink>
            )}
            <KitAction kit={kit} action="cancel" />
            <KitAction kit={kit} action="receive" />
          </>
        }
      />
      {next && (
        <Banner
          tone={kit.isLate ? 'bad' : ordered && kit.status === 'ordered' ? 'good' : 'quiet'}
          title={headlineOf(kit)}
        >
          {next}
        </Banner>
      )}
      <div className={classes.columns}>
        <div className={classes.main}>
          <OrderedCard kit={kit} />
          {kit.sent && (
            <Card title={texts.parcel}>
              <DetailList
                details={[
                  [texts.trackingNumber, <ParcelLink key="link" sent={kit.sent} />],
                  [texts.shouldArriveBy, kit.status === 'sent' ? showDate(kit.sent.dueOn) : null],
                ]}
              />
            </Card>
          )}
        </div>
        <Card title={texts.timeline}>
          <Timeline items={timelineOf(kit)} />
        </Card>
      </div>
    </>
  )
}

function headlineOf({ id, status, isLate }: Kit): string {
  if (status === 'ordered') return texts.kitOrderReceived(id)
  return isLate ? texts.theParcelIsLate : texts.parcelInTransit
}

function OrderedCard({ kit }: { kit: Kit }) {
  const { phone } = kit.kitRecipient
  return (
    <Card title={texts.orderDetails}>
      <DetailList
        details={[
          ['Kits', kitsInWords(kit)],
          ['Recipient', addressLines(kit.kitRecipient).map((line, index) => <div key={index}>{line}</div>)],
          ['Phone', phone === '' ? null : <PhoneNumber key="phone" e164={phone} />],
          ['Institution', kit.institutionName],
          [texts.forTheLaboratory, kit.note === '' ? null : <span className={classes.note}>{kit.note}</span>],
          [
            texts.requestedWith,
            kit.orderId === null ? null : (
              <TextLink key="order" to="/order/details/$id" params={{ id: String(kit.orderId) }}>
                {texts.orderNumber(kit.orderId)}
              </TextLink>
            ),
          ],
        ]}
      />
    </Card>
  )
}
