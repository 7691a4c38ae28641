/**
 * The names in their order: of several equal ones the first is as it is, and the next ones have their number, `Phone#2`. No
 * name may hold the sign itself. What has such a name keeps it as long as those before it stay.
 */
export function numberRepeats(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}
