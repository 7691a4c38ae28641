import type { ColumnType } from 'kysely'

/** Written as ISO text or left to the database; read as a Date. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Written as JSON text: the driver would take a list for a PostgreSQL array. */
export type JsonList<T> = ColumnType<T[], string | undefined, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** An object, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
