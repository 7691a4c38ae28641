import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { saveFile } from '#portal/files/file.ts'
import { Card } from '#ui/Card.tsx'
import { BehindLink } from './BehindLink.tsx'
import classes from './figures.module.css'
import type { FigureTable } from './tables.ts'
import * as texts from './texts.ts'

const MonthBars = lazy(() => import('./MonthBars.tsx').then((module) => ({ default: module.MonthBars })))

/** Rows that are shown before the user asks for all. */
const FIRST_ROWS = 15

/** Without the separators that a spreadsheet would read as text. */
const cellsOf = ({ rows }: FigureTable) =>
  rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text.replaceAll(',', ''))])

/** A chart, and under it the table with its numbers, each a link to its orders. */
export function FigureCard({
  table,
  hospitalCodes,
}: {
  table: FigureTable
  hospitalCodes?: string | undefined
}) {
  const { id, title, hint, first, columns, rows, chart } = table
  const [showsAll, setShowsAll] = useState(false)
  const visible = showsAll ? rows : rows.slice(0, Math.max(FIRST_ROWS, id in GROUPED ? 0 : rows.length))
  const hasBars = rows.some(({ cells }) => chart.columns.some((column) => (cells[column]?.value ?? 0) > 0))
  const download = async () => {
    const { writeCsv } = await import('#contract/csv.ts')
    saveFile(new TextEncoder().encode(writeCsv([first, ...columns], cellsOf(table))), {
      filename: `figures-${id}.csv`,
      mediaType: 'text/csv;charset=utf-8',
    })
  }
  return (
    <Card
      title={title}
      sub={hint}
      action={
        <Button
          size="xs"
          variant="default"
          className={classes.download}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={texts.downloadOf(title)}
          onClick={() => void download()}
        >
          {texts.downloadCsv}
        </Button>
      }
    >
      {hasBars && (
        <div className={classes.chart} role="img" aria-label={texts.chartOf(title)}>
          <Suspense fallback={<Skeleton height={220} />}>
            <MonthBars table={table} />
          </Suspense>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.tableOf(title)}>
        <table className={classes.table}>
          <thead>
            <tr>
              {[first, ...columns].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map(({ key, label, cells }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index]}>
                    <BehindLink cell={cell} hospitalCodes={hospitalCodes} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {visible.length < rows.length && (
        <Button variant="subtle" size="xs" className={classes.all} onClick={() => setShowsAll(true)}>
          {texts.showAll(rows.length)}
        </Button>
      )}
    </Card>
  )
}

/** Tables with a row for each test or provider, which may be hundreds. */
const GROUPED = { tests: true, providers: true }
