import type { CodeableConcept, DiagnosticReport, Observation, ObservationComponent, Task } from 'fhir/r4.js'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { DOCUMENT_CODES } from '#domain/reports/which-report.ts'
import { CALLS, codeFor, OVERALL_BY_SNOMED } from '#domain/results/choices.ts'
import type { Amount, Answer, Code, Finding } from '#domain/results/finding.ts'
import { Q } from '#domain/results/questions.ts'
import { geneticFindings, isQuestion, readResult } from '#domain/results/read-result.ts'
import { choiceAnswer } from '#domain/results/variant-fields.ts'
import { remark } from '../genetic-findings.ts'
import { codedValue, codesIn } from './coded-values.ts'
import { conceptWords, described, isTakenBack, isTreatment, readableValue } from './observation-values.ts'
import type { Find } from './references.ts'
import { recommendedTasks, reportFindings } from './report-findings.ts'
import { asSecondary, isMarked, secondaryIn } from './secondary-findings.ts'

const OVERALL_CODES = ['LA6576-8', 'LA6577-6', 'LA9663-1', 'LA9664-9']

/** A report's genetic result, and the Observations and Tasks that it was read from. */
export interface GeneticPart {
  part: Extract<ReportUpdate['parts'][number], { kind: 'genetics' }>
  of: ReadonlySet<Observation>
  /** Those that report secondary findings. */
  secondary: ReadonlySet<Observation>
  tasks: readonly Task[]
}

/**
 * The genetic result of a report whose results lead to these Observations (HL7 Genomics Reporting STU 2 and 3);
 * null if there is none. The overall result of STU 3 is the report's conclusion code.
 */
export function geneticPart(
  report: DiagnosticReport,
  observations: readonly Observation[],
  find: Find,
): GeneticPart | null {
  const counted = observations.filter((one) => !isTakenBack(one) && !isTreatment(one))
  const ids = idsOf(counted)
  const plain = counted.map((one) => findingOf(one, ids, find))
  const secondary = secondaryAmong(counted, plain, find)
  const findings = plain.map((finding, index) => {
    const one = counted[index]
    return one && secondary.has(one) ? { ...finding, answers: asSecondary(finding.answers) } : finding
  })
  const found = geneticFindings(findings)
  if (found.size === 0 && !isGenomic(report)) return null
  const overall = overallOf(report)
  const ofReport = reportFindings(report, ids, find)
  const genetic = geneticFindings([...overall, ...findings, ...ofReport])
  if (genetic.size === 0) return null
  const those = findings.filter(({ id }) => genetic.has(id))
  return {
    part: { kind: 'genetics', label: '', findings: [...overall, ...those, ...ofReport] },
    ...{ secondary, tasks: recommendedTasks(report, find) },
    of: new Set(counted.filter((one) => genetic.has(ids.get(one) ?? ''))),
  }
}

/** `findings` are those of the Observations. */
function secondaryAmong(
  observations: readonly Observation[],
  findings: readonly Finding[],
  find: Find,
): ReadonlySet<Observation> {
  if (!observations.some(isMarked)) return new Set()
  const keys = new Set(readResult(findings).variants.map(({ key }) => key))
  const variants = new Set(observations.filter((_, index) => keys.has(findings[index]?.id ?? '')))
  return secondaryIn(observations, (one) => variants.has(one), find)
}

/** Other laboratories' reports also conclude with "positive". */
function isGenomic({ category = [], code, meta }: DiagnosticReport): boolean {
  const codings = [...category, code].flatMap(({ coding = [] }) => coding)
  return (
    codings.some(({ code = '' }) => code === 'GE' || DOCUMENT_CODES.includes(code)) ||
    meta?.profile?.some((profile) => profile.includes('genomic')) === true
  )
}

/** An Observation as a finding: its own answer first, then those of its components. */
function findingOf(one: Observation, ids: ReadonlyMap<Observation, string>, find: Find): Finding {
  const bases = (one.derivedFrom ?? []).map((reference) => find(reference))
  return {
    id: ids.get(one) ?? '',
    of: bases.flatMap((base) => (base?.resourceType === 'Observation' ? (ids.get(base) ?? []) : [])),
    answers: [
      ...answersTo(one),
      ...(one.component ?? []).flatMap(answersTo),
      ...missingCall(one),
      ...(one.method ? [methodOf(one, one.method)] : []),
      ...tissueOf(one, find),
    ],
    notes: [
      ...[one, ...(one.component ?? [])].flatMap((each) => [...remarksOn(each), ...reasonWithout(each)]),
      ...(one.note ?? []).map(({ text }) => text),
    ],
  }
}

/** A reference range or flag, which no field of a genetic result has. */
function remarksOn(one: Observation | ObservationComponent): string[] {
  const { name, range, flag } = described(one)
  return range === '' && flag === '' ? [] : [remark(name, range, flag)]
}

/** Why there is no value, which no field has either. */
function reasonWithout(one: Observation | ObservationComponent): string[] {
  const reason = isValueAbsent(one) ? conceptWords(one.dataAbsentReason) : ''
  return reason === '' ? [] : [`${described(one).name}: ${reason}`]
}

/** How a variant was found; of a class, the rules by which it was given. */
function methodOf({ component = [] }: Observation, method: CodeableConcept): Answer {
  const value = codedValue(method)
  const isClassified = component.some(({ code }) =>
    code.coding?.some((one) => one.code === Q.significance.code),
  )
  // LOINC's list of methods has none by which a class is given.
  const isAnalysis = value.codes.some(({ system, code }) => system === 'LN' && code.startsWith('LA'))
  return { question: isClassified && !isAnalysis ? Q.scheme : METHOD, ...value }
}

const CALL: Code = { system: 'LN', code: '69548-6', name: 'Genetic variant assessment' }
const METHOD: Code = { system: 'LN', code: '81304-8', name: 'Variant analysis method' }
const TISSUE: Code = { system: 'LN', code: '31208-2', name: 'Specimen source' }

/** The Observations' ids, made unique. */
function idsOf(observations: readonly Observation[]): Map<Observation, string> {
  const taken = new Set<string>()
  return new Map(
    observations.map((one, index) => {
      const id = one.id && !taken.has(one.id) ? one.id : `-${index}`
      taken.add(id)
      return [one, id]
    }),
  )
}

/** Each conclusion code that is an overall result: a report of several panels may have several. */
function overallOf({ conclusionCode = [] }: DiagnosticReport): Finding[] {
  const answers = conclusionCode.flatMap((concept) => {
    const code = overallCode(concept)
    return code === undefined
      ? []
      : [{ question: Q.overall, codes: [loinc(code)], text: conceptWords(concept) }]
  })
  return answers.length === 0 ? [] : [{ id: '', of: [], answers, notes: [] }]
}

/** LOINC's answer for the overall result that a conclusion code says; undefined if it says another thing. */
export function overallCode({ coding = [] }: CodeableConcept): string | undefined {
  return coding
    .map(({ code = '' }) => (OVERALL_CODES.includes(code) ? code : codeFor(OVERALL_BY_SNOMED, code)))
    .find((code) => code !== undefined)
}

const loinc = (code: string): Code => ({ system: 'LN', code, name: '' })

function answersTo(one: Observation | ObservationComponent): Answer[] {
  // Laboratories may send their own code first.
  const codes = codesIn(one.code)
  const question = codes.find(({ code }) => isQuestion(code)) ?? codes[0]
  const unknown = { system: '', code: '', name: conceptWords(one.code) }
  return [{ question: question ?? unknown, ...valueIn(one) }]
}

/** Whether a variant is there, if the laboratory says that it cannot say: whatever describes it would say that it was found. */
function missingCall(one: Observation): Answer[] {
  const isUncalled = [one, ...(one.component ?? [])].some(
    (each) => isValueAbsent(each) && codesIn(each.code).some(({ code }) => code === CALL.code),
  )
  const isDescribed = one.component?.some((each) => !isValueAbsent(each)) === true
  return isUncalled && isDescribed ? [{ question: CALL, ...choiceAnswer(CALLS, 'No call') }] : []
}

function isValueAbsent(one: Observation | ObservationComponent): boolean {
  return one.dataAbsentReason !== undefined && Object.keys(one).every((key) => !key.startsWith('value'))
}

function valueIn(one: Observation | ObservationComponent): Omit<Answer, 'question'> {
  const { valueCodeableConcept, valueQuantity, valueRange, valueInteger } = one
  if (valueCodeableConcept) return codedValue(valueCodeableConcept)
  const text = isValueAbsent(one) ? '' : readableValue(one)
  const amount = (low: number | undefined, high: number | undefined, unit = ''): { amount?: Amount } =>
    low === undefined && high === undefined ? {} : { amount: { low: low ?? null, high: high ?? null, unit } }
  if (valueQuantity && !valueQuantity.comparator) {
    const { value, unit, code } = valueQuantity
    return {
      codes: [],
      text: [text, unit ?? code].filter(Boolean).join(' '),
      ...amount(value, value, code ?? unit),
    }
  }
  if (valueInteger !== undefined) return { codes: [], text, ...amount(valueInteger, valueInteger) }
  if (valueRange) return { codes: [], text, ...amount(valueRange.low?.value, valueRange.high?.value) }
  return { codes: [], text }
}

/** The kind of the specimen, if the Observation names one. */
function tissueOf({ specimen }: Observation, find: Find): Answer[] {
  const found = specimen ? find(specimen) : undefined
  const type = found?.resourceType === 'Specimen' ? found.type : undefined
  return type ? [{ question: TISSUE, ...codedValue(type) }] : []
}
