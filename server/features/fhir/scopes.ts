import { table } from '#domain/table.ts'
/** SMART App Launch 2: create, read, update, delete, search. */
export type Interaction = 'c' | 'r' | 'u' | 'd' | 's'
export type Level = 'user' | 'system'

const SCOPE = /^(user|system)\/(\*|[A-Z][A-Za-z]+)\.(\*|read|write|c?r?u?d?s?)$/

/** SMART 1 scopes, which some providers still use. */
const WORDS = table<string>({ '*': 'cruds', read: 'rs', write: 'cud' })

/**
 * Whether one of a token's scopes, such as `user/Patient.rs`, allows the interaction with resources of the
 * type. A scope narrowed by a search (`?…`) is not supported and allows nothing.
 */
export function allows(
  scopes: readonly string[],
  level: Level,
  type: string,
  interaction: Interaction,
): boolean {
  return scopes.some((scope) => {
    const [, of, requestedType, written = ''] = SCOPE.exec(scope) ?? []
    return (
      of === level &&
      (requestedType === '*' || requestedType === type) &&
      (WORDS[written] ?? written).includes(interaction)
    )
  })
}

/** Whether it has the form of a client's scope. */
export function isScope(scope: string): boolean {
  return SCOPE.test(scope)
}

/**
 * A scope and every narrower one that it covers, over the types served: identity providers compare scopes as
 * text, and a client may ask for less than it has.
 */
export function narrowings(scope: string, types: readonly string[]): string[] {
  const [, level, type = '', written = ''] = SCOPE.exec(scope) ?? []
  const letters = WORDS[written] ?? written
  const some = subsets([...letters]).filter((one) => one !== '')
  const words = Object.entries(WORDS).flatMap(([word, all]) =>
    [...all].every((letter) => letters.includes(letter)) ? [word] : [],
  )
  const resourceTypes = type === '*' ? ['*', ...types] : [type]
  return [
    ...new Set([
      scope,
      ...resourceTypes.flatMap((one) => [...some, ...words].map((all) => `${level}/${one}.${all}`)),
    ]),
  ]
}

/** In the order of the letters. */
function subsets([first, ...rest]: string[]): string[] {
  if (first === undefined) return ['']
  const without = subsets(rest)
  return [...without.map((one) => first + one), ...without]
}
