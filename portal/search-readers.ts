import type { SearchSchemaInput } from '@tanstack/react-router'
import { isIsoDate } from '#domain/dates/dates.ts'

/**
 * How a page reads the search parameters of its address: each is text, a list of texts where it is repeated, or the value
 * itself once it has been read. What is not understood counts as not given. No schemas: all pages' are in the first load.
 */
type Reader<T> = (given: unknown) => T
type Readers = Readonly<Record<string, Reader<unknown>>>

type MayBeLeftOut<R extends Readers> = {
  [K in keyof R]: undefined extends ReturnType<R[K]> ? K : never
}[keyof R]

/** What a page gets: what has a default is always there. */
export type SearchOf<R extends Readers> = {
  [K in Exclude<keyof R, MayBeLeftOut<R>>]: ReturnType<R[K]>
} & { [K in MayBeLeftOut<R>]?: ReturnType<R[K]> }
/** What a link gives: each may be left out. */
type SearchInput<R extends Readers> = { [K in keyof R]?: ReturnType<R[K]> | undefined }

/** For a route's `validateSearch`. */
export function searchOf<R extends Readers>(readers: R) {
  return (given: SearchInput<R> & SearchSchemaInput): SearchOf<R> =>
    Object.fromEntries(
      Object.entries(readers)
        .map(([name, read]) => [name, read(given[name])] as const)
        .filter(([, value]) => value !== undefined),
    ) as SearchOf<R>
}

/** Free text of at most so many characters. */
export const words =
  (most: number): Reader<string | undefined> =>
  (given) =>
    typeof given === 'string' && given.length <= most ? given : undefined

/** The same without space around it. */
export const trimmed =
  (most: number): Reader<string | undefined> =>
  (given) =>
    typeof given === 'string' ? words(most)(given.trim()) : undefined

export function oneOf<T extends string>(values: readonly T[]): Reader<T | undefined>
export function oneOf<T extends string>(values: readonly T[], other: T): Reader<T>
export function oneOf<T extends string>(values: readonly T[], other?: T): Reader<T | undefined> {
  return (given) => values.find((value) => value === given) ?? other
}

const FLAGS = new Map([
  ...['true', '1', 'yes', 'on', 'y', 'enabled'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'n', 'disabled'].map((word) => [word, false] as const),
])
export const flag: Reader<boolean | undefined> = (given) =>
  typeof given === 'boolean' ? given : FLAGS.get(String(given).toLowerCase())

/** The number of something, from 1. */
export const id: Reader<number | undefined> = (given) => {
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Of a list's pages, from 1. */
export const page: Reader<number> = (given) => id(given) ?? 1

export const day: Reader<string | undefined> = (given) =>
  typeof given === 'string' && isIsoDate(given) ? given : undefined
