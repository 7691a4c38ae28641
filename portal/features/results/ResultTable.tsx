import type { FoundResult } from '#contract/results.ts'
import { OUTCOME_WORDS } from '#domain/results/words.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { bornInWords, laboratoryDay, listName } from '#portal/order/words.ts'
import { counted } from '#ui/counted.ts'
import { InlineList } from '#ui/InlineList.tsx'
import classes from './results.module.css'
import * as texts from './texts.ts'

interface ResultTableProps {
  /** Undefined while the first page is loading. */
  rows: readonly FoundResult[] | undefined
  /** The search is of several institutions: each row says of which. */
  several: boolean
}

export function ResultTable({ rows, several }: ResultTableProps) {
  return (
    <DataTable
      label={texts.results}
      className={classes.widths}
      rows={rows}
      // With the order: a portal of the version before names no report, during an upgrade.
      keyOf={({ orderId, reportId, position }) => [orderId, reportId, position].join(' ')}
      columns={[
        { label: texts.patient, cell: (row) => <PatientCell row={row} />, card: 'head' },
        { label: texts.variant, cell: (row) => <VariantCell row={row} />, card: 'line' },
        { label: texts.classification, cell: (row) => <ClassCell row={row} /> },
        { label: texts.overallResult, cell: (row) => <OutcomeCell row={row} /> },
        { label: texts.test, cell: (row) => <TestCell row={row} several={several} /> },
      ]}
    />
  )
}

interface CellProps {
  row: FoundResult
}

/** The name is the row's link. */
function PatientCell({ row }: CellProps) {
  const { orderId: id, state, hospitalCode, patient, person } = row
  return (
    <>
      <OrderLink order={{ id, state, hospitalCode }} className={list.rowLink} data-row-link>
        {listName(patient)}
      </OrderLink>
      <div className={list.second}>
        <InlineList of={[bornInWords(patient), person && texts.of(person)]} />
      </div>
    </>
  )
}

function VariantCell({ row: { variant, variants } }: CellProps) {
  if (variant === null) return <span className={list.second}>{counted(variants, 'variant')}</span>
  const { gene, description, section, zygosity } = variant
  return (
    <>
      <div className={list.first}>
        <span className={classes.gene}>{gene}</span> {description}
      </div>
      <div className={list.second}>
        <InlineList
          of={[
            zygosity,
            texts.SECTION_WORDS[section],
            variants > 1 && texts.variantsInAll(counted(variants, 'variant')),
          ]}
        />
      </div>
    </>
  )
}

function ClassCell({ row: { variant } }: CellProps) {
  if (variant === null) return <span className={list.none}>–</span>
  return <div className={list.first}>{variant.classes.join(', ') || texts.notClassified}</div>
}

function OutcomeCell({ row: { outcome, overall, isPreliminary, isQuestioned } }: CellProps) {
  return (
    <>
      <div className={list.first}>{(outcome === 'other' && overall) || OUTCOME_WORDS[outcome]}</div>
      {isPreliminary && <div className={list.second}>{texts.preliminary}</div>}
      {isQuestioned && <div className={`${list.second} ${classes.questioned}`}>{texts.questioned}</div>}
    </>
  )
}

function TestCell({ row, several }: CellProps & { several: boolean }) {
  const { testName, orderId, hospitalCode, reportedAt } = row
  return (
    <>
      <div className={list.first}>{testName}</div>
      <div className={list.second}>
        <InlineList of={[laboratoryDay(reportedAt), texts.orderNumber(orderId), several && hospitalCode]} />
      </div>
    </>
  )
}
