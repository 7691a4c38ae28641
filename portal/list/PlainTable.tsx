import { Skeleton } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import list from './list.module.css'

interface PlainTableProps<Row> {
  /** What the table is called by a screen reader. */
  label: string
  /** Widths of the columns. */
  className: string | undefined
  /** Undefined while they are on their way: rows of the final shape stand in their place. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => Key
  columns: readonly { label: string; cell: (row: Row) => ReactNode }[]
}

/** A list on a wide screen that is neither sorted nor selected from. */
export function PlainTable<Row>({ label, className, rows, keyOf, columns }: PlainTableProps<Row>) {
  return (
    <table className={`${list.table} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? [1, 2, 3, 4, 5, 6].map((row) => (
              <tr key={row} aria-hidden>
                {columns.map((column) => (
                  <td key={column.label}>
                    <Skeleton height={10} my={6} width="75%" />
                    <Skeleton height={8} my={5} width="45%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.label}>{column.cell(row)}</td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}
