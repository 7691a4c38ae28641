/**
 * Search parameters as everybody writes them: `?test=1600&test=1700&page=2`. Every value arrives as text, a
 * repeated one as a list; the schemas in routes.tsx make numbers and flags of it. (The router's own way reads and
 * writes JSON, which turns test 1600 into a number and its link into `test=%221600%22`.)
 */
export function parsePlainSearch(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => {
      const values = parameters.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** The reverse; undefined, null and '' are left out. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') parameters.append(key, String(one))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
