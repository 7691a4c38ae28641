import type { Delimiters } from './x12.ts'

/** A segment's field: a text, repetitions, or components. */
export type Field =
  | string
  | { readonly repeated: readonly string[] }
  | { readonly composite: readonly string[] }
export type Row = readonly [id: string, ...fields: Field[]]

/** Sender and receiver, as agreed with the clearinghouse. */
export interface TradingPartner {
  /** ISA05 and ISA06, also GS02. */
  readonly sender: { readonly qualifier: string; readonly id: string }
  /** ISA07 and ISA08, also GS03. */
  readonly receiver: { readonly qualifier: string; readonly id: string }
  /** ISA15: T for tests, P for production. */
  readonly usage: 'T' | 'P'
}

/** How an interchange is spelled. */
export interface Style {
  readonly delimiters: Delimiters & { readonly repetition: string }
  /** Written after each segment, for human readers only. */
  readonly lineBreak: string
}

export const STANDARD: Style = {
  delimiters: { element: '*', repetition: '^', component: ':', terminator: '~' },
  lineBreak: '',
}

/** The implementation guide that both transactions follow. */
const VERSION = '005010X279A1'

interface Envelope {
  readonly type: '270' | '271'
  readonly partner: TradingPartner
  readonly controlNumber: number
  readonly at: Date
  /** The rows between ST and SE. */
  readonly rows: readonly Row[]
}

/**
 * TRN03: who assigned a trace number. 10 characters, of which the first gives the type of the others (9:
 * agreed upon).
 */
export function originator(id: string): string {
  return `9${id.slice(0, 9).padEnd(9, '0')}`
}

/** Date and time in UTC, as BHT, GS and ISA require. */
export function stamp(at: Date): { day: string; time: string } {
  const digits = at.toISOString().replace(/\D/g, '')
  return { day: digits.slice(0, 8), time: digits.slice(8, 12) }
}

/**
 * Writes one interchange with one transaction. X12 has no escapes: a delimiter or control character in a text
 * becomes a space. Throws RangeError if an ID or number does not fit the header.
 */
export function writeInterchange({ type, partner, controlNumber, at, rows }: Envelope, style: Style): string {
  const { delimiters } = style
  if (!Number.isInteger(controlNumber) || controlNumber < 1 || controlNumber > 999_999_999)
    throw new RangeError(`A control number must be 1 to 999999999: ${controlNumber}`)
  const padded = (id: string): string => {
    if (id.length < 2 || id.length > 15) throw new RangeError(`An ID must have 2 to 15 characters: ${id}`)
    return id.padEnd(15)
  }
  const { sender, receiver, usage } = partner
  const { day, time } = stamp(at)
  const control = String(controlNumber).padStart(9, '0')
  const header = [
    ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10)],
    ...[sender.qualifier, padded(sender.id), receiver.qualifier, padded(receiver.id)],
    ...[day.slice(2), time, delimiters.repetition, '00501', control, '0', usage, delimiters.component],
  ].join(delimiters.element)
  const group = type === '270' ? 'HS' : 'HB'
  const number = String(controlNumber)
  const segments: Row[] = [
    ['GS', group, sender.id, receiver.id, day, time, number, 'X', VERSION],
    ['ST', type, '0001', VERSION],
    ...rows,
    ['SE', String(rows.length + 2), '0001'],
    ['GE', '1', number],
    ['IEA', '1', control],
  ]
  return [header, ...segments.map((row) => writeRow(row, delimiters))]
    .map((segment) => segment + delimiters.terminator + style.lineBreak)
    .join('')
}

function writeRow([id, ...fields]: Row, delimiters: Style['delimiters']): string {
  const forbidden = new Set(Object.values(delimiters))
  const clean = (text: string): string =>
    Array.from(text, (char) => (forbidden.has(char) || /\p{Cc}/u.test(char) ? ' ' : char))
      .join('')
      .trim()
  const written = fields.map((field) => {
    if (typeof field === 'string') return clean(field)
    if ('repeated' in field) return field.repeated.map(clean).join(delimiters.repetition)
    return field.composite.map(clean).join(delimiters.component)
  })
  while (written.at(-1) === '') written.pop()
  return [id, ...written].join(delimiters.element)
}
