import type {
  CodeableConcept,
  DiagnosticReport,
  Extension,
  Observation,
  ObservationComponent,
  Reference,
  Task,
} from 'fhir/r4.js'
import { systemIn } from '#domain/results/code-systems.ts'
import type { Answer, Code, Finding } from '#domain/results/finding.ts'
import { Q } from '#domain/results/questions.ts'
import { GUIDE, PROFILED, profileOf, typeOfValue } from './genomics-profiles.ts'
import { FURTHER_REASON } from './report-findings.ts'

/** How the Observations of a report refer to one another and to what they are about. */
export interface FindingContext {
  /** The Observation's logical id, from the finding's. */
  idOf: (finding: string) => string
  refer: (id: string, type: 'Observation' | 'Task') => string
  subject: Reference
  status: Observation['status']
}

const CATEGORIES: CodeableConcept[] = [
  coding('http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory'),
  coding('http://terminology.hl7.org/CodeSystem/v2-0074', 'GE'),
]

/** What findings fill: the overall result and notes are the report's own, recommendations are Tasks. */
export type Reported = Pick<DiagnosticReport, 'conclusionCode' | 'extension'> & {
  observations: Observation[]
  tasks: Task[]
}

const CODED_NOTES: readonly [question: Code, code: string][] = [
  [Q.methods, 'test-methodology'],
  [Q.limits, 'test-disclaimer'],
]
const ADVICE = [Q.action.code, Q.recommendation.code]
const NOTED = CODED_NOTES.map(([{ code }]) => code)

/**
 * Findings as Observations of HL7 Genomics Reporting STU 3: the answer to its own question is an Observation's
 * value, all others are components.
 */
export function reportedFindings(findings: readonly Finding[], context: FindingContext): Reported {
  const all = findings.flatMap(({ answers }) => answers)
  // A laboratory's own words have no code to conclude with: they stay an Observation, as in STU 2.
  const overall = all.find(({ question, codes }) => question.code === Q.overall.code && codes.length > 0)
  const tasks = findings.flatMap((finding) => tasksOf(finding, context))
  const extension = [
    ...all.flatMap(noteOf),
    ...tasks.map(
      ({ id = '' }): Extension => ({
        ...{ url: `${GUIDE}/recommended-action`, valueReference: { reference: context.refer(id, 'Task') } },
      }),
    ),
  ]
  return {
    ...(extension.length > 0 ? { extension } : {}),
    tasks,
    ...(overall ? { conclusionCode: [conceptOf(overall)] } : {}),
    observations: findings.flatMap((finding) => {
      const reportedApart = [...ADVICE, ...NOTED]
      const answers = finding.answers.filter(
        (answer) => answer !== overall && !reportedApart.includes(answer.question.code),
      )
      if (answers.length === 0 && isAdvice(finding)) return []
      return answers.length === 0 && finding.notes.length === 0
        ? []
        : [observation({ ...finding, answers }, context)]
    }),
  }
}

const isAdvice = ({ answers }: Finding) => answers.some(({ question }) => ADVICE.includes(question.code))

function noteOf({ question, text }: Answer): Extension[] {
  const code = CODED_NOTES.find(([one]) => one.code === question.code)?.[1]
  if (code === undefined) return []
  const system = 'http://hl7.org/fhir/uv/genomics-reporting/CodeSystem/coded-annotation-types-cs'
  const kind = { url: `${GUIDE}/annotation-code`, valueCodeableConcept: { coding: [{ system, code }] } }
  return [{ url: `${GUIDE}/genomic-report-note`, valueAnnotation: { extension: [kind], text } }]
}

/** Recommendations as Tasks that nobody is asked to do yet: an action and its text in one, several each in its own. */
function tasksOf(finding: Finding, { idOf, refer, subject }: FindingContext): Task[] {
  const { id, of, notes } = finding
  const actions = finding.answers.filter(({ question }) => question.code === Q.action.code)
  const told = finding.answers.filter(({ question }) => question.code === Q.recommendation.code)
  const isOne = actions.length === 1 && told.length === 1
  const parts = isOne ? [[...actions, ...told]] : [...actions, ...told].map((one) => [one])
  const isAlone = finding.answers.every(({ question }) => ADVICE.includes(question.code))
  const [reason, ...further] = of.map((one) => ({ reference: refer(idOf(one), 'Observation') }))
  return parts.map((answers, index): Task => {
    const [action, text] = [Q.action, Q.recommendation].map((question) =>
      answers.find((one) => one.question.code === question.code),
    )
    return {
      resourceType: 'Task',
      id: idOf(isAlone && index === 0 ? id : `${id}.r${index + 1}`),
      ...{ status: 'requested', intent: 'proposal', for: subject },
      ...(action ? { code: conceptOf(action) } : {}),
      ...(text ? { description: text.text } : {}),
      ...(reason ? { reasonReference: reason } : {}),
      input: further.map((valueReference) => ({ type: { text: FURTHER_REASON }, valueReference })),
      note: isAlone && index === 0 ? notes.map((note) => ({ text: note })) : [],
    }
  })
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
    ...(of.length > 0
      ? { derivedFrom: of.map((one) => ({ reference: refer(idOf(one), 'Observation') })) }
      : {}),
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
