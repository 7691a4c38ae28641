/** A time as written: the parts given, and the offset from UTC in minutes. */
export interface WrittenTime {
  year: number
  /** 1 to 12; without month or day, a time is less exact than a day. */
  month?: number
  day?: number
  hour?: number
  minute?: number
  second?: number
  /** Decimals of the second as written, without the point: `9999`. */
  fraction?: string
  /** UTC if omitted. */
  offsetMinutes?: number
}

/**
 * The instant, exact to the millisecond (further digits are cut rather than rounded up into the next second);
 * null if it does not exist, such as 30 February or 14:75.
 */
export function instantOf(written: WrittenTime): Date | null {
  const { year, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = written
  const { fraction = '', offsetMinutes = 0 } = written
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, milliseconds)
  // JavaScript carries an overflow into the next unit.
  const isExact =
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute &&
    local.getUTCSeconds() === second
  const isZone = Math.abs(offsetMinutes) <= 14 * 60
  return isExact && isZone ? new Date(local.getTime() - offsetMinutes * 60_000) : null
}

/** `+0530`, `-05:00` and `Z` in minutes; 0 if absent; NaN if invalid. */
export function offsetOf(written: string | undefined): number {
  if (!written || written === 'Z') return 0
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?([0-5]\d)$/.exec(written) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
