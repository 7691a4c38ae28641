import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import { readGestationalAge, weeksAndDays } from './gestational-age.ts'
import { AGE_CLASSES, ageClassLabel, type Onset } from './phenotype.ts'

const UNITS = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const
type Unit = keyof typeof UNITS

/** An ISO 8601 duration by its units; `hours` are those of a part of a day. */
interface Duration {
  Y: number
  M: number
  W: number
  D: number
  hours: number
}

/** `P1Y6M`, `P2D`, `P3W`, `PT12H`; null if the text is no duration of an age. */
export function readDuration(text: string): Duration | null {
  const match =
    /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,3})H)?(?:\d{1,2}M)?(?:\d{1,2}S)?)?$/.exec(
      text,
    )
  if (!match || text === 'P' || text.endsWith('T')) return null
  const [, years, months, weeks, days, hours] = match.map((part) => Number(part ?? 0))
  return { Y: years ?? 0, M: months ?? 0, W: weeks ?? 0, D: days ?? 0, hours: hours ?? 0 }
}

/**
 * The ISO duration of an age as people type it: '3 months' → P3M, '1y 6m' → P1Y6M, '2d' → P2D, 'birth' → P0D. An
 * ISO duration is returned unchanged, anything else trimmed.
 */
export function typedAge(text: string): string {
  const typed = text.trim()
  if (readDuration(typed.toUpperCase())) return typed.toUpperCase()
  if (/^(at )?birth$/i.test(typed)) return 'P0D'
  const parts = [...typed.matchAll(/(\d+)\s*(years?|yrs?|y|months?|mos?|m|weeks?|wks?|w|days?|d)(?![a-z])/gi)]
  const rest = parts.reduce((left, [part]) => left.replace(part, ''), typed)
  if (parts.length === 0 || /[^\s,.]/.test(rest.replace(/\b(old|and|of age)\b/gi, ''))) return typed
  const of = (unit: Unit) => {
    const sum = parts
      .filter(([, , word = '']) => word[0]?.toUpperCase() === unit)
      .reduce((total, [, count]) => total + Number(count), 0)
    return sum > 0 || (parts.length === 1 && parts[0]?.[2]?.[0]?.toUpperCase() === unit)
      ? `${sum}${unit}`
      : ''
  }
  return `P${of('Y')}${of('M')}${of('W')}${of('D')}`
}

/** The day on which somebody born on `born` reached an age; null unless both can be read. */
export function dayOfAge(born: IsoDate | '', duration: string): IsoDate | null {
  const [date, age] = [readIsoDate(born), readDuration(duration)]
  if (!date || !age) return null
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCFullYear(date.getUTCFullYear() + age.Y)
  date.setUTCMonth(date.getUTCMonth() + age.M)
  // The 31st of a month with 30 days is its last.
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last) + age.W * 7 + age.D)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10)
}

/** Whether an onset can be read, by its kind. */
export function isReadableOnset({ kind, value }: Onset): boolean {
  if (kind === 'age') return readDuration(value) !== null
  if (kind === 'class') return AGE_CLASSES.some(({ id }) => id === value)
  return readGestationalAge(value) !== null
}

function durationInWords(duration: string): string {
  const age = readDuration(duration)
  if (!age) return duration
  const words = (Object.keys(UNITS) as Unit[])
    .filter((unit) => age[unit] > 0)
    .map((unit) => `${age[unit]} ${UNITS[unit]}${age[unit] === 1 ? '' : 's'}`)
  if (words.length > 0) return `at ${words.join(' ')}`
  return age.hours > 0 ? `at ${age.hours} hours` : 'at birth'
}

/** 'at 3 months', 'neonatal onset', 'at 21+4 weeks'. */
export function onsetInWords({ kind, value }: Onset): string {
  if (kind === 'age') return durationInWords(value)
  if (kind === 'class') return ageClassLabel(value).toLowerCase()
  const days = readGestationalAge(value)
  return days === null ? value : `at ${weeksAndDays(days)} weeks`
}
