import type { CodeableConcept, DiagnosticReport, Extension, Observation, Procedure, Task } from 'fhir/r4.js'
import type { Answer, Code, Finding } from '#domain/results/finding.ts'
import { Q } from '#domain/results/questions.ts'
import { table } from '#domain/table.ts'
import { codedValue } from './coded-values.ts'
import { conceptWords, readableValue } from './observation-values.ts'
import type { Find } from './references.ts'
import { named } from './secondary-findings.ts'

/** The Tasks that a report recommends. */
export function recommendedTasks(report: DiagnosticReport, find: Find): Task[] {
  return named(report, 'recommendedaction').flatMap(({ valueReference }) => {
    const task = find(valueReference)
    return task?.resourceType === 'Task' ? [task] : []
  })
}

/** The kinds of notes on a report that have a field; any other is kept. */
const NOTES = table<Code>({
  'test-methodology': Q.methods,
  'result-confirmation': Q.methods,
  'test-disclaimer': Q.limits,
})
const NOTE: Code = { system: '', code: '', name: 'Note' }

/**
 * What a genomic report says besides its Observations: recommended actions (Tasks), notes, and how it was studied
 * (Procedures). `ids` are those of its Observations' findings.
 */
export function reportFindings(
  report: DiagnosticReport,
  ids: ReadonlyMap<Observation, string>,
  find: Find,
): Finding[] {
  const notes = named(report, 'genomicreportnote').flatMap(noteAnswers)
  return [
    ...(notes.length > 0 ? [{ id: '-notes', of: [], answers: notes, notes: [] }] : []),
    ...recommendations(report, ids, find),
    ...studies(report, find),
  ]
}

function noteAnswers({ valueAnnotation }: Extension): Answer[] {
  if (!valueAnnotation) return []
  const [kind] = named(valueAnnotation, 'annotationcode').flatMap(
    ({ valueCodeableConcept }) => valueCodeableConcept?.coding ?? [],
  )
  return [textAnswer(NOTES[kind?.code ?? ''] ?? NOTE, valueAnnotation.text)]
}

const textAnswer = (question: Code, text: string): Answer => ({ question, codes: [], text })

function recommendations(
  report: DiagnosticReport,
  ids: ReadonlyMap<Observation, string>,
  find: Find,
): Finding[] {
  const seen = new Set<unknown>()
  return named(report, 'recommendedaction').flatMap(({ valueReference }, index): Finding[] => {
    const task = find(valueReference)
    if (task && seen.has(task)) return []
    seen.add(task)
    const id = `-recommendation-${index + 1}`
    if (task?.resourceType === 'Task') return [{ id, ...readTask(task, ids, find) }]
    const name = valueReference?.display ?? ''
    return name === '' ? [] : [{ id, of: [], answers: [textAnswer(Q.recommendation, name)], notes: [] }]
  })
}

/** What more than one Observation a Task is recommended for is told by: `Task.reasonReference` has one. */
export const FURTHER_REASON = 'Reason'

function readTask(task: Task, ids: ReadonlyMap<Observation, string>, find: Find): Omit<Finding, 'id'> {
  const { code, description, reasonReference, input = [], note = [] } = task
  const further = input.flatMap(({ type, valueReference }) =>
    type.text === FURTHER_REASON && valueReference ? [valueReference] : [],
  )
  const reasons = [...(reasonReference ? [reasonReference] : []), ...further].map(find)
  return {
    of: reasons.flatMap((one) => (one?.resourceType === 'Observation' ? (ids.get(one) ?? []) : [])),
    answers: [
      ...(code ? [actionIn(code)] : []),
      ...(description ? [textAnswer(Q.recommendation, description)] : []),
      ...(code?.text && code.text !== description && isExplained(code)
        ? [textAnswer(Q.recommendation, code.text)]
        : []),
    ],
    notes: note.map(({ text }) => text),
  }
}

/** Whether a concept's text says another thing than its code. */
function isExplained({ coding = [], text }: CodeableConcept): boolean {
  return coding.some(({ display }) => display) && coding.every(({ display }) => display !== text)
}

function actionIn(code: CodeableConcept): Answer {
  const { text: _, ...coded } = code
  return { question: Q.action, ...codedValue(isExplained(code) ? coded : code) }
}

/** Of each genomic study and its analyses: methods, genes, regions, and what else is said of them. */
function studies(report: DiagnosticReport, find: Find): Finding[] {
  const isProcedure = (one: ReturnType<Find>): one is Procedure => one?.resourceType === 'Procedure'
  const leading = (from: DiagnosticReport | Procedure, name: string) =>
    named(from, name)
      .map(({ valueReference }) => find(valueReference))
      .filter(isProcedure)
  const all = leading(report, 'genomicstudyreference').flatMap((study) => [
    study,
    ...leading(study, 'genomicstudyanalysisext'),
  ])
  return [...new Set(all)].flatMap((procedure, index) => {
    const { note = [] } = procedure
    const answers = studyAnswers(procedure)
    if (answers.length === 0 && note.length === 0) return []
    return [{ id: `-study-${index + 1}`, of: [], answers, notes: note.map(({ text }) => text) }]
  })
}

function studyAnswers(procedure: Procedure): Answer[] {
  const titles = named(procedure, 'genomicstudyanalysistitle').map(({ valueString = '' }) => valueString)
  const methods = named(procedure, 'genomicstudyanalysismethodtype').map((one) =>
    conceptWords(one.valueCodeableConcept),
  )
  const metrics = named(procedure, 'genomicstudyanalysismetrics').flatMap(({ extension = [] }) =>
    extension.map((one) => {
      const name = one.url.replaceAll('-', ' ')
      const value = readableValue({ code: {}, ...one } as Parameters<typeof readableValue>[0])
      return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}: ${value}`
    }),
  )
  const told = [conceptWords(procedure.code), ...titles, ...methods, ...metrics].filter((one) => one !== '')
  const regions = named(procedure, 'genomicstudyanalysisregions').flatMap(({ extension = [] }) => extension)
  return [
    ...told.map((text) => textAnswer(Q.methods, text)),
    ...regions.flatMap(({ url, valueCodeableConcept, valueString = '' }): Answer[] => {
      if (url === 'description') return [textAnswer(Q.regions, valueString)]
      const question = { studied: Q.genes, uncalled: Q.uncallable }[url]
      return question && valueCodeableConcept ? [{ question, ...codedValue(valueCodeableConcept) }] : []
    }),
  ]
}
