import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import type { ReportView } from '#contract/reports.ts'
import { whoIs } from '#domain/orders/family.ts'
import { pendingInWords } from '#domain/orders/pending-tests.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { Banner } from '#ui/Banner.tsx'
import { brand } from '#ui/brand.ts'
import { showInstant, unbroken } from '#ui/dates.ts'
import { DownloadVersion } from './DownloadVersion.tsx'
import { reportsOptions, useAcknowledge } from './queries.ts'
import { QUESTIONED_ADVICE, QUESTIONED_WORDS } from './questioned.ts'
import classes from './reports.module.css'
import * as texts from './texts.ts'
import {
  allVersions,
  type Change,
  newestCurrent,
  newestOfEachReport,
  onlyDocument,
  replacementOf,
  unconfirmedChanges,
  type VersionOfReport,
  versionHash,
} from './versions.ts'
import { answersInWords, changeInWords, meaningOf, NOTICE_WORDS, READY_WORDS } from './words.ts'

interface ReportBannersProps {
  order: Order
  /** A report is open below: that one is ready is not said as well. */
  reading: boolean
  /** The reports that the reader acknowledges themself, and where: their notices need no confirmation of their own. */
  acknowledging: { hash: string; isOwn: (report: ReportView) => boolean }
}

/** What is to be known of the reports first: withdrawals and changes to confirm, a result being checked, a report to read. */
export function ReportBanners({ order, reading, acknowledging }: ReportBannersProps) {
  const { data } = useQuery(reportsOptions(order.hospitalCode, order.id))
  if (!data) return null
  const { reports, isBeingChecked } = data
  const unconfirmedReports = unconfirmedChanges(reports)
  const isQuestioned = allVersions(reports).some(({ version }) => version.isQuestioned)
  return (
    <>
      {unconfirmedReports.map((change) => (
        <Notice
          key={`${change.kind} ${change.versions[0]?.id}`}
          {...{ order, reports, change, acknowledging }}
        />
      ))}
      {isQuestioned && !unconfirmedReports.some(({ kind }) => kind === 'questioned') && (
        <Banner tone="bad" title={QUESTIONED_WORDS}>
          {QUESTIONED_ADVICE}
        </Banner>
      )}
      {isBeingChecked && !isQuestioned && (
        <Banner tone="quiet" title={texts.resultBeingChecked}>
          {texts.beingCheckedHint}
        </Banner>
      )}
      {unconfirmedReports.length === 0 && !reading && !isQuestioned && (
        <Ready order={order} reports={reports} />
      )}
    </>
  )
}

interface NoticeProps extends Pick<ReportBannersProps, 'acknowledging'> {
  order: Order
  reports: readonly ReportView[]
  change: Change
}

const SERIOUS: readonly Change['kind'][] = ['withdrawn', 'corrected', 'questioned']

/** A change after the reader had opened the report; it stays until they confirm that they have read it. */
function Notice({ order, reports, change, acknowledging }: NoticeProps) {
  const { report, kind, at, versions } = change
  const acknowledge = useAcknowledge(order.hospitalCode, order.id)
  const numbers = versions.map(({ number }) => number)
  const isWithdrawn = kind === 'withdrawn'
  const [first] = versions
  const replacement = first && replacementOf({ report, version: first })
  const current = replacement ?? report.versions.find(({ version }) => version === report.current)
  const changeWords = isWithdrawn
    ? first?.withdrawn && changeInWords(first.withdrawn)
    : current && changeInWords(current)
  return (
    <Banner
      tone={SERIOUS.includes(kind) ? 'bad' : 'quiet'}
      title={`${NOTICE_WORDS[kind]}${reports.length > 1 ? `: ${report.testName}, ${report.personName}` : ''}`}
      actions={
        <>
          {current && (
            <ButtonLink
              variant="default"
              to="/order/details/$id"
              params={{ id: String(order.id) }}
              hash={versionHash(current.version, reports)}
            >
              {texts.openVersion(current.number)}
            </ButtonLink>
          )}
          {acknowledging.isOwn(report) ? (
            <ButtonLink to="/order/details/$id" params={{ id: String(order.id) }} hash={acknowledging.hash}>
              {texts.acknowledgeBelow}
            </ButtonLink>
          ) : (
            <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate(versions)}>
              {texts.iHaveReadThis}
            </Button>
          )}
        </>
      }
    >
      {texts.openedVersions(numbers.toReversed().join(' and '))}{' '}
      {afterOpening(kind, unbroken(showInstant(at)), order)}
      {isWithdrawn && texts.doNotUseIt}
      {kind === 'questioned' && ` ${QUESTIONED_ADVICE}`}
      {changeWords && texts.laboratoryStatement(changeWords)}
      {isWithdrawn && texts.questionsTo(brand.contact.phone)}
    </Banner>
  )
}

/** What happened after the reader had opened a version: the end of "You opened version 1 …". */
function afterOpening(kind: Change['kind'], at: string, { state }: Order): string {
  switch (kind) {
    case 'restored':
      return `before it was withdrawn. The laboratory has checked it, and it is valid again since ${at}.`
    case 'questioned':
      return `before the laboratory started checking it on ${at}.`
    case 'upheld':
      return `before the laboratory checked it. On ${at} the laboratory confirmed it.`
    case 'preliminary':
      return `before a preliminary report replaced it on ${at}.${state === 'cancelled' ? '' : ' Results may still change.'}`
    default:
      return `before it changed on ${at}.`
  }
}

/** A report among several, by what tells them apart: its person, its test, or both. */
function calledAmong(
  { report }: VersionOfReport,
  all: readonly VersionOfReport[],
  { document }: Order,
): string {
  const count = (of: (one: VersionOfReport) => string) => new Set(all.map(of)).size
  const people = count((one) => one.report.person)
  const test = all.length > people && (report.testName || report.testCode)
  const person = people > 1 && whoIs(document, report.person).replace(/^the /, '')
  return [test, person].filter(Boolean).join(', ')
}

function Ready({ order, reports }: { order: Order; reports: readonly ReportView[] }) {
  const newest = newestCurrent(reports)
  if (!newest) {
    const [withdrawn] = allVersions(reports)
    if (!withdrawn?.version.withdrawn) return null
    const changeWords = changeInWords(withdrawn.version.withdrawn)
    return (
      <Banner tone="bad" title={texts.theReportWasWithdrawn}>
        {texts.withdrawnWarning(
          unbroken(showInstant(withdrawn.version.withdrawn.at)),
          changeWords && ` The laboratory says: ${changeWords}`,
          brand.contact.phone,
        )}
      </Banner>
    )
  }
  const { version } = newest
  const { pendingTests } = order
  const document = onlyDocument(version)
  const offered = newestOfEachReport(reports)
  const isOnly = offered.length === 1
  const answers = answersInWords(reports)
  // Green is for a report that came, not for what it says.
  const isPlain = answers.length === 0 && version.status !== 'preliminary' && version.status !== 'partial'
  return (
    <Banner
      tone={isPlain ? 'good' : 'quiet'}
      title={
        pendingTests
          ? texts.readyAndAwaited(READY_WORDS[version.status], pendingInWords(pendingTests))
          : READY_WORDS[version.status]
      }
      actions={
        <>
          {document && isOnly && <DownloadVersion order={order} one={newest} part={document} />}
          {offered.map((one) => (
            <ButtonLink
              key={one.version.id}
              to="/order/details/$id"
              params={{ id: String(order.id) }}
              hash={versionHash(one.version.version, reports)}
            >
              {isOnly ? texts.openReport : texts.openReportOf(calledAmong(one, offered, order))}
            </ButtonLink>
          ))}
        </>
      }
    >
      {/* Numbered: of namesakes with the same answer the words are equal. */}
      {answers.map((words, index) => (
        <div key={index} className={classes.answer}>
          {texts.answer(words)}
        </div>
      ))}
      Received {unbroken(showInstant(version.receivedAt))}.
      {version.status !== 'final' && ` ${meaningOf(version.status, order)}`}
      {version.isUnread && texts.notOpenedHere}
    </Banner>
  )
}
