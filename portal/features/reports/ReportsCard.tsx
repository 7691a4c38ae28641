import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import lines from '#portal/files/file-lines.module.css'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { DownloadVersion } from './DownloadVersion.tsx'
import { canCompareFamily } from './family/people.ts'
import { reportsOptions } from './queries.ts'
import classes from './reports.module.css'
import * as texts from './texts.ts'
import { compareHash, onlyDocument, replacementOf, versionBefore, versionHash } from './versions.ts'
import { changeInWords, partsInWords } from './words.ts'

// Few orders are of a family.
const InTheFamily = lazy(async () => ({
  default: (await import('./family/InTheFamily.tsx')).InTheFamily,
}))

/** Every version of every report of the order, the newest first, and what the laboratory says of each change. */
export function ReportsCard({ order }: { order: Order }) {
  const query = useQuery(reportsOptions(order.hospitalCode, order.id))
  const { data } = query
  if (query.isError && !data)
    return (
      <Card title={texts.reports}>
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      </Card>
    )
  const reports = data?.reports ?? []
  if (reports.length === 0) return null
  return (
    <Card title={texts.reports}>
      {reports.map((report) => (
        <section
          key={`${report.testCode} ${report.person} ${report.versions[0]?.version}`}
          className={classes.report}
        >
          {reports.length > 1 && (
            <h3 className={classes.title}>
              {report.testName || report.testCode} · {report.personName}
            </h3>
          )}
          <ul className={lines.list}>
            {report.versions.map((version) => (
              <Version key={version.id} {...{ order, reports, report, version }} />
            ))}
          </ul>
        </section>
      ))}
      {canCompareFamily(order, reports) && (
        <Suspense>
          <InTheFamily order={order} reports={reports} />
        </Suspense>
      )}
    </Card>
  )
}

interface VersionProps {
  order: Order
  reports: readonly ReportView[]
  report: ReportView
  version: ReportVersionView
}

function Version({ order, reports, report, version }: VersionProps) {
  const one = { report, version }
  const before = version.state === 'withdrawn' ? null : versionBefore(one)
  const changeWords = changeInWords(version)
  const document = onlyDocument(version)
  // The reports of several people or tests have versions of the same number.
  const whose = reports.length > 1 ? `${report.testName || report.testCode}, ${report.personName}` : ''
  const there = { to: '/order/details/$id', params: { id: String(order.id) } } as const
  return (
    <li className={lines.line}>
      <div>
        <div className={lines.name}>
          {texts.versionTitle(version.number)}
          <State one={one} />
        </div>
        <div className={lines.facts}>
          <InlineList
            of={[
              texts.issuedAt(showInstant(version.madeAt)),
              texts.receivedAt(showInstant(version.receivedAt)),
              partsInWords(version.parts),
            ]}
          />
        </div>
        {changeWords && <div className={classes.said}>{changeWords}</div>}
        {version.withdrawn && (
          <div className={classes.said}>
            {texts.withdrawnAt(
              showInstant(version.withdrawn.at),
              changeInWords(version.withdrawn) && ` ${changeInWords(version.withdrawn)}`,
            )}
          </div>
        )}
      </div>
      {version.state !== 'withdrawn' && (
        <div className={lines.actions}>
          <ButtonLink
            {...there}
            hash={versionHash(version.version, reports)}
            variant="default"
            aria-label={texts.openVersion(version.number, whose)}
          >
            {texts.openLabel}
          </ButtonLink>
          {before && (
            <ButtonLink
              {...there}
              hash={compareHash(before.version, version.version)}
              variant="default"
              aria-label={texts.compareVersions(version.number, before.number, whose)}
            >
              {texts.compare}
            </ButtonLink>
          )}
          {document && !version.isQuestioned && (
            <DownloadVersion
              order={order}
              one={one}
              part={document}
              label={texts.downloadVersion(version.number, whose)}
            />
          )}
        </div>
      )}
    </li>
  )
}

const STATUS_COLORS: Readonly<Record<ReportVersionView['status'], string>> = {
  ...{ preliminary: 'blue', partial: 'blue', final: 'gray', addended: 'blue' },
  ...{ amended: 'blue', corrected: 'yellow' },
}

/** What a version is, and whether it counts: the word says it, the colour helps. In doubt it is nothing but that. */
function State({ one }: { one: { report: ReportView; version: ReportVersionView } }) {
  const { version } = one
  const replacement = replacementOf(one)
  return (
    <>
      {version.isUnread && (
        <Badge variant="light" tt="none">
          {texts.notOpenedYet}
        </Badge>
      )}
      {!version.isQuestioned && (
        <Badge variant="light" color={STATUS_COLORS[version.status]} tt="none">
          {STATUS_WORDS[version.status]}
        </Badge>
      )}
      {version.isQuestioned && (
        <Badge variant="light" color="red" tt="none">
          {texts.beingChecked}
        </Badge>
      )}
      {version.state === 'withdrawn' && (
        <Badge variant="light" color="red" tt="none">
          {texts.withdrawn}
        </Badge>
      )}
      {replacement && (
        <Badge variant="light" color="gray" tt="none">
          {texts.replacedByVersion(replacement.number)}
        </Badge>
      )}
    </>
  )
}
