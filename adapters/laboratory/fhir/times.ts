import { instantOf, offsetOf } from '../instant.ts'

const TIME =
  /^(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * A `date`, `dateTime` or `instant` as one point in time, exact to the millisecond. Null where none is written, or one
 * that is exact to no day (`2026-03`); 'none' for what the calendar or the clock does not have (`2026-02-30`). Without an
 * offset UTC is taken.
 */
export function readTime(text: string | undefined): Date | null | 'none' {
  if (!text) return null
  const { year, month, day, hour, minute, second, fraction, zone } = TIME.exec(text)?.groups ?? {}
  if (year === undefined) return 'none'
  const time = instantOf({
    year: Number(year),
    month: Number(month ?? 1),
    ...{ day: Number(day ?? 1), hour: Number(hour ?? 0), minute: Number(minute ?? 0) },
    ...{ second: Number(second ?? 0), fraction: fraction ?? '', offsetMinutes: offsetOf(zone) },
  })
  if (!time) return 'none'
  return day === undefined ? null : time
}

/** As `readTime`, with null for what is no time. */
export function timeOf(text: string | undefined): Date | null {
  const time = readTime(text)
  return time === 'none' ? null : time
}
