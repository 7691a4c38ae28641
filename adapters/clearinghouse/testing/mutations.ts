import { pick } from '#adapters/laboratory/testing/mutations.ts'

type Roll = () => number

const below = (end: number, roll: Roll) => Math.floor(roll() * end)

const PIECES = [
  ...['*', '^', ':', '~', '|', '\n', '\r\n', ' ', '\0', '\x1d', '\uFEFF', 'é', '基', '🧬'],
  ...[
    '-',
    '-1',
    '1,000',
    '1E5',
    '.',
    '..5',
    '1.005',
    '0x10',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '200',
    '٣',
  ],
  ...[
    'HL*9*8*23*0~',
    'EB*',
    'EB*C*IND*30***29*~',
    'SE*1*1~',
    'LS*2120~',
    'AAA*N**75*C~',
    'ISA*',
    'ST*271*2~',
    'TRN*2*X~',
  ],
]

/** Damage that can happen to an answer in transit or at its author. */
const MUTATIONS: readonly ((raw: string, roll: Roll) => string)[] = [
  function cutOff(raw, roll) {
    return raw.slice(0, below(raw.length, roll))
  },
  function cutOut(raw, roll) {
    const at = below(raw.length, roll)
    return raw.slice(0, at) + raw.slice(at + 1 + below(40, roll))
  },
  function changeCharacter(raw, roll) {
    const at = below(raw.length, roll)
    return raw.slice(0, at) + String.fromCharCode(below(128, roll)) + raw.slice(at + 1)
  },
  function insert(raw, roll) {
    const at = below(raw.length, roll)
    return raw.slice(0, at) + pick(PIECES, roll) + raw.slice(at)
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
  function changeElement(raw, roll) {
    return inSegments(raw, (all) => {
      const at = below(all.length, roll)
      const elements = (all[at] ?? '').slice(0, -1).split('*')
      const changed = elements.with(below(elements.length, roll), pick(['', ...PIECES], roll))
      return all.with(at, `${changed.join('*')}~`)
    })
  },
  function changeBenefit(raw, roll) {
    return inSegments(raw, (all) => {
      const rows = all.flatMap((segment, at) => (segment.includes('EB*') ? [at] : []))
      if (rows.length === 0) return all
      const at = pick(rows, roll)
      const elements = (all[at] ?? '').slice(0, -1).split('*')
      const changed = elements.with(below(elements.length, roll), pick(['', ...PIECES], roll))
      return all.with(at, `${changed.join('*')}~`)
    })
  },
  function changeDelimiter(raw, roll) {
    return raw.replaceAll(pick(['*', '^', ':', '~'], roll), () => pick(PIECES, roll))
  },
]

function inSegments(raw: string, change: (segments: string[]) => string[]): string {
  return change(raw.split(/(?<=~)/)).join('')
}

/** An answer with one to three kinds of damage. */
export function mutated(raw: string, roll: Roll): string {
  let text = raw
  for (let n = 1 + below(3, roll); n > 0; n--) text = pick(MUTATIONS, roll)(text, roll)
  return text
}
