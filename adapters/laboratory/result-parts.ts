import type { Hl7Segment } from '@medplum/core'
import type { ReportUpdate, ReportValue } from '#domain/reports/report-update.ts'
import { codeIn, fullTextOf, nameIn, repetitionsOf, textOf } from '../hl7/message.ts'
import { readDate } from '../hl7/times.ts'
import { embeddedIn } from './embedded.ts'
import { embeddedPart } from './embedded-contents.ts'
import { geneticPart } from './genetic-findings.ts'
import { noteOf, type Result } from './result.ts'

type Part = ReportUpdate['parts'][number]

/**
 * The parts of a report in message order: documents, texts line by line, values, and the notes on them.
 * `name` is a file's name without extension.
 */
export function partsOf(
  results: readonly Result[],
  notes: readonly Hl7Segment[],
  name: string,
): ReportUpdate['parts'] {
  const parts: Part[] = []
  const files = () => parts.filter(({ kind }) => kind === 'document').length
  addPart(parts, notesPart('Notes', notes))
  const genetic = geneticPart(results)
  for (const result of results) {
    const { obx, notes: under } = result
    if (genetic?.of.has(result)) {
      if (!parts.includes(genetic.part)) addPart(parts, genetic.part)
      continue
    }
    addPart(parts, partOf(obx, files() === 0 ? name : `${name}-${files() + 1}`))
    addPart(parts, notesPart(`Note on ${nameOf(obx)}`, under))
  }
  return parts
}

/** Merges a part into a preceding one of its kind: lines under the same heading, and values. */
export function addPart(parts: Part[], part: Part | null): void {
  const last = parts.at(-1)
  if (part === null) return
  if (last?.kind === 'values' && part.kind === 'values' && last.label === part.label)
    last.values.push(...part.values)
  else if (last?.kind === 'lines' && part.kind === 'lines' && last.label === part.label)
    last.lines.push(...part.lines)
  else parts.push(part)
}

function partOf(obx: Hl7Segment, name: string): Part {
  const embedded = embeddedIn(obx)
  if (embedded) return embeddedPart(embedded, { label: nameOf(obx), name })
  const texts = repetitionsOf(obx, 5).map((repetition) => readableValue(obx, repetition))
  const hasMore = [6, 7, 8].some((field) => fullTextOf(obx, field) !== '')
  if (['TX', 'FT'].includes(typeOf(obx)) && !hasMore)
    return { kind: 'lines', label: nameOf(obx), lines: texts.join('\n').split('\n') }
  const value: ReportValue = {
    code: codeIn(obx, 3),
    name: nameOf(obx),
    value: texts.filter((text) => text !== '').join('; '),
    unit: textOf(obx, 6) || textOf(obx, 6, 2),
    range: fullTextOf(obx, 7),
    flag: repetitionsOf(obx, 8)
      .map((repetition) => textOf(obx, 8, 1, repetition))
      .filter((flag) => flag !== '')
      .join(', '),
  }
  return { kind: 'values', label: '', values: [value] }
}

function notesPart(label: string, notes: readonly Hl7Segment[]): Part | null {
  const lines = notes.flatMap((note) => noteOf(note).split('\n'))
  return lines.some((line) => line !== '') ? { kind: 'lines', label, lines } : null
}

const typeOf = (obx: Hl7Segment) => textOf(obx, 2).toUpperCase()

/** OBX-3 in words, with the sub-ID that distinguishes several (OBX-4): `Gene studied [2a]`. */
function nameOf(obx: Hl7Segment): string {
  const name = nameIn(obx, 3) || codeIn(obx, 3)
  const subId = textOf(obx, 4)
  return subId === '' ? name : `${name} [${subId}]`.trim()
}

const DAY_TYPES = ['DT', 'TS', 'DTM']

/** One repetition of OBX-5 as people read it, by the value type in OBX-2. */
function readableValue(obx: Hl7Segment, repetition: number): string {
  const components = (obx.getField(5)?.components[repetition] ?? []).map((_, index) =>
    textOf(obx, 5, index + 1, repetition),
  )
  const [first = '', second = '', , fourth = '', fifth = ''] = components
  const filled = components.filter((part) => part !== '')
  switch (typeOf(obx)) {
    case 'CE':
    case 'CF':
    case 'CWE':
    case 'CNE': {
      const original = components[8] ?? ''
      const words = second || fifth || original || first || fourth
      return original !== '' && original !== words ? `${words} (${original})` : words
    }
    case 'SN':
      return filled.join('')
    case 'NR':
      return filled.join(' to ')
    case 'RP': {
      const [source, ...kind] = components.slice(1)
      const more = [kind.filter((part) => part !== '').join('/'), source].filter(Boolean).join(', ')
      return more === '' ? first : `${first} (${more})`
    }
    case 'ST':
    case 'TX':
    case 'FT':
    case 'NM':
    case '':
      return fullTextOf(obx, 5, repetition)
    default:
      if (DAY_TYPES.includes(typeOf(obx)) && filled.length === 1 && /^\d{8}$/.test(first))
        return readDate(first) || first
      return filled.join(' ')
  }
}
