import { isIsoDate } from '#domain/dates/dates.ts'
import { table } from '#domain/table.ts'
import { element, type Segment } from './x12.ts'

/** One HL loop: 20 the payer, 21 the provider, 22 the subscriber, 23 the dependent. */
export interface Level {
  readonly code: string
  readonly segments: readonly Segment[]
}

/** The person whom the request or answer is about. */
export interface Patient {
  readonly subscriber: Level
  readonly dependent: Level | null
}

export interface Levels {
  /** Segments before the first HL. */
  readonly head: readonly Segment[]
  readonly payer: Level | null
  readonly provider: Level | null
  readonly patients: readonly Patient[]
}

/** HL03 of each level's parent. */
const ABOVE = table<string>({ '21': '20', '22': '21', '23': '22' })

/** Splits a 270 or 271 into its levels, in message order. */
export function readLevels(segments: readonly Segment[], problems: string[]): Levels {
  const head: Segment[] = []
  const levels: { code: string; segments: Segment[] }[] = []
  const codeOfNumber = new Map<string, string>()
  for (const segment of segments) {
    if (segment[0] !== 'HL') {
      if (levels.length === 0 && segment[0] !== 'BHT')
        problems.push(`${segment[0]} comes before the first HL level, and was not read`)
      ;(levels.at(-1)?.segments ?? head).push(segment)
      continue
    }
    const [number, above, code] = [1, 2, 3].map((n) => element(segment, n))
    if (code !== '20' && codeOfNumber.get(above ?? '') !== ABOVE[code ?? ''])
      problems.push(`HL ${number} (level ${code}) has no parent level above it (HL02)`)
    codeOfNumber.set(number ?? '', code ?? '')
    levels.push({ code: code ?? '', segments: [] })
  }

  const patients: Patient[] = []
  for (const level of levels) {
    const before = patients.at(-1)
    if (level.code === '22') patients.push({ subscriber: level, dependent: null })
    else if (level.code === '23' && before) {
      if (before.dependent === null) patients.pop()
      patients.push({ subscriber: before.subscriber, dependent: level })
    } else if (level.code === '23') problems.push('A dependent comes before any subscriber')
    else if (level.code !== '20' && level.code !== '21') problems.push(`There is no level ${level.code}`)
  }
  const one = (code: string): Level | null => {
    const [found = null, ...more] = levels.filter((level) => level.code === code)
    if (more.length > 0) problems.push(`Level ${code} occurs more than once; only the first was read`)
    return found
  }
  return { head, payer: one('20'), provider: one('21'), patients }
}

/** The level's segments before its first EB. */
export function ownPart(level: Level | null): Level | null {
  if (!level) return null
  const end = level.segments.findIndex(([id]) => id === 'EB')
  return end < 0 ? level : { ...level, segments: level.segments.slice(0, end) }
}

/** The level's NM1 with one of these entity codes (NM101). */
export function nameIn(level: Level | null, ...entities: string[]): Segment | undefined {
  return level?.segments.find((each) => each[0] === 'NM1' && entities.includes(element(each, 1)))
}

/** NM103 to NM105, in spoken order. */
export function fullName(name: Segment | undefined): string {
  return [element(name, 4), element(name, 5), element(name, 3)].filter((part) => part !== '').join(' ')
}

/** `20060101` as 2006-01-01. Returns '' and adds a problem that names `segmentName` if it is not a date. */
export function readDay(text: string, segmentName: string, problems: string[]): string {
  const day = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : ''
  if (isIsoDate(day)) return day
  if (text !== '') problems.push(`${segmentName} is not a valid date`)
  return ''
}

/** 2006-01-01 as `20060101`. */
export function writeDay(day: string): string {
  return day.replaceAll('-', '')
}

/** The periods of DTP segments, by DTP01. A single day is a start without an end. */
export function readPeriods(segments: readonly Segment[], problems: string[]) {
  const periods = new Map<string, { from: string; to: string }>()
  for (const segment of segments) {
    if (segment[0] !== 'DTP') continue
    const [qualifier, format, text] = [1, 2, 3].map((n) => element(segment, n)) as [string, string, string]
    const segmentName = `DTP ${qualifier}`
    if (format !== 'D8' && format !== 'RD8') problems.push(`${segmentName} has an unknown format`)
    else if (!periods.has(qualifier)) {
      const [from = '', to = ''] = format === 'RD8' ? text.split('-') : [text]
      periods.set(qualifier, {
        from: readDay(from, segmentName, problems),
        to: readDay(to, segmentName, problems),
      })
    }
  }
  return periods
}
