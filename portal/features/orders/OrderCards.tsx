import { NativeSelect, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
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
      <ul className={classes.list}>
        {rows === undefined
          ? [1, 2, 3, 4].map((card) => (
              <li key={card} className={classes.card} aria-hidden>
                <Skeleton height={12} width="60%" />
                <Skeleton height={10} width="80%" />
                <Skeleton height={10} width="40%" />
              </li>
            ))
          : rows.map((row) => (
              <li key={row.id} className={classes.card} data-row>
                <div className={classes.pair}>
                  <div>
                    <PatientCell row={row} />
                  </div>
                  <StatusTag state={row.state} />
                </div>
                <div>
                  <TestCell row={row} />
                </div>
                <div className={classes.facts}>
                  <Fact name="Lab number">{row.accessionNumber}</Fact>
                  <Fact name={row.orderedAt ? 'Ordered' : ''}>
                    <OrderedCell row={row} />
                  </Fact>
                  <Fact name={row.state === 'draft' || row.state === 'cancelled' ? '' : 'Expected'}>
                    <ExpectedCell row={row} today={today} />
                  </Fact>
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

/** One fact of a card under its name; a fact without a name stands alone, one without a value is left out. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <div className={classes.fact}>
      {name && <div className={classes.name}>{name}</div>}
      {children}
    </div>
  )
}
