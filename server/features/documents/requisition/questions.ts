import { answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { answersInWords } from '#domain/questions/in-words.ts'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import type { Field } from './words.ts'

/** The answers to the laboratory's own questions, in the words that were answered. */
export function questionFields(document: OrderDocument, questionnaires: readonly Questionnaire[]): Field[] {
  const several = document.patients.length > 1
  return answersInWords(answersIn(document), questionnaires).map(({ question, answer, patient }): Field => {
    const person = patient !== undefined && several ? ` (${whoIs(document, patient)})` : ''
    return [`${question}${person}`, answer]
  })
}
