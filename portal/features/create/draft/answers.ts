import { peopleToConsent } from '#domain/consent/consent.ts'
import { type Answer, type AnswerValue, answerKey, answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { keptAnswers } from '#domain/questions/kept.ts'
import { questionnairesOf } from '#domain/questions/questionnaire.ts'

type TestQuestions = Parameters<typeof questionnairesOf>[0]

/** Do the chosen tests ask questions of the laboratory's own? Nothing is asked for a verification of benefits. */
export function asksQuestions({
  document,
  tests,
}: {
  document: Pick<OrderDocument, 'isVOB'>
  tests: TestQuestions
}): boolean {
  return !document.isVOB && tests.some(({ questionnaires = [] }) => questionnaires.length > 0)
}

/** The document without answers to what is not asked any more. */
export function withKeptAnswers(document: OrderDocument, tests: TestQuestions): OrderDocument {
  const answers = answersIn(document)
  const kept = keptAnswers(answers, questionnairesOf(tests), peopleToConsent(document))
  return kept === answers ? document : withAnswers(document, kept)
}

/** The document with these values as the answer to a question; without any, it is unanswered. */
export function withAnswer(
  document: OrderDocument,
  question: Omit<Answer, 'values'>,
  values: readonly AnswerValue[],
): OrderDocument {
  const answers = answersIn(document)
  const key = answerKey(question)
  const at = answers.findIndex((answer) => answerKey(answer) === key)
  const answer = values.length === 0 ? [] : [{ ...question, values }]
  return withAnswers(document, at === -1 ? [...answers, ...answer] : answers.toSpliced(at, 1, ...answer))
}

/** A document without answers has no such member. */
function withAnswers({ answers: _, ...document }: OrderDocument, answers: readonly Answer[]): OrderDocument {
  return answers.length === 0 ? document : { ...document, answers: [...answers] }
}
