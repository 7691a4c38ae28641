/** Whether the name is a time zone that this computer knows: `America/New_York`. */
export function isTimeZone(name: string): boolean {
  return clockIn(name) !== null
}

/** The zone of the computer on which this runs. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The clocks asked before: creating one costs more than using it. */
const clocks = new Map<string, Intl.DateTimeFormat | null>()
const MOST_CLOCKS = 600

function clockIn(timeZone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  const made = newClock(timeZone)
  clocks.set(timeZone, made)
  return made
}

function newClock(timeZone: string): Intl.DateTimeFormat | null {
  // Offsets such as +05:00 are no zones: they change with the season.
  if (!/^[A-Za-z]/.test(timeZone)) return null
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ calendar: 'gregory', numberingSystem: 'latn', timeZone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    } as const)
  } catch {
    return null
  }
}

/** What the clock shows, as if it were UTC, in milliseconds. */
function clockTime(clock: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'))
}

/**
 * How many minutes a zone's clock is ahead of UTC when it shows `day` and `time`; null if one of them is not
 * readable. An hour that the clock skips counts by the clock before.
 */
export function offsetMinutes(day: string, time: string, timeZone: string): number | null {
  const clock = clockIn(timeZone)
  const typed = Date.parse(`${day}T${time}:00Z`)
  if (!clock || !isTimeOfDay(time) || Number.isNaN(typed)) return null
  const guess = clockTime(clock, typed) - typed
  const better = clockTime(clock, typed - guess) - (typed - guess)
  return better / 60_000
}

/** `-05:00`. */
export function offsetInWords(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
