import { type Answer, type AnswerValue, answersIn, isGiven } from '#domain/orders/answers.ts'
import { type AnsweredQuestionnaire, type Item, questionOf } from '#domain/questions/questionnaire.ts'
import type { LaboratoryOrder } from './port.ts'

/** An answer with the question in the words of then; `item` is null if its version is not known. */
export interface AnsweredQuestion {
  answer: Answer
  item: Item | null
  values: readonly AnswerValue[]
}

/** The order's answers to a version of a questionnaire, by the person that they are about (undefined: the order). */
export interface AnsweredVersion {
  questionnaire: AnsweredQuestionnaire['questionnaire'] | null
  id: string
  version: string
  patient: string | undefined
  /** The tests that ask it; empty if that is not known. */
  tests: readonly string[]
  questions: readonly AnsweredQuestion[]
}

/** Everything that was answered, each questionnaire and person once, in the document's order. */
export function answeredVersions({ document, questions }: LaboratoryOrder): AnsweredVersion[] {
  const versions = new Map<string, AnsweredVersion & { questions: AnsweredQuestion[] }>()
  for (const answer of answersIn(document)) {
    const values = answer.values.filter(isGiven)
    if (values.length === 0) continue
    const { questionnaire: id, version, patient } = answer
    const known = questions?.questionnaires.find(
      ({ questionnaire }) => questionnaire.id === id && questionnaire.version === version,
    )
    const key = JSON.stringify([id, version, patient])
    const found = versions.get(key) ?? {
      ...{ questionnaire: known?.questionnaire ?? null, id, version, patient, tests: known?.tests ?? [] },
      questions: [],
    }
    const item = known ? (questionOf(known.questionnaire, answer.linkId) ?? null) : null
    found.questions.push({ answer, item, values })
    versions.set(key, found)
  }
  return [...versions.values()]
}

/** Whether a test asks it: any test does, if that is not known any more. */
export function isAskedBy({ tests }: Pick<AnsweredVersion, 'tests'>, testCode: string): boolean {
  return tests.length === 0 || tests.includes(testCode)
}
