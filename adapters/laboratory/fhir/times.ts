import { instantOf, offsetOf } from '../../hl7/instant.ts'

const TIME =
  /^(?<year>19\d\d|2\d{3})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * A `date`, `dateTime` or `instant` as an instant, exact to the millisecond. Null if absent or less exact
 * than a day (`2026-03`); 'none' if it does not exist (`2026-02-30`) or is not since 1900 and before 3000, as in HL7 v2:
 * a report expected after the year 9999 could not be stored. Without an offset, UTC is assumed.
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

/** Like `readTime`, but null for an impossible time. */
export function timeOf(text: string | undefined): Date | null {
  const time = readTime(text)
  return time === 'none' ? null : time
}
