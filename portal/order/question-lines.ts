import { answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { answersInWords } from '#domain/questions/in-words.ts'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { type Line, personLabelOf } from './people-lines.ts'
import * as texts from './texts.ts'

/** The answers to the laboratory's own questions, in the words of the versions that were answered. */
export function questionLines(document: OrderDocument, questionnaires: readonly Questionnaire[]): Line[] {
  return answersInWords(answersIn(document), questionnaires).map(({ question, answer, patient }): Line => {
    const person = patient === undefined ? '' : personLabelOf(patient, document)
    return [person === '' ? question : texts.questionAbout(question, person), answer]
  })
}
