import type {
  Annotation,
  CodeableConcept,
  DiagnosticReport,
  Observation,
  ObservationComponent,
  Period,
  Quantity,
  Range,
  Reference,
} from 'fhir/r4.js'
import type { ReportUpdate, ReportValue } from '#domain/reports/report-update.ts'
import { codeIn, type Find, wordsOf } from './references.ts'
import { isMarked, SECONDARY } from './secondary-findings.ts'
import { SYSTEMS } from './systems.ts'

type Part = ReportUpdate['parts'][number]

/** Withdrawn results, of which nothing is shown. */
const WITHDRAWN: readonly string[] = ['cancelled', 'entered-in-error']

/** A treatment recommendation rather than a value: read by read-report.ts. One that is taken back may come without its text. */
export function isTreatment({ code, status, valueString }: Observation): boolean {
  return codeIn(code, SYSTEMS.part) === 'TREATMENT' && (valueString !== undefined || isTakenBack({ status }))
}

export function isTakenBack({ status }: { status: string }): boolean {
  return WITHDRAWN.includes(status)
}

/** Whether an Observation or one of its components says anything. */
export function hasValue(one: Observation): boolean {
  return [one, ...(one.component ?? [])].some((each) =>
    Object.keys(each).some((key) => /^value[A-Z]/.test(key)),
  )
}

const REPORTED_AS: ReportValue = {
  ...{ code: SECONDARY.question.code, name: SECONDARY.question.name, value: SECONDARY.text },
  ...{ unit: '', range: '', flag: '' },
}

/**
 * One Observation as values: its own, and each component's under its name, and that it is a secondary finding; then its
 * notes.
 */
export function observationParts(observation: Observation, isSecondary = isMarked(observation)): Part[] {
  const { component = [], note } = observation
  const name = conceptWords(observation.code) || 'Result'
  const own = readableValue(observation)
  const values = component.map((one): ReportValue => ({ ...described(one), value: readableValue(one) }))
  if (own !== '' || component.length === 0) values.unshift({ ...described(observation), value: own })
  if (isSecondary) values.push(REPORTED_AS)
  const parts: Part[] = [{ kind: 'values', label: component.length > 0 ? name : '', values }]
  return [...parts, ...notesPart(`Note on ${name}`, note)]
}

export function notesPart(label: string, notes: readonly Annotation[] | undefined): Part[] {
  const lines = (notes ?? []).flatMap(({ text }) => text.split('\n'))
  return lines.length > 0 ? [{ kind: 'lines', label, lines }] : []
}

/** A result that the report refers to but the message lacks. */
export function missingValue(reference: string): Part {
  const value = { code: '', name: reference, value: 'Not in the message', unit: '', range: '', flag: '' }
  return { kind: 'values', label: '', values: [value] }
}

/**
 * The Observations that a report's results lead to: members and sources, each once. Those contained in the report are
 * its own even if none of its results leads to them.
 */
export function observationsIn(
  first: readonly Reference[],
  find: Find,
  { contained = [] }: Pick<DiagnosticReport, 'contained'> = {},
): { found: Observation[]; missing: string[]; others: NonNullable<ReturnType<Find>>[] } {
  const seen = new Set<unknown>()
  const found: Observation[] = []
  const others: NonNullable<ReturnType<Find>>[] = []
  const missing: string[] = []
  const queue = [...first]
  for (const reference of queue) {
    const one = find(reference)
    const name = reference.display ?? (reference.reference || (contained.length > 0 ? '' : 'A result'))
    if (!one && name !== '') missing.push(name)
    if (!one || seen.has(one)) continue
    seen.add(one)
    if (one.resourceType !== 'Observation') {
      others.push(one)
      continue
    }
    found.push(one)
    queue.push(...(one.hasMember ?? []), ...(one.derivedFrom ?? []))
  }
  const own = contained.filter(isObservation).filter((one) => !seen.has(one))
  return { found: [...found, ...own], missing: [...new Set(missing)], others }
}

const isObservation = (one: { resourceType: string }): one is Observation =>
  one.resourceType === 'Observation'

type DescribedValue = Pick<
  Observation & ObservationComponent,
  'code' | 'referenceRange' | 'interpretation' | 'valueQuantity'
>

export function described({
  code,
  referenceRange,
  interpretation,
  valueQuantity,
}: DescribedValue): ReportValue {
  const ranges = (referenceRange ?? []).map(
    ({ text, low, high }) => text ?? rangeOf({ ...(low && { low }), ...(high && { high }) }),
  )
  return {
    code: code.coding?.[0]?.code ?? '',
    name: conceptWords(code) || 'Result',
    value: '',
    unit: valueQuantity?.unit ?? valueQuantity?.code ?? '',
    range: ranges.filter((text) => text !== '').join('; '),
    flag: (interpretation ?? []).map((one) => one.coding?.[0]?.code ?? wordsOf(one)).join(', '),
  }
}

/** A concept in words: its text, plus the display of its codes if that differs; otherwise the codes. */
export function conceptWords(concept: CodeableConcept | undefined): string {
  const codings = concept?.coding ?? []
  const names = [concept?.text, ...codings.map(({ display }) => display)].filter(Boolean)
  const codes = codings.map(({ code }) => code).filter(Boolean)
  return [...new Set(names.length > 0 ? names : codes)].join(', ')
}

export function readableValue(one: Observation | ObservationComponent): string {
  const { valueQuantity, valueCodeableConcept, valueRange, valueRatio, valuePeriod, valueSampledData } = one
  const { valueString, valueBoolean, valueInteger, valueDateTime, valueTime, dataAbsentReason } = one
  if (valueQuantity) return quantityOf({ ...valueQuantity, unit: '', code: '' })
  if (valueCodeableConcept) return conceptWords(valueCodeableConcept)
  if (valueRange) return rangeOf(valueRange)
  if (valueRatio)
    return [valueRatio.numerator, valueRatio.denominator].map((half) => half && quantityOf(half)).join(' : ')
  if (valuePeriod) return periodOf(valuePeriod)
  if (valueSampledData) return `${valueSampledData.data ?? ''} (${valueSampledData.dimensions} dimensions)`
  if (valueBoolean !== undefined) return valueBoolean ? 'Yes' : 'No'
  const plain = valueString ?? valueInteger ?? valueDateTime ?? valueTime
  return plain === undefined ? conceptWords(dataAbsentReason) : String(plain)
}

function quantityOf({ comparator, value, unit, code }: Quantity): string {
  return [`${comparator ?? ''}${value ?? ''}`, unit || code].filter(Boolean).join(' ')
}

function rangeOf({ low, high }: Range): string {
  return [low, high]
    .map((end) => (end ? quantityOf(end) : ''))
    .join(' to ')
    .trim()
}

function periodOf({ start = '', end = '' }: Period): string {
  return [start, end].filter(Boolean).join(' to ')
}
