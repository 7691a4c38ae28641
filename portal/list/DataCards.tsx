import { Skeleton } from '@mantine/core'
import { Fragment, type Key } from 'react'
import type { Column } from './column.ts'
import { Detail } from './Detail.tsx'
import list from './list.module.css'

interface DataCardsProps<Row, OrderBy extends string> {
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => Key
  columns: readonly Column<Row, OrderBy>[]
}

/** The rows of a list on a phone: the table's columns as cards. */
export function DataCards<Row, OrderBy extends string>({
  rows,
  keyOf,
  columns,
}: DataCardsProps<Row, OrderBy>) {
  return (
    <ul className={list.cards}>
      {rows === undefined
        ? [1, 2, 3].map((card) => (
            <li key={card} className={list.card} aria-hidden>
              <Skeleton height={12} width="60%" />
              <Skeleton height={10} width="80%" />
              <Skeleton height={10} width="40%" />
            </li>
          ))
        : rows.map((row) => (
            <li key={keyOf(row)} className={list.card} data-row>
              <DataCard row={row} columns={columns} />
            </li>
          ))}
    </ul>
  )
}

interface DataCardProps<Row, OrderBy extends string> {
  row: Row
  columns: readonly Column<Row, OrderBy>[]
}

function DataCard<Row, OrderBy extends string>({ row, columns }: DataCardProps<Row, OrderBy>) {
  const at = (place: Column<Row>['card']) =>
    columns
      .filter(({ card = 'detail' }) => card === place)
      .map(({ label, cell, cardCell = cell }) => ({ label, content: cardCell(row) }))
  const head = at('head').map(({ label, content }) => <div key={label}>{content}</div>)
  const tag = at('tag').map(({ label, content }) => <Fragment key={label}>{content}</Fragment>)
  const details = at('detail').map(({ label, content }) => (
    <Detail key={label} name={label}>
      {content}
    </Detail>
  ))
  return (
    <>
      {tag.length === 0 ? (
        head
      ) : (
        <div className={list.pair}>
          {head}
          {tag}
        </div>
      )}
      {at('line').map(({ label, content }) => (
        <div key={label}>{content}</div>
      ))}
      {details.length > 0 && <div className={list.facts}>{details}</div>}
      {at('foot').map(({ label, content }) => (
        <Fragment key={label}>{content}</Fragment>
      ))}
    </>
  )
}
