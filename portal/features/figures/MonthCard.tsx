import { writeBehind } from '#domain/figures/behind.ts'
import { numberOf } from '#domain/figures/figures.ts'
import { addMonths, type Month, monthInWords } from '#domain/figures/months.ts'
import { figureInWords } from '#domain/figures/words.ts'
import { grouped } from '#domain/text/figures.ts'
import { Card } from '#ui/Card.tsx'
import { BehindLink } from './BehindLink.tsx'
import classes from './figures.module.css'
import type { FiguresReply } from './queries.ts'
import { type Asked, FIRST_FIGURES } from './tables.ts'
import * as texts from './texts.ts'

/** Whole months before the last one, with whose average the last one compares. */
const BEFORE = 3

interface MonthCardProps {
  months: FiguresReply['months']
  asked: Asked
  hospitalCodes?: string | undefined
}

/** This month so far, the last one, and the average of those before. */
export function MonthCard({ months, asked, hospitalCodes }: MonthCardProps) {
  const current: Month = asked.months.at(-1) ?? ''
  const last = addMonths(current, -1)
  const before = Array.from({ length: BEFORE }, (_, index) => addMonths(last, -1 - index))
  const numberIn = (figure: string, month: Month) =>
    numberOf(months.find((one) => one.month === month)?.counts ?? {}, figure)
  const cell = (figure: string, month: Month) => {
    const n = numberIn(figure, month)
    const { test, provider } = asked
    const behind = writeBehind({ figure, from: month, to: month, test, provider })
    return { text: grouped(n), value: n, ...(n > 0 ? { behind } : {}) }
  }
  const average = (figure: string) =>
    Math.round((before.reduce((sum, month) => sum + numberIn(figure, month), 0) / BEFORE) * 10) / 10
  return (
    <Card title={texts.thisMonth(monthInWords(current))} sub={texts.thisMonthHint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.tableOf(monthInWords(current))}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.figureColumn}</th>
              <th scope="col">{texts.soFar(monthInWords(current))}</th>
              <th scope="col">{monthInWords(last)}</th>
              <th scope="col">{texts.average}</th>
            </tr>
          </thead>
          <tbody>
            {FIRST_FIGURES.map((figure) => (
              <tr key={figure}>
                <th scope="row">{figureInWords(figure)}</th>
                <td className={classes.lead}>
                  <BehindLink cell={cell(figure, current)} hospitalCodes={hospitalCodes} />
                </td>
                <td>
                  <BehindLink cell={cell(figure, last)} hospitalCodes={hospitalCodes} />
                </td>
                <td>{average(figure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
