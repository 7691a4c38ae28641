import { ABOUT_ORDER, type AnswerValue, answerKey, answerPath, answersIn } from '#domain/orders/answers.ts'
import type { Item, Questionnaire } from '#domain/questions/questionnaire.ts'
import { withAnswer } from '../../draft/answers.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'

/** A question as it is asked: in which version, and about whom (undefined: the order). */
export interface AskedQuestion {
  questionnaire: Questionnaire
  patient: string | undefined
  item: Item
}

const NO_VALUES: readonly AnswerValue[] = []

/** The answer to a question: its values, and what its input must have. */
export function useAnswer({ questionnaire, patient, item }: AskedQuestion) {
  const form = useOrderForm()
  const question = {
    ...{ questionnaire: questionnaire.id, version: questionnaire.version, linkId: item.linkId },
    ...(patient === undefined ? {} : { patient }),
  }
  const key = answerKey(question)
  const values = useFormState(
    ({ document }) => answersIn(document).find((one) => answerKey(one) === key)?.values ?? NO_VALUES,
  )
  const path = answerPath(patient ?? ABOUT_ORDER, questionnaire.id, item.linkId)
  const { input } = useField(path)
  return {
    path,
    values,
    set: (next: readonly AnswerValue[]) => form.edit((document) => withAnswer(document, question, next)),
    input,
  }
}
