import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { PdfViewer } from '#portal/files/PdfViewer.tsx'
import viewer from '#portal/files/pdf-viewer.module.css'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { TextLink } from '#portal/links/TextLink.tsx'
import { showBytes } from '#ui/bytes.ts'
import { showInstant } from '#ui/dates.ts'
import { reportFileName } from './file-name.ts'
import { forgetVersion, partOptions } from './queries.ts'
import { QUESTIONED_ADVICE, QUESTIONED_WORDS } from './questioned.ts'
import classes from './reports.module.css'
import * as texts from './texts.ts'
import { GeneticParts, hasData, OnlyInDocument, VersionParts } from './VersionParts.tsx'
import { onlyDocument, replacementOf, type VersionOfReport, versionHash } from './versions.ts'
import { changeInWords, meaningOf, replacedInWords, versionName } from './words.ts'

const VersionChanges = lazy(async () => ({
  default: (await import('./changes/VersionChanges.tsx')).VersionChanges,
}))

interface ReportViewerProps {
  order: Order
  reports: readonly ReportView[]
  /** One version to be read, or two to be compared. */
  opened: readonly VersionOfReport[]
}

/** The report that the address asks for, to be read in the page; nothing of it once it was withdrawn. */
export function ReportViewer({ order, reports, opened }: ReportViewerProps) {
  const [first, second] = opened
  if (!first) return null
  if (second) return <SideBySide order={order} reports={reports} both={[first, second]} />
  return <OneVersion order={order} reports={reports} opened={first} />
}

interface OneVersionProps {
  order: Order
  reports: readonly ReportView[]
  opened: VersionOfReport
}

function OneVersion({ order, reports, opened }: OneVersionProps) {
  const { report, version } = opened
  const isWithdrawn = version.state === 'withdrawn'
  useEffect(() => {
    if (isWithdrawn) forgetVersion(order.hospitalCode, order.id, { id: version.id })
  }, [isWithdrawn, order.hospitalCode, order.id, version.id])
  const several = reports.length > 1 || report.versions.length > 1
  const title = texts.reportOf(report.personName, several ? `, ${texts.versionNumber(version.number)}` : '')
  const warning = <Warning order={order} opened={opened} reports={reports} />
  const document = onlyDocument(version)
  const [isConfirmed, setConfirmed] = useState(false)
  if (version.isQuestioned && !isConfirmed)
    return (
      <Frame title={title}>
        {warning}
        <ShowAnyway onClick={() => setConfirmed(true)} />
      </Frame>
    )
  if (!isWithdrawn && document?.mediaType === 'application/pdf')
    return (
      <PdfReport
        key={version.id}
        {...{ order, title, warning, opened, part: document.part, bytes: document.bytes }}
      />
    )
  return (
    <Frame title={title}>
      {warning}
      {!isWithdrawn && <VersionParts order={order} version={version} />}
    </Frame>
  )
}

interface PdfReportProps {
  order: Order
  title: string
  warning: ReactNode
  opened: VersionOfReport
  part: number
  bytes: number
}

function PdfReport({ order, title, warning, opened, part, bytes }: PdfReportProps) {
  const { version } = opened
  return (
    <PdfViewer
      title={title}
      noun="report"
      filename={reportFileName(order, opened)}
      size={showBytes(bytes)}
      query={useQuery(partOptions(order.hospitalCode, order.id, version, part))}
      warning={
        <>
          {warning}
          <OnlyInDocument version={version} />
        </>
      }
      beside={hasData(version) && <GeneticParts order={order} version={version} />}
    />
  )
}

/** What must be known before a version is read: that it was withdrawn, replaced, or is not final. */
function Warning({
  order,
  opened,
  reports,
}: {
  order: Order
  opened: VersionOfReport
  reports: readonly ReportView[]
}) {
  const { version } = opened
  const changeWords = changeInWords(version)
  if (version.state === 'withdrawn') {
    const reason = version.withdrawn && changeInWords(version.withdrawn)
    return (
      <Alert color="red" radius={0} title={texts.doNotUse}>
        {texts.theLaboratoryWithdrewIt}
        {version.withdrawn && texts.onDay(showInstant(version.withdrawn.at))}.
        {reason && texts.withdrawalReason(reason)}
      </Alert>
    )
  }
  if (version.isQuestioned)
    return (
      <Alert color="red" radius={0} title={QUESTIONED_WORDS}>
        {QUESTIONED_ADVICE}
      </Alert>
    )
  const replacement = replacementOf(opened)
  if (replacement)
    return (
      <Alert
        color={replacement.status === 'corrected' ? 'red' : 'yellow'}
        radius={0}
        title={texts.replacedBy(replacement.number)}
      >
        {replacedInWords(replacement.status)} Use{' '}
        <TextLink
          underline="always"
          to="."
          hash={versionHash(replacement.version, reports)}
          resetScroll={false}
        >
          {texts.versionNumber(replacement.number)}
        </TextLink>
        .
      </Alert>
    )
  if (version.status === 'final') return null
  return (
    <Alert color="blue" radius={0}>
      {meaningOf(version.status, order)}
      {changeWords && texts.laboratoryStatement(changeWords)}
    </Alert>
  )
}

/** Two versions beside each other, the older first; on a phone below each other. */
function SideBySide({
  order,
  reports,
  both,
}: {
  order: Order
  reports: readonly ReportView[]
  both: readonly [VersionOfReport, VersionOfReport]
}) {
  const inOrder = both.toSorted((a, b) => a.version.version - b.version.version)
  const [older, newer] = inOrder
  const canBeCompared =
    older?.report === newer?.report && inOrder.every(({ version }) => version.state !== 'withdrawn')
  return (
    <Frame title={texts.versionsCompared(inOrder.map(({ version }) => version.number).join(' and '))}>
      {older && newer && canBeCompared && (
        <Suspense>
          <VersionChanges
            order={order}
            report={older.report}
            older={older.version.version}
            newer={newer.version.version}
          />
        </Suspense>
      )}
      <div className={classes.beside}>
        {inOrder.map((one) => (
          <section key={one.version.id} aria-label={versionName(one.version)} className={classes.side}>
            <h3 className={classes.sideTitle}>{versionName(one.version)}</h3>
            <p className={classes.facts}>
              {texts.issuedWith(
                showInstant(one.version.madeAt),
                changeInWords(one.version) && `. ${changeInWords(one.version)}`,
              )}
            </p>
            <Warning order={order} opened={one} reports={reports} />
            <Side order={order} version={one.version} />
          </section>
        ))}
      </div>
    </Frame>
  )
}

/** One of two versions; one that may not stand is shown once the reader, who was told so, asks for it. */
function Side({ order, version }: { order: Order; version: ReportVersionView }) {
  const [isConfirmed, setConfirmed] = useState(false)
  if (version.state === 'withdrawn') return null
  if (version.isQuestioned && !isConfirmed) return <ShowAnyway onClick={() => setConfirmed(true)} />
  return <VersionParts order={order} version={version} />
}

function ShowAnyway({ onClick }: { onClick: () => void }) {
  return (
    <div className={classes.anyway}>
      <Button variant="default" onClick={onClick}>
        {texts.showTheReportAnyway}
      </Button>
    </div>
  )
}

/** The place in the page where a report is read; it takes the focus. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section className={viewer.viewer} aria-labelledby={titleId}>
      <div className={viewer.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ButtonLink to="." hash="" variant="subtle" color="gray" resetScroll={false}>
          {texts.closeReport}
        </ButtonLink>
      </div>
      {children}
    </section>
  )
}
