import { NativeSelect, Skeleton } from '@mantine/core'
import { Fact } from '#portal/list/Fact.tsx'
import list from '#portal/list/list.module.css'
import { StatusTag } from '#ui/StatusTag.tsx'
import { COLUMNS } from './columns.ts'
import { ExpectedCell, NeedsCell, OrderedCell, PatientCell, TestCell } from './OrderCells.tsx'
import type { OrderRowsProps } from './OrderTable.tsx'
import classes from './order-cards.module.css'

const SORTABLE = COLUMNS.flatMap((column) => ('orderBy' in column ? [column] : []))

/** The list on a phone: the same cells, as cards. */
export function OrderCards({ rows, sorting, today, onSort }: OrderRowsProps) {
  return (
    <>
      <div className={classes.sort}>
        <NativeSelect
          aria-label="Sort by"
          size="sm"
          value={sorting.orderBy}
          data={SORTABLE.map(({ orderBy, label }) => ({ value: orderBy, label: `Sort by: ${label}` }))}
          onChange={(event) => {
            const chosen = SORTABLE.find(({ orderBy }) => orderBy === event.currentTarget.value)
            if (chosen) onSort(chosen.orderBy)
          }}
        />
      </div>
      <ul className={list.cards}>
        {rows === undefined
          ? [1, 2, 3, 4].map((card) => (
              <li key={card} className={list.card} aria-hidden>
                <Skeleton height={12} width="60%" />
                <Skeleton height={10} width="80%" />
                <Skeleton height={10} width="40%" />
              </li>
            ))
          : rows.map((row) => (
              <li key={row.id} className={list.card} data-row>
                <div className={list.pair}>
                  <div>
                    <PatientCell row={row} />
                  </div>
                  <StatusTag state={row.state} />
                </div>
                <div>
                  <TestCell row={row} />
                </div>
                <div className={list.facts}>
                  <Fact name="Lab number">{row.accessionNumber}</Fact>
                  <Fact name={row.orderedAt ? 'Ordered' : ''}>
                    <OrderedCell row={row} />
                  </Fact>
                  {row.state !== 'draft' && row.state !== 'cancelled' && (
                    <Fact name="Expected">
                      <ExpectedCell row={row} today={today} />
                    </Fact>
                  )}
                </div>
                <div className={classes.needs}>
                  <NeedsCell row={row} today={today} />
                </div>
              </li>
            ))}
      </ul>
    </>
  )
}
