import type { Benefit } from '#domain/coverage/benefits.ts'
import * as codes from './codes.ts'
import { describe, diagnosesOf } from './describe.ts'
import { readCents, readRate } from './numbers.ts'
import { entitiesIn } from './read-entities.ts'
import { limitsIn } from './read-limits.ts'
import { readProcedure } from './read-procedure.ts'
import { spanOf } from './read-span.ts'
import { type Delimiters, element, type Segment } from './x12.ts'

/** Kinds that enter the estimate. */
const COUNTED = new Set<Benefit['kind']>(['coinsurance', 'copayment', 'deductible', 'out-of-pocket'])

export interface LevelContext {
  /** Whether the patient is a dependent of the policy holder. */
  readonly isDependent: boolean
  /** The codes of the level's HI segment. EB14 points to them, counting from 1. */
  readonly diagnoses: readonly string[]
}

const SUBSCRIBER: LevelContext = { isDependent: false, diagnoses: [] }

/**
 * Reads one EB segment with the segments that follow it up to the next EB. A row that clearly does not apply
 * to this patient's laboratory tests (per admission, for the spouse only) becomes kind 'other', with a note.
 * A limit that cannot be judged here goes into `unclear`. If a condition has an unknown code, we cannot tell
 * what the numbers refer to: they become null.
 */
export function readBenefit(
  row: readonly Segment[],
  delimiters: Delimiters,
  problems: string[],
  levelContext: LevelContext = SUBSCRIBER,
): Benefit {
  const [eb] = row
  const at = (number: number) => element(eb, number)
  const kind = codes.lookUp(codes.KINDS, at(1)) ?? 'other'
  const segmentName = `EB ${at(1) || 'without a code'}`

  const part = codes.lookUp(codes.PART_OF_FAMILY, at(2))
  const isOthersPart = levelContext.isDependent ? at(2) === 'EMP' : codes.OF_DEPENDENTS.has(at(2))
  const isOurPart = part !== undefined && !isOthersPart
  const time = codes.lookUp(codes.OTHER_PERIODS, at(6))
  const not = [isOurPart ? undefined : part, at(6) === PER_ADMISSION ? time : undefined]
  const conditions = not.filter((each) => each !== undefined)
  const isConditional = COUNTED.has(kind) && conditions.length > 0
  if (isConditional) problems.push(`${segmentName} is not counted: ${conditions.join(', ')}`)
  const unknown = [
    ...unknownCode(2, at(2), codes.LEVELS, codes.PART_OF_FAMILY),
    ...unknownCode(6, at(6), codes.PERIODS, codes.OTHER_PERIODS),
    ...unknownCode(12, at(12), codes.NETWORKS, UNSAID),
  ]
  problems.push(
    ...[...unknown, ...unknownCode(11, at(11), codes.AUTHORIZATIONS, UNSAID)].map(
      (what) => `${segmentName}: ${what}`,
    ),
  )
  const number = (text: string, read: (text: string) => number | null, what: string) => {
    const value = unknown.length > 0 ? null : read(text)
    if (value === null && text !== '')
      problems.push(`${segmentName}: ${what} cannot be used: ${JSON.stringify(text.slice(0, 20))}`)
    return value
  }

  const span = spanOf(row, segmentName, problems)
  const { limits, quantity, isUsedUp } = limitsIn(row)
  const { notes, payers, onlyAt } = entitiesIn(row, delimiters)
  const { unclear: ofProcedure, notes: aboutProcedure, ...procedure } = readProcedure(at(13), delimiters)
  const { places, unclear: otherPlaces } = placesOfServiceIn(row, delimiters)
  const unclear = [
    ...(COUNTED.has(kind) ? unknown : []),
    ...(isOurPart && part ? [part] : []),
    ...(COUNTED.has(kind) && time !== undefined && at(6) !== PER_ADMISSION ? [time] : []),
    ...ofProcedure,
    ...otherPlaces,
    ...diagnosesFor(row, delimiters, levelContext),
    ...onlyAt,
    ...span.unclear,
    // A share or amount for the first visits only does not apply to all.
    ...(COUNTED.has(kind) ? limits : []),
  ]
  const isOfLaboratory = split(at(3), delimiters.repetition).includes(LABORATORY)
  const doubt =
    codes.lookUp(codes.DOUBTS, at(1)) ??
    (isOfLaboratory ? codes.lookUp(codes.DOUBTS_OF_SERVICE, at(1)) : undefined) ??
    (isKnownKind(at(1)) ? undefined : otherKind(at(1)))
  const allNotes = [
    isConditional
      ? `${LABELS[kind] ?? kind} ${conditions.join(', ')}`
      : COUNTED.has(kind)
        ? ''
        : [part, time].filter(Boolean).join(', '),
    codes.lookUp(codes.KINDS, at(1)) === undefined ? otherKind(at(1)) : '',
    ...aboutProcedure,
    ...notes,
    ...row.flatMap((segment) =>
      HANDLED_SEGMENTS.has(segment[0] ?? '') ? [] : [segmentText(segment, delimiters)],
    ),
    ...span.notes,
    ...(eb?.slice(15) ?? []),
  ].filter((words, _, all) => words !== '' && !all.some((more) => more.startsWith(`${words}: `)))
  const otherPayers = kind === 'other-payer' ? payers.map((payer) => ({ ...payer, since: span.since })) : []
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
    ...procedure,
    ...(at(4) === '' ? {} : { insuranceType: at(4) }),
    ...(places.length > 0 ? { places } : {}),
    ...(span.from === '' ? {} : { from: span.from }),
    ...(span.to === '' ? {} : { to: span.to }),
    ...(limits.length > 0 ? { limits } : {}),
    ...(quantity && kind === 'limitation' ? { quantity } : {}),
    ...(isUsedUp && kind === 'limitation' ? { isUsedUp: true as const } : {}),
    ...(unclear.length > 0 ? { unclear } : {}),
    ...(doubt === undefined ? {} : { doubt }),
    ...(otherPayers.length > 0 ? { otherPayers } : {}),
    words: row
      .filter(([id]) => id === 'MSG')
      .map((msg) => msg.slice(1).filter(Boolean).join(' '))
      .filter(Boolean),
    ...(allNotes.length > 0 ? { notes: allNotes } : {}),
  }
}

/** EB03: diagnostic laboratory. */
const LABORATORY = '5'

/** EB06: a laboratory has no admissions. */
const PER_ADMISSION = '36'

/** Segments whose content other fields of the benefit carry. */
const HANDLED_SEGMENTS: ReadonlySet<string> = new Set([
  ...['EB', 'MSG', 'HSD', 'NM1', 'N3', 'N4', 'PER', 'PRV', 'DTP', 'III', 'AAA', 'LS', 'LE', 'HI'],
])

function segmentText(segment: Segment, delimiters: Delimiters): string {
  const { about, words } = describe(segment, delimiters)
  return `${about}: ${words}`
}

/** Codes of EB11 and EB12 that mean "unknown". */
const UNSAID = { U: 'unknown' }

function unknownCode(number: number, code: string, ...tables: Readonly<Record<string, unknown>>[]): string[] {
  const isKnown = code === '' || tables.some((table) => codes.lookUp(table, code) !== undefined)
  return isKnown
    ? []
    : [`EB${String(number).padStart(2, '0')} is not a known code: ${JSON.stringify(code.slice(0, 20))}`]
}

const LABELS: Partial<Record<Benefit['kind'], string>> = {
  ...{ coinsurance: 'Coinsurance', copayment: 'Copayment', deductible: 'Deductible' },
  'out-of-pocket': 'Out-of-pocket maximum',
}

const isKnownKind = (code: string) =>
  [codes.KINDS, codes.OTHER_KINDS, { D: '' }].some(
    (table) => codes.lookUp<unknown>(table, code) !== undefined,
  )

/** D (benefit description) has no meaning of its own. */
function otherKind(code: string): string {
  return code === 'D' ? '' : (codes.lookUp(codes.OTHER_KINDS, code) ?? `Benefit code ${code || 'not given'}`)
}

function split(text: string, separator: string | null): string[] {
  const repetitions = separator === null ? [text] : text.split(separator)
  return repetitions.map((part) => part.trim()).filter((part) => part !== '')
}

/** III*ZZ is a place of service; any other III limits the row in some other respect. */
function placesOfServiceIn(
  row: readonly Segment[],
  delimiters: Delimiters,
): { places: string[]; unclear: string[] } {
  const places: string[] = []
  const unclear: string[] = []
  for (const segment of row) {
    if (segment[0] !== 'III') continue
    const isPlaceOfService = element(segment, 1) === 'ZZ' && /^\d\d$/.test(element(segment, 2))
    if (isPlaceOfService) places.push(element(segment, 2))
    const more = segment.slice(isPlaceOfService ? 3 : 1).filter((one) => one !== '')
    if (more.length > 0 || !isPlaceOfService) unclear.push(describe(['III', ...more], delimiters).words)
  }
  return { places, unclear }
}

/** The diagnoses for which alone the row counts: those that EB14 points to, or of a HI below it. */
function diagnosesFor(
  row: readonly Segment[],
  delimiters: Delimiters,
  { diagnoses }: LevelContext,
): string[] {
  const pointed = split(element(row[0], 14), delimiters.component).map(
    (pointer) => diagnoses[Number(pointer) - 1] ?? `number ${pointer}`,
  )
  const below = row.filter(([id]) => id === 'HI').flatMap((hi) => diagnosesOf(hi, delimiters))
  const all = [...pointed, ...below]
  return all.length === 0 ? [] : [`for diagnosis ${all.join(', ')}`]
}
