import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Route } from './route.ts'
import { MOST_WORDS, searchWords } from './search-words.ts'

const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ')
/** A category's and a person's name, used as a whole, and codes, each of which is looked up. */
const NO_WORDS = ['categoryName', 'providerName', 'enteredBy', 'hospitalCodes', 'institutionCodes']

const routes = Object.values(api).flatMap((feature) => Object.values(feature) as Route[])

test('limits the number of search words, and says what the limit is', () => {
  expect(searchWords.parse(`  ${words(MOST_WORDS)} `)).toBe(words(MOST_WORDS))
  expect(searchWords.safeParse(words(MOST_WORDS + 1)).error?.issues).toMatchObject([
    { message: 'Enter at most 8 words to search.' },
  ])
  expect(searchWords.safeParse('a'.repeat(101)).error?.issues[0]?.message).toBe(
    'Enter at most 100 characters to search.',
  )
})

test('[SEC-16] no parameter of any route accepts more words than that', () => {
  const taking = routes.flatMap(({ method, path, query }) =>
    Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
      schema.safeParse(words(40)).success ? [`${method} ${path} ${name}`] : [],
    ),
  )
  expect(taking.filter((one) => !NO_WORDS.some((name) => one.endsWith(` ${name}`)))).toEqual([])
})

test('[SEC-16] a repeated value counts once, and endless repetition is refused', () => {
  const taking = routes.flatMap(({ method, path, query }) =>
    Object.entries(query?.shape ?? {}).flatMap(([name, schema]) => {
      const values = ['a', '1', 'Awaiting', 'not-sent'].filter(
        (value) => schema.safeParse([value, value]).success,
      )
      return values.flatMap((value) => {
        const twice = schema.safeParse([value, value]).data
        const isOnce = Array.isArray(twice) && twice.length === 1
        const isEndless = schema.safeParse(Array.from({ length: 1000 }, () => value)).success
        return isOnce && !isEndless ? [] : [`${method} ${path} ${name}`]
      })
    }),
  )
  expect(taking).toEqual([])
})
