import {
  IconAlertTriangle,
  IconCircleX,
  IconClockExclamation,
  IconPackage,
  IconPlayerPause,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OrderRow } from '#contract/order.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import { expectationOf } from '#domain/orders/lateness.ts'
import { listedResultInWords } from '#domain/results/words.ts'
import list from '#portal/list/list.module.css'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { marksOf, needOf, type RowMark } from '#portal/order/row.ts'
import {
  bornThenSex,
  expectationInWords,
  laboratoryDay,
  listName,
  namedAndBorn,
  openPointsInWords,
  stillAwaited,
  VOB_WORDS,
} from '#portal/order/words.ts'
import { showAgo, showDate, unbroken } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { StatusTag } from '#ui/StatusTag.tsx'
import classes from './order-cells.module.css'
import * as texts from './texts.ts'

interface CellProps {
  row: OrderRow
}

/** A narrow column breaks `mother’s DOB 9 Jul 1988` before its date, never in it. */
const keepDate = (text: string) => text.replace(/\d+ \w+ \d+/, unbroken)

/** The name is the row's link, and covers the row. */
export function PatientCell({ row }: CellProps) {
  return (
    <>
      <OrderLink order={row} className={list.rowLink} data-row-link>
        {listName(row.patient)}
      </OrderLink>
      <div className={list.second}>
        <InlineList of={bornThenSex(row.patient).map(keepDate)} />
      </div>
    </>
  )
}

export function TestCell({ row }: CellProps) {
  return (
    <>
      <div className={list.first}>{row.testName || texts.noTestYet}</div>
      <div className={list.second}>
        <InlineList
          of={[
            row.testCode,
            row.isVOB && texts.benefitsVerification,
            row.earlier && texts.fromEarlier(row.earlier.system),
          ]}
        />
      </div>
    </>
  )
}

/** The laboratory's number and ours; in a list of several institutions also which one it is of. */
export function NumberCell({ row, several }: CellProps & { several: boolean }) {
  return (
    <>
      <div className={list.oneLine}>{row.accessionNumber ?? <span className={list.none}>–</span>}</div>
      <div className={list.second}>{texts.orderNumber(row.id)}</div>
      {several && <div className={list.second}>{texts.institutionCode(row.hospitalCode)}</div>}
    </>
  )
}

/** `providerClass` is for who shows the provider elsewhere as well. */
export function OrderedCell({ row, providerClass = '' }: CellProps & { providerClass?: string | undefined }) {
  if (!row.orderedAt)
    return (
      <div className={list.second}>
        {texts.draftSaved} <span className={list.oneLine}>{showAgo(row.updatedAt)}</span>
      </div>
    )
  return (
    <>
      <div className={list.oneLine}>{laboratoryDay(row.orderedAt)}</div>
      <div className={`${list.second} ${providerClass}`}>{row.providerName}</div>
    </>
  )
}

/** Where it is; below, which tests of a reported order are still awaited. */
export function StatusCell({ row }: CellProps) {
  const awaited = stillAwaited(row)
  return (
    <div>
      <StatusTag state={row.stage} />
      {awaited && <div className={list.second}>{awaited}</div>}
    </div>
  )
}

/** What the reports say, in words; nothing while none has arrived. `className` is for who shows it elsewhere as well. */
export function ResultCell({
  row: { result },
  className = '',
}: CellProps & { className?: string | undefined }) {
  if (result === null) return null
  return (
    <div
      className={`${classes.result} ${className}`}
      data-doubt={result.isQuestioned || result.outcomes.length === 0 || undefined}
    >
      {listedResultInWords(result)}
    </div>
  )
}

interface DatedCellProps extends CellProps {
  today: IsoDate
}

export function ExpectedCell({ row, today }: DatedCellProps) {
  const expectation = expectationOf(row, today)
  const words = expectationInWords(expectation)
  if (expectation.kind === 'none') return <span className={list.second}>–</span>
  if (expectation.kind === 'on-arrival' || expectation.kind === 'waits')
    return <span className={list.second}>{words}</span>
  if (expectation.on === null)
    return (
      <span className={list.second}>
        {row.reportedAt ? texts.reportedAt(laboratoryDay(row.reportedAt)) : '–'}
      </span>
    )
  // The day of what is held moves with every day of it.
  if (row.onHold)
    return (
      <>
        <div className={list.oneLine}>{showDate(expectation.on)}</div>
        <div className={list.second}>{texts.mayMove}</div>
      </>
    )
  return (
    <>
      <div className={list.oneLine}>{showDate(expectation.on)}</div>
      <div
        className={`${list.second} ${classes.expectation}`}
        data-late={expectation.kind === 'late' || undefined}
      >
        {words}
      </div>
    </>
  )
}

const MARKS: Record<RowMark, { words: string; icon: typeof IconAlertTriangle }> = {
  missing: { words: texts.infoMissing, icon: IconAlertTriangle },
  parcel: { words: texts.parcelLate, icon: IconTruckDelivery },
  late: { words: texts.late, icon: IconClockExclamation },
  tracking: { words: texts.noTrackingNumber, icon: IconPackage },
  hold: { words: texts.onHold, icon: IconPlayerPause },
  cancelling: { words: texts.cancellationRequested, icon: IconCircleX },
}

/** What the order wants of its reader, and what stands in its way: in words, with a sign. */
export function NeedsCell({ row }: CellProps) {
  const marks = marksOf(row)
  const need = needInWords(row)
  if (marks.length === 0 && need === null) return null
  return (
    <div className={classes.needs}>
      {need}
      {marks.map((mark) => {
        const { words, icon: Icon } = MARKS[mark]
        return (
          <span key={mark} className={classes.mark} data-mark={mark}>
            <Icon size={13} aria-hidden />
            {words}
          </span>
        )
      })}
    </div>
  )
}

function needInWords(row: OrderRow): ReactNode {
  const need = needOf(row)
  switch (need?.kind) {
    case 'read-report':
      return (
        <OrderLink
          order={row}
          toReport
          className={classes.action}
          aria-label={texts.readReportOf(namedAndBorn(row.patient))}
        >
          {texts.readReport}
        </OrderLink>
      )
    case 'finish':
      return (
        <div className={list.second}>
          {row.responsibleName && <div>{texts.assignedTo(row.responsibleName)}</div>}
          {openPointsInWords(row)}
        </div>
      )
    case 'submit':
      return (
        <div className={list.second}>
          <div>{texts.askedToSubmit(need.by)}</div>
          {row.responsibleName && <div>{texts.assignedTo(row.responsibleName)}</div>}
          <div>{openPointsInWords(row)}</div>
        </div>
      )
    case 'benefits':
      return <div className={list.second}>{VOB_WORDS[need.status]}</div>
    case undefined:
      return null
  }
}
