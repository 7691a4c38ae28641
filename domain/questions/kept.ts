import { type Answer, type AnswerValue, answerPath } from '../orders/answers.ts'
import { askedQuestions, givenTo } from './asked.ts'
import { type Item, type Questionnaire, questionOf } from './questionnaire.ts'

/** Whom a questionnaire asks: nobody in particular (about the order), or each tested person. */
export function askedAbout(
  { about }: Pick<Questionnaire, 'about'>,
  people: readonly string[],
): (string | undefined)[] {
  return about === 'order' ? [undefined] : [...people]
}

/**
 * The answers that an order keeps once its tests, people or other answers have changed: those to questions that are
 * asked, under the current version of their questionnaire. Chosen options that the current version no longer has are
 * left out. Returns `answers` itself if nothing changes.
 */
export function keptAnswers(
  answers: readonly Answer[],
  questionnaires: readonly Questionnaire[],
  people: readonly string[],
): readonly Answer[] {
  const current = answers.flatMap((answer) => {
    const questionnaire = questionnaires.find(({ id }) => id === answer.questionnaire)
    const item = questionnaire && questionOf(questionnaire, answer.linkId)
    if (!questionnaire || !item || !askedAbout(questionnaire, people).includes(answer.patient)) return []
    if (answer.version === questionnaire.version) return [answer]
    const values = answer.values.filter((value) => isStillOffered(item, value))
    return values.length === 0 ? [] : [{ ...answer, version: questionnaire.version, values }]
  })
  const asked = new Set(
    questionnaires.flatMap((questionnaire) =>
      askedAbout(questionnaire, people).flatMap((patient) =>
        askedQuestions(questionnaire, givenTo(current, questionnaire, patient)).map(({ linkId }) =>
          answerPath(patient ?? '', questionnaire.id, linkId),
        ),
      ),
    ),
  )
  const kept = current.filter(({ patient, questionnaire, linkId }) =>
    asked.has(answerPath(patient ?? '', questionnaire, linkId)),
  )
  const isSame = kept.length === answers.length && kept.every((answer, index) => answer === answers[index])
  return isSame ? answers : kept
}

function isStillOffered({ type, options = [] }: Item, { value, isOwnWords }: AnswerValue): boolean {
  if (type !== 'choice' && type !== 'open-choice') return true
  return isOwnWords ? type === 'open-choice' : options.some(({ code }) => code === value)
}
