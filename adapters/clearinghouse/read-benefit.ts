import type { Benefit } from '#domain/coverage/benefits.ts'
import * as codes from './codes.ts'
import { wholeName } from './levels.ts'
import { readCents, readRate } from './numbers.ts'
import { type Delimiters, element, type Segment } from './x12.ts'

/** Kinds that the estimate computes with. */
const COUNTED = new Set<Benefit['kind']>(['coinsurance', 'copayment', 'deductible', 'out-of-pocket'])

/**
 * One EB segment with those that follow it up to the next. A row that counts under a condition which has no place in a
 * {@link Benefit} (per admission, for the spouse only) becomes one of kind 'other', and says so in its words. Where a
 * condition is no known code, nobody knows what the numbers are of, nor how often a copayment per day is due: they
 * become null.
 */
export function readBenefit(row: readonly Segment[], delimiters: Delimiters, problems: string[]): Benefit {
  const [eb] = row
  const at = (number: number) => element(eb, number)
  const kind = codes.lookUp(codes.KINDS, at(1)) ?? 'other'
  const place = `EB ${at(1) || 'without a code'}`

  const conditions = [
    codes.lookUp(codes.PART_OF_FAMILY, at(2)),
    codes.lookUp(codes.OTHER_PERIODS, at(6)),
  ].filter((each) => each !== undefined)
  const isByTime = (kind === 'copayment' || kind === 'coinsurance') && codes.BY_TIME.has(at(6))
  const isConditional = COUNTED.has(kind) && conditions.length > (isByTime ? 1 : 0)
  if (isConditional) problems.push(`${place} is not counted: ${conditions.join(', ')}`)
  const unknown = [
    ...unknownCode(2, at(2), codes.LEVELS, codes.PART_OF_FAMILY),
    ...unknownCode(6, at(6), codes.PERIODS, codes.OTHER_PERIODS),
    ...unknownCode(12, at(12), codes.NETWORKS, UNSAID),
  ]
  problems.push(
    ...[...unknown, ...unknownCode(11, at(11), codes.AUTHORIZATIONS, UNSAID)].map(
      (what) => `${place}: ${what}`,
    ),
  )
  const number = (text: string, read: (text: string) => number | null, what: string) => {
    const value = unknown.length > 0 || (isByTime && !isConditional) ? null : read(text)
    if (value === null && text !== '')
      problems.push(`${place}: ${what} cannot be used: ${JSON.stringify(text.slice(0, 20))}`)
    return value
  }

  return {
    kind: isConditional ? 'other' : kind,
    level: codes.lookUp(codes.LEVELS, at(2)) ?? null,
    serviceTypes: split(at(3), delimiters.repetition),
    period: codes.lookUp(codes.PERIODS, at(6)) ?? null,
    amountCents: number(at(7), readCents, 'the amount (EB07)'),
    rate: number(at(8), readRate, 'the share (EB08)'),
    authorization: codes.lookUp(codes.AUTHORIZATIONS, at(11)) ?? 'unknown',
    network: codes.lookUp(codes.NETWORKS, at(12)) ?? 'unknown',
    plan: at(5),
    ...procedure(at(13), delimiters),
    words: [
      isConditional
        ? `${LABELS[kind] ?? kind} ${conditions.join(', ')}`
        : `${isByTime ? at(7) || at(8) : ''} ${conditions.join(', ')}`.trim(),
      codes.lookUp(codes.KINDS, at(1)) === undefined ? otherKind(at(1)) : '',
      ...row.flatMap(wordsIn),
    ].filter((words, _, all) => words !== '' && !all.some((more) => more.startsWith(`${words}: `))),
  }
}

/** EB11 and EB12 say in so many words that they do not say. */
const UNSAID = { U: 'unknown' }

function unknownCode(number: number, code: string, ...tables: Readonly<Record<string, unknown>>[]): string[] {
  const isKnown = code === '' || tables.some((table) => codes.lookUp(table, code) !== undefined)
  return isKnown
    ? []
    : [`EB${String(number).padStart(2, '0')} is no known code: ${JSON.stringify(code.slice(0, 20))}`]
}

const LABELS: Partial<Record<Benefit['kind'], string>> = {
  ...{ coinsurance: 'Coinsurance', copayment: 'Copayment', deductible: 'Deductible' },
  'out-of-pocket': 'Out-of-pocket maximum',
}

/** D, a description, says nothing by itself. */
function otherKind(code: string): string {
  return code === 'D' ? '' : (codes.lookUp(codes.OTHER_KINDS, code) ?? `Benefit code ${code || 'not given'}`)
}

function split(text: string, separator: string | null): string[] {
  const parts = separator === null ? [text] : text.split(separator)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** EB13: qualifier, code, modifiers. HC is CPT and HCPCS; other code systems keep their qualifier. */
function procedure(text: string, { component }: Delimiters): { procedure?: string } {
  const [qualifier = '', code = ''] = text.split(component).map((part) => part.trim())
  if (qualifier === '' && code === '') return {}
  return { procedure: qualifier === 'HC' && code !== '' ? code : `${qualifier} ${code}`.trim() }
}

function wordsIn(segment: Segment): string[] {
  const [id] = segment
  if (id === 'MSG') return [element(segment, 1)]
  if (id === 'III' && element(segment, 1) === 'ZZ') return [`Place of service ${element(segment, 2)}`]
  if (id === 'NM1') {
    const entity = codes.lookUp(codes.ENTITIES, element(segment, 1)) ?? 'See'
    return [`${entity}: ${wholeName(segment) || element(segment, 9)}`]
  }
  return []
}
