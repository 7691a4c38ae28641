import { writeBehind } from '#domain/figures/behind.ts'
import {
  type Counts,
  causesIn,
  LATE_CAUSES,
  meanDays,
  numberOf,
  shareInWords,
  shareOf,
} from '#domain/figures/figures.ts'
import { type Month, monthInWords } from '#domain/figures/months.ts'
import { causeInWords } from '#domain/figures/words.ts'
import { grouped } from '#domain/text/figures.ts'
import type { FiguresReply } from './queries.ts'
import * as texts from './texts.ts'

export interface Cell {
  text: string
  /** For the chart; null where there is nothing to draw. */
  value: number | null
  /** The list with exactly these orders; left out for a share, and for none. */
  behind?: string
}

export interface FigureRow {
  key: string
  label: string
  cells: readonly Cell[]
}

/** One card: a table, and which of its columns the chart draws. */
export interface FigureTable {
  id: string
  title: string
  hint: string
  /** The heading of the rows. */
  first: string
  columns: readonly string[]
  rows: readonly FigureRow[]
  chart: { columns: readonly number[]; isStacked: boolean; isPercent?: boolean }
}

/** What the page was asked for. */
export interface Asked {
  months: readonly Month[]
  test: string
  provider: string
}

interface Counted {
  counts: Counts
  days: number
}

type Place = Omit<Parameters<typeof writeBehind>[0], 'figure'>
type MakeCell = (counted: Counted, place: Place) => Cell

/** A number of orders, with the list behind it. */
const number =
  (figure: string): MakeCell =>
  ({ counts }, place) => {
    const n = numberOf(counts, figure)
    return { text: grouped(n), value: n, ...(n > 0 ? { behind: writeBehind({ figure, ...place }) } : {}) }
  }

const sum =
  (...figures: string[]): MakeCell =>
  ({ counts }) => {
    const n = figures.reduce((all, figure) => all + numberOf(counts, figure), 0)
    return { text: grouped(n), value: n }
  }

/** A share in words; the chart gets its percentage, unless there are too few. */
const share =
  (part: string, whole: string): MakeCell =>
  ({ counts }) => {
    const found = shareOf(numberOf(counts, part), numberOf(counts, whole))
    return { text: shareInWords(found) || '–', value: found.percent }
  }

const mean: MakeCell = ({ counts, days }) => {
  const found = meanDays(counts, days)
  return { text: found === null ? '–' : String(found), value: found }
}

const NOTHING: Counted = { counts: {}, days: 0 }

type ColumnOf = readonly [label: string, cell: MakeCell]

/** The tables by month: every month of the period has a row. */
export function monthTables({ months }: FiguresReply, asked: Asked): FigureTable[] {
  const found = new Map(months.map((one) => [one.month, one]))
  const { test, provider } = asked
  const byMonth = (
    table: Pick<FigureTable, 'id' | 'title' | 'hint' | 'chart'>,
    columns: readonly ColumnOf[],
  ): FigureTable => ({
    ...table,
    first: texts.month,
    columns: columns.map(([label]) => label),
    rows: asked.months.map((month) => ({
      key: month,
      label: monthInWords(month),
      cells: columns.map(([, cell]) =>
        cell(found.get(month) ?? NOTHING, { from: month, to: month, test, provider }),
      ),
    })),
  })
  const all = months.map(({ counts }) => counts)
  const causes = (measure: 'hold' | 'rejected'): ColumnOf[] =>
    causesIn(all, measure).map((cause) => [causeInWords(measure, cause), number(`${measure}:${cause}`)])
  const holds = causes('hold')
  const rejections = causes('rejected')
  return [
    byMonth(
      {
        ...{ id: 'orders', title: texts.ordersTitle, hint: texts.ordersTableHint },
        chart: { columns: [0, 2], isStacked: false },
      },
      [
        [texts.submitted, number('submitted')],
        [texts.cancelled, number('cancelled')],
        [texts.reported, number('reported')],
      ],
    ),
    byMonth(
      {
        ...{ id: 'turnaround', title: texts.turnaroundTitle, hint: texts.turnaroundHint },
        chart: { columns: [0, 1, 2, 3, 4], isStacked: true },
      },
      [
        [texts.onTime, number('reported:on-time')],
        ...LATE_CAUSES.map((cause): ColumnOf => [texts.lateBy[cause], number(`reported:${cause}`)]),
        [texts.noDay, number('reported:no-day')],
        [texts.shareOnTime, share('reported:on-time', 'promised')],
        [texts.meanDays, mean],
      ],
    ),
    byMonth(
      {
        ...{ id: 'waiting', title: texts.waitingTitle, hint: texts.waitingHint },
        chart: { columns: [0, 1], isStacked: false },
      },
      [
        [texts.notOpened, number('unopened')],
        [texts.notAcknowledged, number('unacknowledged')],
      ],
    ),
    byMonth(
      {
        ...{ id: 'holds', title: texts.holdsTitle, hint: texts.holdsHint },
        chart: { columns: holds.map((_, index) => index + 1), isStacked: true },
      },
      [[texts.held, number('hold')], ...holds],
    ),
    byMonth(
      {
        ...{ id: 'rejections', title: texts.rejectionsTitle, hint: texts.rejectionsHint },
        chart: { columns: rejections.map((_, index) => index + 1), isStacked: true },
      },
      [[texts.rejected, number('rejected')], ...rejections],
    ),
    byMonth(
      {
        ...{ id: 'authorizations', title: texts.authorizationTitle, hint: texts.authorizationHint },
        chart: { columns: [0, 1, 2], isStacked: false },
      },
      [
        [texts.required, number('authorization:required')],
        [texts.letterSigned, number('authorization:letter')],
        [texts.heldForIt, number('hold:authorization')],
      ],
    ),
    byMonth(
      {
        ...{ id: 'results', title: texts.resultsTitle, hint: texts.resultsHint },
        chart: { columns: [0, 1, 2, 3], isStacked: true },
      },
      [
        [texts.positive, number('result:positive')],
        [texts.inconclusive, number('result:uncertain')],
        [texts.negative, number('result:negative')],
        [texts.otherResult, sum('result:other', 'result:none')],
        [texts.failed, number('result:failed')],
        [texts.documentOnly, number('result:document')],
        [texts.yieldShare, share('result:positive', 'resulted')],
        [texts.vusShare, share('vus', 'resulted')],
      ],
    ),
  ]
}

/** The whole period by test and by provider. */
export function groupTables({ tests, providers }: FiguresReply, asked: Asked): FigureTable[] {
  const { months, test, provider } = asked
  const place = { from: months[0] ?? '', to: months.at(-1) ?? '', test, provider }
  const table = <T extends Counted>(
    {
      rows,
      at,
      ...rest
    }: Pick<FigureTable, 'id' | 'title' | 'hint' | 'first' | 'chart'> & {
      rows: readonly T[]
      at: (row: T) => { key: string; label: string; place: Place }
    },
    columns: readonly ColumnOf[],
  ): FigureTable => ({
    ...rest,
    columns: columns.map(([label]) => label),
    rows: rows.map((row) => {
      const { key, label, place: there } = at(row)
      return { key, label, cells: columns.map(([, cell]) => cell(row, there)) }
    }),
  })
  return [
    table(
      {
        ...{ id: 'tests', title: texts.byTestTitle, hint: texts.byTestHint, first: texts.test },
        chart: { columns: [4, 5], isStacked: false, isPercent: true },
        rows: tests,
        at: ({ code, name }) => ({
          ...{ key: code, label: `${name} (${code})` },
          place: { ...place, test: code },
        }),
      },
      [
        [texts.submitted, number('submitted')],
        [texts.reported, number('reported')],
        [texts.shareLate, share('late', 'promised')],
        [texts.positive, number('result:positive')],
        [texts.yieldShare, share('result:positive', 'resulted')],
        [texts.vusShare, share('vus', 'resulted')],
        [texts.held, number('hold')],
        [texts.rejected, number('rejected')],
        [texts.notAcknowledged, number('unacknowledged')],
      ],
    ),
    table(
      {
        ...{ id: 'providers', title: texts.byProviderTitle, hint: texts.byProviderHint },
        ...{ first: texts.provider, chart: { columns: [0, 1], isStacked: false } },
        rows: providers,
        at: ({ name }) => ({ key: name, label: name, place: { ...place, provider: name } }),
      },
      [
        [texts.submitted, number('submitted')],
        [texts.reported, number('reported')],
        [texts.shareLate, share('late', 'promised')],
        [texts.held, number('hold')],
        [texts.rejected, number('rejected')],
        [texts.letterSigned, number('authorization:letter')],
        [texts.notOpened, number('unopened')],
        [texts.notAcknowledged, number('unacknowledged')],
      ],
    ),
  ]
}

/** This month beside those before: what somebody who leads a clinic looks at first. */
export const FIRST_FIGURES = ['submitted', 'reported', 'late', 'hold', 'rejected', 'unacknowledged'] as const
