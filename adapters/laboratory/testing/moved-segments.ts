import { pick } from './mutations.ts'

type Roll = () => number
const below = (end: number, roll: Roll) => Math.floor(roll() * end)

const STATUSES = [
  '',
  'F',
  'C',
  'P',
  'R',
  'A',
  'X',
  'D',
  'W',
  'O',
  'I',
  'N',
  'S',
  'B',
  'Y',
  'U',
  'M',
  'f',
  '?',
]
const TYPES = ['', 'ED', 'ST', 'TX', 'FT', 'NM', 'SN', 'CWE', 'CE', 'RP', 'NR', 'DT', 'XPN', 'XX']

/** Mutations that keep a message well-formed: something in another place, with another status or type. */
const MOVES: readonly ((segments: string[][], roll: Roll) => void)[] = [
  function status(segments, roll) {
    const [segment, field] = moveSegment(segments, roll, { OBR: [25], OBX: [11] })
    if (segment && field) segment[field] = pick(STATUSES, roll)
  },
  function type(segments, roll) {
    const [segment, field] = moveSegment(segments, roll, { OBX: [2] })
    if (segment && field) segment[field] = pick(TYPES, roll)
  },
  function emptied(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    if (segment) segment[1 + below(segment.length, roll)] = pick(['', '""'], roll)
  },
  function repeated(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    const field = 1 + below((segment?.length ?? 1) - 1, roll)
    if (segment?.[field])
      segment[field] = `${segment[field]}~${pick([segment[field], 'other^one', ''], roll)}`
  },
  function swapped(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    if (!segment) return
    const [one, other] = [1 + below(segment.length, roll), 1 + below(segment.length, roll)]
    const original = segment[one] ?? ''
    segment[one] = segment[other] ?? ''
    segment[other] = original
  },
  function escaped(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    const field = 1 + below((segment?.length ?? 1) - 1, roll)
    if (segment?.[field])
      segment[field] = segment[field].replace(
        /[ae]/g,
        pick(['\\T\\', '\\X41\\', '\\.br\\', '\\Q\\', 'ß', '\\'], roll),
      )
  },
  function segmentMoved(segments, roll) {
    const [segment] = segments.splice(1 + below(segments.length - 1, roll), 1)
    if (segment) segments.splice(1 + below(segments.length, roll), 0, segment)
  },
  function segmentDoubled(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    if (segment) segments.splice(1 + below(segments.length, roll), 0, [...segment])
  },
  function segmentDropped(segments, roll) {
    segments.splice(1 + below(segments.length - 1, roll), 1)
  },
  function cut(segments, roll) {
    const segment = pick(segments.slice(1), roll)
    if (segment) segment.length = 1 + below(segment.length, roll)
  },
  function noted(segments, roll) {
    segments.splice(1 + below(segments.length, roll), 0, [
      'NTE',
      '1',
      '',
      pick(['A note', 'A~B', 'x^y', 'Ünïcode 基'], roll),
    ])
  },
]

function moveSegment(
  segments: string[][],
  roll: Roll,
  fields: Record<string, number[]>,
): [string[] | undefined, number | undefined] {
  const fitting = segments.filter(([name]) => name !== undefined && name in fields)
  const segment = fitting.length > 0 ? pick(fitting, roll) : undefined
  return [segment, segment && pick(fields[segment[0] ?? ''] ?? [], roll)]
}

/** A message with one to four parts moved, repeated, emptied, escaped, cut or altered. */
export function moved(raw: string, roll: Roll): string {
  const end = /[\r\n]+/.exec(raw)?.[0] ?? '\r'
  const segments = raw
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .map((line) => line.split('|'))
  for (let n = 1 + below(4, roll); n > 0; n--) if (segments.length > 1) pick(MOVES, roll)(segments, roll)
  const text = segments.map((segment) => Array.from(segment, (field) => field ?? '').join('|') + end).join('')
  // Another character set or another delimiter.
  if (roll() < 0.05) return text.replaceAll('~', '@').replace('|^@\\&', '|^@\\&')
  return roll() < 0.05 ? text.replaceAll('|', '#') : text
}
