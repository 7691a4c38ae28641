import { searchable } from '#domain/text/searchable.ts'

interface Name {
  firstName: string
  lastName: string
  prefix?: string
  suffix?: string
}

/** `Dr Ada Okafor, MD`. */
export function personName({ prefix = '', firstName, lastName, suffix = '' }: Name): string {
  const name = [prefix, firstName, lastName].filter(Boolean).join(' ')
  return suffix ? `${name}, ${suffix}` : name
}

/** `Okafor, Ada`: for lists, which are read by last name. */
export function listName({ firstName, lastName }: Name): string {
  return [lastName, firstName].filter(Boolean).join(', ')
}

/** Whether two names are written alike; case, accents, hyphens and the like do not count. */
export function sameName(a: Name, b: Name): boolean {
  const letters = (text: string) => searchable(text).replace(/[^\p{L}]/gu, '')
  return letters(a.firstName) === letters(b.firstName) && letters(a.lastName) === letters(b.lastName)
}
