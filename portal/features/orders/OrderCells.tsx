import type { OrderRow } from '#contract/orders.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import { expectationOf } from '#domain/orders/lateness.ts'
import { showAgo, showDate } from '#ui/dates.ts'
import { OrderLink } from './OrderLink.tsx'
import classes from './order-cells.module.css'
import { needOf } from './row.ts'
import { bornAndSex, counted, expectationInWords, laboratoryDay, listName } from './words.ts'

interface CellProps {
  row: OrderRow
}

/** The name is the row's link, and covers the row. */
export function PatientCell({ row }: CellProps) {
  return (
    <>
      <OrderLink order={row} className={classes.rowLink} data-row-link>
        {listName(row.patient)}
      </OrderLink>
      <div className={classes.second}>{bornAndSex(row.patient)}</div>
    </>
  )
}

export function TestCell({ row }: CellProps) {
  return (
    <>
      <div className={classes.first}>{row.testName || 'No test yet'}</div>
      <div className={classes.second}>
        {[row.testCode, row.isVOB && 'benefits verification'].filter(Boolean).join(' · ')}
      </div>
    </>
  )
}

export function OrderedCell({ row }: CellProps) {
  if (!row.orderedAt) return <div className={classes.second}>draft, saved {showAgo(row.updatedAt)}</div>
  return (
    <>
      <div className={classes.date}>{laboratoryDay(row.orderedAt)}</div>
      <div className={classes.second}>{row.providerName}</div>
    </>
  )
}

interface DatedCellProps extends CellProps {
  today: IsoDate
}

export function ExpectedCell({ row, today }: DatedCellProps) {
  const expectation = expectationOf(row, today)
  const words = expectationInWords(expectation)
  if (expectation.kind === 'none') return <span className={classes.second}>–</span>
  if (expectation.kind === 'on-arrival') return <span className={classes.second}>{words}</span>
  if (expectation.on === null)
    return (
      <span className={classes.second}>
        {row.reportedAt ? `reported ${laboratoryDay(row.reportedAt)}` : '–'}
      </span>
    )
  return (
    <>
      <div className={classes.date}>{showDate(expectation.on)}</div>
      <div className={classes.second} data-late={expectation.kind === 'late' || undefined}>
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
      return (
        <div className={classes.second}>
          {need.openPoints === 0
            ? 'Ready to submit'
            : `${counted(need.openPoints, 'thing')} before submitting`}
        </div>
      )
    case 'late':
      return <span className={classes.late}>Late</span>
    case undefined:
      return null
  }
}
