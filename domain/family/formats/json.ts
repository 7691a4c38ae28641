/** Reading JSON that others wrote: whatever is not of the expected kind is absent. */
export type Json = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** A member by its JSON name, or as protocol buffers write it (`paternal_id`). */
function memberOf(of: unknown, name: string): unknown {
  const object = objectOf(of)
  if (Object.hasOwn(object, name)) return object[name]
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(object, snake) ? object[snake] : undefined
}

/** The member at the end of a path of names. */
export const at = (of: unknown, ...names: string[]): unknown => names.reduce(memberOf, of)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const textAt = (of: unknown, ...names: string[]): string => textOf(at(of, ...names))
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const listAt = (of: unknown, ...names: string[]): unknown[] => listOf(at(of, ...names))

/** A text of at most `length` characters. */
export const cut = (text: string, length: number) => [...text].slice(0, length).join('')
