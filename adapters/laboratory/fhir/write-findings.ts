import type {
  CodeableConcept,
  DiagnosticReport,
  Observation,
  ObservationComponent,
  Reference,
} from 'fhir/r4.js'
import { systemIn } from '#domain/results/code-systems.ts'
import type { Answer, Code, Finding } from '#domain/results/finding.ts'
import { Q } from '#domain/results/questions.ts'
import { PROFILED, profileOf, typeOfValue } from './genomics-profiles.ts'

/** How the Observations of a report refer to one another and to what they are about. */
export interface FindingContext {
  /** The Observation's logical id, from the finding's. */
  idOf: (finding: string) => string
  refer: (id: string) => string
  subject: Reference
  status: Observation['status']
}

const CATEGORIES: CodeableConcept[] = [
  coding('http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory'),
  coding('http://terminology.hl7.org/CodeSystem/v2-0074', 'GE'),
]

/** What findings fill: the overall result is the report's own. */
export type Reported = Pick<DiagnosticReport, 'conclusionCode'> & { observations: Observation[] }

/**
 * Findings as Observations of HL7 Genomics Reporting STU 3: the answer to its own question is an Observation's
 * value, all others are components.
 */
export function reportedFindings(findings: readonly Finding[], context: FindingContext): Reported {
  const all = findings.flatMap(({ answers }) => answers)
  // A laboratory's own words have no code to conclude with: they stay an Observation, as in STU 2.
  const overall = all.find(({ question, codes }) => question.code === Q.overall.code && codes.length > 0)
  return {
    ...(overall ? { conclusionCode: [conceptOf(overall)] } : {}),
    observations: findings.flatMap((finding) => {
      const answers = finding.answers.filter((answer) => answer !== overall)
      return answers.length === 0 && finding.notes.length === 0
        ? []
        : [observation({ ...finding, answers }, context)]
    }),
  }
}

/** The study's answers have no Observation of their own in STU 3: LOINC's panel of them. */
const STUDY: Code = { system: 'LN', code: '81306-3', name: 'Variables that apply to the overall study' }

function observation({ id, of, answers, notes }: Finding, context: FindingContext): Observation {
  const { idOf, refer, subject, status } = context
  // A variant's own answer is whether it is there, wherever the finding says so.
  const own = answers.find(({ question }) => PROFILED.includes(question.code)) ?? alone(answers)
  const { code } = own.question
  const written: Observation = {
    resourceType: 'Observation',
    id: idOf(id),
    status,
    category: CATEGORIES,
    code: conceptFor(own.question),
    subject,
    ...valueIn(own, typeOfValue(code)),
    ...(of.length > 0 ? { derivedFrom: of.map((one) => ({ reference: refer(idOf(one)) })) } : {}),
    component: answers.filter((answer) => answer !== own).map((answer) => component(answer, code)),
    note: notes.map((text) => ({ text })),
  }
  const profile = profileOf(written)
  return profile ? { ...written, meta: { profile: [profile] } } : written
}

/** The only answer, or the head of several. */
function alone(answers: readonly Answer[]): Answer {
  const [first] = answers
  return first && answers.length === 1 ? first : { question: STUDY, codes: [], text: '' }
}

const component = (answer: Answer, of: string): ObservationComponent => ({
  code: conceptFor(answer.question),
  ...valueIn(answer, typeOfValue(of, answer.question.code)),
})

const conceptFor = (question: Code): CodeableConcept => ({ coding: [codingOf(question)] })

function coding(system: string, code: string): CodeableConcept {
  return { coding: [{ system, code }] }
}

const codingOf = ({ system, code, name }: Code) => ({
  ...(system === '' ? {} : { system: systemIn('uri', system) }),
  ...{ code, ...(name === '' ? {} : { display: name }) },
})

/** A FHIR `code` has single spaces within; another is told as text alone. */
const isCode = ({ code }: Code) => /^\S+( \S+)*$/.test(code)

function conceptOf({ codes, text }: Answer): CodeableConcept {
  const valid = codes.filter(isCode)
  return {
    ...(valid.length > 0 ? { coding: valid.map(codingOf) } : {}),
    ...(text === '' ? {} : { text }),
  }
}

/** The value, in the type that the profile asks for if it can be told in it. */
function valueIn(
  { codes, amount, text }: Answer,
  type?: ReturnType<typeof typeOfValue>,
): Partial<Observation & ObservationComponent> {
  if (type === 'string' && text !== '') return { valueString: text }
  const isConcept = type === 'CodeableConcept' && text !== ''
  if (codes.length > 0 || isConcept)
    return { valueCodeableConcept: conceptOf({ codes, text, question: STUDY }) }
  if (!amount) return text === '' ? {} : { valueString: text }
  const { low, high, unit } = amount
  const units = unit === '' ? {} : { system: 'http://unitsofmeasure.org', code: unit }
  if (low !== null && low === high && type !== 'Range') return { valueQuantity: { value: low, ...units } }
  return {
    valueRange: {
      ...(low === null ? {} : { low: { value: low } }),
      ...(high === null ? {} : { high: { value: high } }),
    },
  }
}
