import { isIsoDate } from '#domain/dates/dates.ts'
import type { Read271 } from '../read-271.ts'

// A second, naive reader of a 271 that shares no code with the first: it splits the message and collects what
// it finds.

type Segment = string[]

/** The segments of the first complete transaction, and the delimiters of its header. */
function segmentsOf(raw: string): { segments: Segment[]; repetition: string; component: string } | null {
  const text = raw.replace(/^[\s\uFEFF\0]+/, '')
  const mark = text.charAt(3)
  const header = text.split(mark).slice(0, 17)
  const component = header[16]?.charAt(0) ?? ''
  const terminator = header[16]?.charAt(1) ?? ''
  if (terminator === '') return null
  const all = text.split(terminator).map((one) =>
    one
      .replace(/[\r\n]+/g, '')
      .trim()
      .split(mark)
      .map((element) => element.trim()),
  )
  const from = all.findIndex(([id]) => id === 'ST')
  const to = all.findIndex(([id], at) => at > from && id === 'SE')
  if (from < 0 || to < 0) return null
  return { segments: all.slice(from + 1, to), repetition: header[11] ?? '', component }
}

/**
 * What people and programs look for: names, numbers, codes, amounts, dates; not delimiters and qualifiers.
 */
const CONTENT: Readonly<Record<string, readonly number[]>> = {
  NM1: [3, 4, 5, 6, 7, 9],
  N3: [1, 2],
  N4: [1, 2, 3],
  REF: [2, 3],
  DMG: [2],
  DTP: [3],
  PER: [2, 4, 6, 8],
  MSG: [1],
  III: [2, 4],
  HSD: [2, 4, 6],
  HI: [1, 2, 3],
  TRN: [2],
  EB: [3, 4, 5, 7, 8, 10, 13],
}

/** Every form in which a reading may carry a text: unchanged, an ISO date, an amount in cents, a share. */
function formsOf(text: string): string[] {
  const day = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : ''
  return [
    text,
    ...(isIsoDate(day) ? [day] : []),
    ...[2, 4].flatMap((decimals) => shifted(text, decimals) ?? []),
  ]
}

/** Moves the point of a decimal to the right, character by character; null if it is not a decimal. */
function shifted(text: string, decimals: number): string | null {
  const [match, integer = '', fraction = ''] = /^(?=\.?\d)(\d*)\.?(\d*)$/.exec(text) ?? []
  if (match === undefined || fraction.replace(/0+$/, '').length > decimals) return null
  return `${integer}${fraction.slice(0, decimals).padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
}

/** Every text and number of a value. */
function textsIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]
}

interface Refereed {
  /** Texts that are in the message but not in the reading. */
  lost: string[]
  /** Rows whose amount or share differs from the message's. */
  misread: string[]
}

/**
 * Compares a reading with the message. If the reader reports that it read only a part (several persons,
 * levels or transactions, a broken envelope), the rest counts as reported, not as lost.
 */
export function refereed(raw: string, { answer, problems }: Read271): Refereed | null {
  const found = segmentsOf(raw)
  const isPart = problems.some((one) =>
    /persons|left out|more than once|no level|comes before|not end/.test(one),
  )
  if (found === null || isPart) return null
  const { segments, repetition, component } = found
  const output = textsIn([answer, problems]).join('\n')
  const inOutput = (text: string) =>
    formsOf(text).some((form) => output.includes(form)) || output.includes(JSON.stringify(text.slice(0, 20)))
  const lost: string[] = []
  let level = ''
  for (const segment of segments) {
    const [id = ''] = segment
    if (id === 'HL') level = segment[3] ?? ''
    // On the provider's level, skips our own name; before the first level there is only the envelope.
    if (level === '' || (level === '21' && id === 'NM1')) continue
    for (const at of CONTENT[id] ?? []) {
      const value = segment[at] ?? ''
      const repeated = id === 'EB' && at === 3 && repetition !== '' ? value.split(repetition) : [value]
      const isQualified = id === 'HI' || (id === 'EB' && at === 13)
      const components = repeated.flatMap((one) => (isQualified ? one.split(component) : [one]))
      const words = (isQualified ? components.slice(1) : components)
        .flatMap((one) => (id === 'DTP' || id === 'DMG' ? one.split('-') : [one]))
        .map((one) => one.trim())
      // An invalid date is named but not quoted: it may be the patient's.
      const isNamed = ['DTP', 'DMG'].includes(id) && problems.some((one) => one.includes(id))
      for (const text of words)
        if (text !== '' && !isNamed && !inOutput(text)) lost.push(`${id}${at} ${text}`)
    }
  }
  const rows = segments.filter(([id], at) => {
    const above = segments.slice(0, at).findLast(([one]) => one === 'HL')
    return id === 'EB' && ['22', '23'].includes(above?.[3] ?? '')
  })
  const misread = rows.flatMap((eb, index) => {
    const benefit = answer.benefits[index]
    if (benefit === undefined) return [`row ${index + 1} is not there`]
    const isOther = benefit.amountCents !== null && `${benefit.amountCents}` !== shifted(eb[7] ?? '', 2)
    const share = shifted(eb[8] ?? '', Number(eb[8]) > 1 ? 2 : 4)
    const isOtherShare = benefit.rate !== null && `${benefit.rate}` !== share
    const isSilent = [
      [eb[7], benefit.amountCents, 'EB07'],
      [eb[8], benefit.rate, 'EB08'],
    ].some(
      ([text, value, name]) => text && value === null && !problems.some((one) => one.includes(String(name))),
    )
    return isOther || isOtherShare || isSilent ? [`row ${index + 1}: ${eb.join('*')}`] : []
  })
  return {
    lost,
    misread: answer.benefits.length > rows.length ? [...misread, 'rows that are none'] : misread,
  }
}
