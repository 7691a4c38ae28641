import type { FavoriteTest } from './queries.ts'

/** A favorite in words; of what is no longer in the catalogue only the code is known. */
export function testWords({ testName, testCode }: Pick<FavoriteTest, 'testName' | 'testCode'>): string {
  return testName === '' || testName === testCode ? `Test ${testCode}` : testName
}

/** The list with `one` at its end, or without it where it was there. */
export function toggleFavorite<T>(list: readonly T[], one: T, keyOf: (favorite: T) => string): T[] {
  const others = list.filter((favorite) => keyOf(favorite) !== keyOf(one))
  return others.length === list.length ? [...list, one] : others
}
