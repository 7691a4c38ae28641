import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FollowUpsCard, followUpCountsOptions } from '#portal/features/follow-up/public.ts'
import { NoticesCard, useNotices } from '#portal/features/reports/public.ts'
import { WaitingBanner } from '#portal/features/users/public.ts'
import { mayCreateOrders } from '#portal/frame/entries.ts'
import { useWaitingQuery } from '#portal/frame/use-waiting.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { blockedOptions, pipelineOptions } from '#portal/order/alert-queries.ts'
import { listOptions, submissionRequestOptions, summaryOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { CategoryCards } from './CategoryCards.tsx'
import { DeskDashboard } from './DeskDashboard.tsx'
import { DraftsCard } from './DraftsCard.tsx'
import classes from './dashboard-page.module.css'
import { greeting, waitingInWords } from './greeting.ts'
import { MAX_NEEDS, NeedsCard } from './NeedsCard.tsx'
import { Pipeline } from './Pipeline.tsx'
import { MAX_RECENT, RecentCard } from './RecentCard.tsx'
import { ReportsCard, reportedOptions, unopenedOptions } from './ReportsCard.tsx'
import { SubmissionsCard } from './SubmissionsCard.tsx'
import * as texts from './texts.ts'

/** Where the day begins: what needs the reader first, then where everything stands (specification §2, Dashboard). */
export default function DashboardPage() {
  const { can, user } = useSession()
  if (user.support) return <DeskDashboard />
  return can('ViewOrder') ? <OrdersDashboard /> : <NoOrders />
}

function OrdersDashboard() {
  const session = useSession()
  const { user, institution, can } = session
  const summary = useQuery(summaryOptions(institution.code))
  const pipeline = useQuery(pipelineOptions(institution.code))
  const recent = useQuery(listOptions(institution.code, { top: MAX_RECENT }))
  const reported = useQuery(reportedOptions(institution.code))
  const unopened = useQuery(unopenedOptions(institution.code))
  const needs = useQuery(blockedOptions(institution.code, MAX_NEEDS))
  const notices = useNotices()
  const followUps = useQuery(followUpCountsOptions(institution.code))
  const usersWaiting = useWaitingQuery()
  const maySubmit = can('SubmitOrder')
  const submissionRequests = useQuery({ ...submissionRequestOptions(institution.code), enabled: maySubmit })
  const hello = `${greeting(new Date().getHours())}, ${user.firstName}.`
  const failed = [summary, pipeline].find(({ isError, data }) => isError && data === undefined)
  if (failed)
    return (
      <>
        <PageHead title={texts.dashboard} sub={hello} />
        <ErrorState problem={failed.error} retry={() => failed.refetch()} />
      </>
    )
  if (recent.data?.total === 0)
    return (
      <>
        <PageHead title={texts.dashboard} sub={hello} />
        <WaitingBanner />
        <div className={classes.cards}>
          <NoticesCard query={notices} />
          <Card>
            <EmptyState
              title={texts.noOrdersYet}
              text={texts.firstOrderHint(institution.name)}
              action={mayCreateOrders(session) && <ButtonLink to="/create">{texts.createOrder}</ButtonLink>}
            />
          </Card>
          <CategoryCards />
        </div>
      </>
    )
  const { unreadReports = 0 } = summary.data ?? {}
  const counts = pipeline.data
  const submissions = submissionRequests.data?.total ?? 0
  const drafts = can('CreateOrder') ? (counts?.['pending-submission'].count ?? 0) : 0
  const waiting = {
    people: usersWaiting.data?.meta.total ?? 0,
    changedReports: notices.data?.length ?? 0,
    ownFollowUps: followUps.data?.mine ?? 0,
    unownedFollowUps: followUps.data?.nobody ?? 0,
    ...{ questions: needs.data?.total ?? 0, submissions, unreadReports, drafts },
  }
  const cardQueries = [usersWaiting, notices, followUps, needs, submissionRequests, summary, pipeline]
  // Once: a card that is tried again does not take the others away. With what the lower cards show: one that would go
  // again, as there are no reports, would move what is below it away from under the pointer.
  const isReady =
    counts &&
    summary.data &&
    [...cardQueries, unopened, reported, recent].every(({ isFetched, isEnabled }) => isFetched || !isEnabled)
  const isComplete = cardQueries.every(({ isSuccess, isEnabled }) => isSuccess || !isEnabled)
  return (
    <>
      <PageHead
        title={texts.dashboard}
        sub={isReady ? `${hello} ${waitingInWords(waiting, isComplete)}`.trim() : hello}
      />
      <WaitingBanner />
      <StaleNotice query={summary} />
      {/* Keys: what has come takes the place of what stood for it, and does not move down with a longer head. */}
      {isReady ? (
        <div key="there" className={classes.cards}>
          <div className={classes.columns}>
            <NoticesCard query={notices} />
            <FollowUpsCard counts={followUps} />
            <NeedsCard query={needs} />
            <SubmissionsCard query={submissionRequests} />
            <ReportsCard unread={unreadReports} />
            {drafts > 0 && <DraftsCard drafts={drafts} />}
            <RecentCard query={recent} />
          </div>
          <Pipeline counts={counts} unreadReports={unreadReports} />
          <CategoryCards />
        </div>
      ) : (
        <div key="coming" className={classes.cards}>
          <div className={classes.columns}>
            <Skeleton height={320} radius="lg" />
            <Skeleton height={320} radius="lg" />
          </div>
          <Skeleton height={190} radius="lg" />
          <Skeleton height={360} radius="lg" />
        </div>
      )}
    </>
  )
}

/** For a role that manages users and sees no orders, or for none. */
function NoOrders() {
  const { user, institution, mayManageUsers } = useSession()
  const notices = useNotices()
  return (
    <>
      <PageHead title={texts.dashboard} sub={`${greeting(new Date().getHours())}, ${user.firstName}.`} />
      <WaitingBanner />
      <div className={classes.cards}>
        <NoticesCard query={notices} />
        <Card>
          {mayManageUsers ? (
            <EmptyState
              title={texts.userManagerTitle(institution.name)}
              text={texts.rolesForOrdersHint}
              action={<ButtonLink to="/users">{texts.manageUsers}</ButtonLink>}
            />
          ) : (
            <EmptyState title={texts.noOrdersInRole} text={texts.askForOrdersRole(institution.name)} />
          )}
        </Card>
        <CategoryCards />
      </div>
    </>
  )
}
