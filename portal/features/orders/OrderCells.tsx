import type { OrderRow } from '#contract/order.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import { expectationOf } from '#domain/orders/lateness.ts'
import list from '#portal/list/list.module.css'
import { showAgo, showDate } from '#ui/dates.ts'
import { OrderLink } from './OrderLink.tsx'
import classes from './order-cells.module.css'
import { needOf } from './row.ts'
import {
  bornAndSex,
  expectationInWords,
  laboratoryDay,
  listName,
  openPointsInWords,
  VOB_WORDS,
} from './words.ts'

interface CellProps {
  row: OrderRow
}

/** The name is the row's link, and covers the row. */
export function PatientCell({ row }: CellProps) {
  return (
    <>
      <OrderLink order={row} className={list.rowLink} data-row-link>
        {listName(row.patient)}
      </OrderLink>
      <div className={list.second}>{bornAndSex(row.patient)}</div>
    </>
  )
}

export function TestCell({ row }: CellProps) {
  return (
    <>
      <div className={list.first}>{row.testName || 'No test yet'}</div>
      <div className={list.second}>
        {[row.testCode, row.isVOB && 'benefits verification'].filter(Boolean).join(' · ')}
      </div>
    </>
  )
}

export function OrderedCell({ row }: CellProps) {
  if (!row.orderedAt) return <div className={list.second}>draft, saved {showAgo(row.updatedAt)}</div>
  return (
    <>
      <div className={list.oneLine}>{laboratoryDay(row.orderedAt)}</div>
      <div className={list.second}>{row.providerName}</div>
    </>
  )
}

interface DatedCellProps extends CellProps {
  today: IsoDate
}

export function ExpectedCell({ row, today }: DatedCellProps) {
  const expectation = expectationOf(row, today)
  const words = expectationInWords(expectation)
  if (expectation.kind === 'none') return <span className={list.second}>–</span>
  if (expectation.kind === 'on-arrival') return <span className={list.second}>{words}</span>
  if (expectation.on === null)
    return (
      <span className={list.second}>
        {row.reportedAt ? `reported ${laboratoryDay(row.reportedAt)}` : '–'}
      </span>
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

export function NeedsCell({ row, today }: DatedCellProps) {
  const need = needOf(row, today)
  switch (need?.kind) {
    case 'read-report':
      return (
        <OrderLink
          order={row}
          toReport
          className={classes.action}
          aria-label={`Read report of ${listName(row.patient)}`}
        >
          Read report
        </OrderLink>
      )
    case 'finish':
      return <div className={list.second}>{openPointsInWords(row)}</div>
    case 'submit':
      return (
        <div className={list.second}>
          Asked of {need.by}
          <div>{openPointsInWords(row)}</div>
        </div>
      )
    case 'benefits':
      return <div className={list.second}>{VOB_WORDS[need.status]}</div>
    case 'late':
      return <span className={classes.late}>Late</span>
    case undefined:
      return null
  }
}
