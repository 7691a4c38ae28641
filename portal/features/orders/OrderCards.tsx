import { ActionIcon, NativeSelect, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Detail } from '#portal/list/Detail.tsx'
import list from '#portal/list/list.module.css'
import { SORTS } from './columns.ts'
import {
  ExpectedCell,
  NeedsCell,
  NumberCell,
  OrderedCell,
  PatientCell,
  ResultCell,
  StatusCell,
  TestCell,
} from './OrderCells.tsx'
import type { OrderRowsProps } from './OrderTable.tsx'
import classes from './order-cards.module.css'
import { SelectBox, SelectPage } from './SelectBox.tsx'
import * as texts from './texts.ts'

/** The list on a phone: the same cells, as cards. */
export function OrderCards({ rows, sorting, today, several, selection, onSort }: OrderRowsProps) {
  const Arrow = sorting.asc ? IconArrowUp : IconArrowDown
  return (
    <>
      <div className={classes.sort}>
        <SelectPage count={rows?.length ?? 0} selection={selection} />
        <NativeSelect
          aria-label={texts.sortBy}
          className={classes.by}
          size="sm"
          value={sorting.orderBy}
          data={SORTS.map(({ orderBy, label }) => ({ value: orderBy, label: texts.sortedBy(label) }))}
          onChange={(event) => {
            const chosen = SORTS.find(({ orderBy }) => orderBy === event.currentTarget.value)
            if (chosen) onSort(chosen.orderBy)
          }}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={sorting.asc ? texts.sortedAscendingSortDescending : texts.sortedDescendingSortAscending}
          onClick={() => onSort(sorting.orderBy)}
        >
          <Arrow size={16} aria-hidden />
        </ActionIcon>
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
              <li
                key={row.id}
                className={list.card}
                data-row={row.id}
                data-chosen={selection.has(row.id) || undefined}
              >
                <div className={list.pair}>
                  <div className={classes.who}>
                    <SelectBox row={row} selection={selection} />
                    <div>
                      <PatientCell row={row} />
                    </div>
                  </div>
                  <StatusCell row={row} />
                </div>
                <div>
                  <TestCell row={row} />
                </div>
                <div className={list.facts}>
                  <Detail name={texts.labNumber}>
                    <NumberCell row={row} several={several} />
                  </Detail>
                  <Detail name={row.orderedAt ? 'Ordered' : ''}>
                    <OrderedCell row={row} />
                  </Detail>
                  {row.state !== 'draft' && row.state !== 'cancelled' && (
                    <Detail name={texts.expected}>
                      <ExpectedCell row={row} today={today} />
                    </Detail>
                  )}
                  {row.result !== null && (
                    <Detail name={texts.result}>
                      <ResultCell row={row} />
                    </Detail>
                  )}
                </div>
                <div className={classes.needs}>
                  <NeedsCell row={row} />
                </div>
              </li>
            ))}
      </ul>
    </>
  )
}
