import type { IsoDate } from '#domain/dates/dates.ts'

/** Kept counts of a clinic's orders; written by the database's functions only. */
export interface FigureTables {
  /** What an order counts for (functions/figures-of.sql). */
  order_figure: {
    order_id: number
    institution_code: string
    measure: string
    cause: string
    /** The first day of the month. */
    month: IsoDate
    tests: string[]
    provider: string
    days: number
  }
  /** How far the job is that counts orders from before these tables. */
  figure_backlog: {
    one: boolean
    below: number
  }
}
