import { describe } from './describe.ts'
import { readDay } from './levels.ts'
import { element, type Segment } from './x12.ts'

/** DTP01 of the day something begins, of the day it ends, and of both. */
const BEGINS: ReadonlySet<string> = new Set(['193', '340', '346', '348', '356', '539'])
const ENDS: ReadonlySet<string> = new Set(['194', '341', '347', '349', '357', '540'])
const SPANS: ReadonlySet<string> = new Set(['291', '292', '307', '472'])
/** The day since when another payer pays too. */
const COORDINATION = '290'

interface Span {
  /** '' if absent. */
  readonly from: string
  readonly to: string
  readonly since: string
  readonly unclear: string[]
  /** Dates that do not limit the row. */
  readonly notes: string[]
}

const NO_DELIMITERS = { element: '*', repetition: null, component: ':', terminator: '~' }

/**
 * When a row applies: from the latest of its start dates to the earliest of its end dates. A single day (D8)
 * is a start without an end, except a date of service (472), which covers that service only. An unreadable
 * date makes the row unclear; so do dates that end before they begin.
 */
export function spanOf(row: readonly Segment[], segmentName: string, problems: string[]): Span {
  const [from, to, since] = [[], [], []] as [string[], string[], string[]]
  const [unclear, notes, all] = [[], [], []] as [string[], string[], string[]]
  for (const segment of row) {
    if (segment[0] !== 'DTP') continue
    const [code, format, text] = [1, 2, 3].map((n) => element(segment, n)) as [string, string, string]
    const { about, words } = describe(segment, NO_DELIMITERS)
    const description = `${about}: ${words}`
    const isOneService = code === '472' && format === 'D8'
    const isSpan = (BEGINS.has(code) || ENDS.has(code) || SPANS.has(code)) && !isOneService
    if (!isSpan && code !== COORDINATION) {
      notes.push(description)
      if (isOneService) unclear.push(description)
      continue
    }
    const [first = '', last = ''] = format === 'RD8' ? text.split('-') : [text]
    const faults: string[] = []
    const [begin, end] = [first, last].map((day) => readDay(day, `${segmentName}: DTP ${code}`, faults))
    const isRead =
      (format === 'D8' || format === 'RD8') && faults.length === 0 && begin && (format === 'D8' || end)
    if (!isRead || segment.slice(4).some((one) => one !== '')) {
      if (!isRead) problems.push(faults[0] ?? `${segmentName}: DTP ${code} has an unknown format`)
      unclear.push(description)
    } else if (code === COORDINATION) since.push(begin)
    else {
      all.push(description)
      if (ENDS.has(code)) {
        to.push(format === 'RD8' ? String(end) : begin)
        if (format === 'RD8') notes.push(description)
      } else {
        from.push(begin)
        if (end) to.push(end)
      }
    }
    if (code === COORDINATION) notes.push(description)
  }
  from.sort()
  to.sort()
  const begins = from.at(-1) ?? ''
  // If several dates of a kind disagree, the narrowest applies; all of them are shown.
  if (from.length > 1 || to.length > 1) notes.push(...all)
  if (begins !== '' && to[0] !== undefined && to[0] < begins)
    return { from: '', to: '', since: since[0] ?? begins, unclear: [...unclear, ...all], notes }
  return { from: begins, to: to[0] ?? '', since: since[0] ?? begins, unclear, notes }
}
