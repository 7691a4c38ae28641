/**
 * The names in their order, each another than all others: of several equal ones the first is as it is, and the others have
 * numbers. What has such a name keeps it as long as those before it stay.
 */
export function numberRepeats(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? name : `${name} ${before}`
  })
}
