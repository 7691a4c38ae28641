import { decodeText } from '../../hl7/character-set.ts'

/** Random numbers from 0 to below 1 (mulberry32); the same seed gives the same numbers. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Roll = () => number
const below = (end: number, roll: Roll) => Math.floor(roll() * end)
export const pick = <T>(list: readonly T[], roll: Roll): T => list[below(list.length, roll)] as T

const DELIMITERS = ['|', '^', '~', '\\', '&']
const PIECES = [
  ...DELIMITERS,
  ...[
    '\r',
    '\n',
    '""',
    '\\X',
    '\\X00\\',
    '\\.sp9999\\',
    '\\.br\\',
    'MSH|',
    'OBR|',
    'ORC|OH|',
    'SPM|',
    'PID|1||||',
  ],
  ...['\0', '\x0b', '\x1c', 'Ü', '基', '🧬', '-1', '99999999999999999999', '20269999', 'é'.repeat(300)],
]

/** Damage that can happen to a message in transit or at its author. */
const MUTATIONS: readonly ((raw: string, roll: Roll) => string)[] = [
  function cutOff(raw, roll) {
    return raw.slice(0, below(raw.length, roll))
  },
  function cutOut(raw, roll) {
    const at = below(raw.length, roll)
    return raw.slice(0, at) + raw.slice(at + 1 + below(60, roll))
  },
  function beginLate(raw, roll) {
    return raw.slice(below(20, roll))
  },
  function doubleSegment(raw, roll) {
    return inSegments(raw, (all) => all.toSpliced(below(all.length, roll), 0, pick(all, roll)))
  },
  function dropSegment(raw, roll) {
    return inSegments(raw, (all) => all.toSpliced(below(all.length, roll), 1))
  },
  function swapSegments(raw, roll) {
    return inSegments(raw, (all) => {
      const [one, other] = [below(all.length, roll), below(all.length, roll)]
      return all.with(one, all[other] ?? '').with(other, all[one] ?? '')
    })
  },
  function doubleAll(raw) {
    return raw + raw
  },
  function changeBytes(raw, roll) {
    const bytes = Buffer.from(raw)
    for (let n = 1 + below(6, roll); n > 0 && bytes.length > 0; n--)
      bytes[below(bytes.length, roll)] = below(256, roll)
    return decodeText(bytes)
  },
  function changeDelimiter(raw, roll) {
    return raw.replaceAll(pick(DELIMITERS, roll), pick(PIECES, roll))
  },
  function changeOneDelimiter(raw, roll) {
    const at = raw.indexOf(pick(DELIMITERS, roll), below(raw.length, roll))
    return at < 0 ? raw : raw.slice(0, at) + pick(PIECES, roll) + raw.slice(at + 1)
  },
  function announceOthers(raw, roll) {
    const others = Array.from({ length: 4 }, () => pick(PIECES, roll)).join('')
    return raw.replace(/^MSH\|[^|]*/, `MSH|${others}`)
  },
  function insert(raw, roll) {
    const at = below(raw.length, roll)
    return raw.slice(0, at) + pick(PIECES, roll) + raw.slice(at)
  },
  function emptyField(raw, roll) {
    const fields = raw.split('|')
    return fields.with(below(fields.length, roll), pick(['', '""', ...PIECES], roll)).join('|')
  },
  function otherLineEnds(raw, roll) {
    return raw.replaceAll('\r', pick(['\n', '\r\n', '\r\r', '', ' '], roll))
  },
]

function inSegments(raw: string, change: (segments: string[]) => string[]): string {
  return change(raw.split(/(?<=\r)/)).join('')
}

/** A message with one to four kinds of damage, as read from the wire. */
export function mutated(raw: string, roll: Roll): string {
  let text = raw
  for (let n = 1 + below(4, roll); n > 0; n--) text = pick(MUTATIONS, roll)(text, roll)
  return decodeText(Buffer.from(text))
}
