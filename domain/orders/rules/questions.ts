import { peopleToConsent } from '../../consent/consent.ts'
import { askedQuestions, givenTo } from '../../questions/asked.ts'
import { answerProblems, nameOf } from '../../questions/check.ts'
import { askedAbout } from '../../questions/kept.ts'
import { type Questionnaire, questionnairesOf, questionOf } from '../../questions/questionnaire.ts'
import { ABOUT_ORDER, type Answer, answerPath, answersIn, isGiven } from '../answers.ts'
import { filesOfAnswers } from '../attached-files.ts'
import { whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import { attachmentRules } from './attachments.ts'
import { probandOf, type RuleInput } from './rule.ts'

/** The laboratory's own questions of the chosen tests, about the order or each tested person. */
export function questionRules(known: RuleInput): Finding[] {
  const questionnaires = questionnairesOf(known.tests)
  const people = peopleToConsent(known.document)
  const findings = [
    ...questionnaires.flatMap((questionnaire) =>
      askedAbout(questionnaire, people).flatMap((patient) => ofOne(known, questionnaire, patient)),
    ),
    ...strayAnswers(known, questionnaires, people),
    ...attachmentRules(known, filesOfAnswers(known.document)),
  ]
  // One problem at a time for each question: its several values share one place.
  return [...new Map(findings.toReversed().map((found) => [found.path, found])).values()].toReversed()
}

/** What is open of one questionnaire about one person, or about the order. */
function ofOne(known: RuleInput, questionnaire: Questionnaire, patient: string | undefined): Finding[] {
  const { document, today } = known
  const given = givenTo(answersIn(document), questionnaire, patient)
  return askedQuestions(questionnaire, given).flatMap((item) => {
    const path = answerPath(patient ?? ABOUT_ORDER, questionnaire.id, item.linkId)
    return answerProblems(item, given.get(item.linkId) ?? [], today).map(({ rule, message }) => ({
      ...{ path, rule, message: `${message}${aboutPerson(known, patient)}` },
    }))
  })
}

/** Named only where a message could be about several people. */
function aboutPerson({ document }: RuleInput, patient: string | undefined): string {
  return patient === undefined || patient === probandOf(document) ? '' : ` (${whoIs(document, patient)})`
}

/** Answers to what is not asked: of another test, version or person, or given another answer. */
function strayAnswers(
  known: RuleInput,
  questionnaires: readonly Questionnaire[],
  people: readonly string[],
): Finding[] {
  const answers = answersIn(known.document)
  return answers.flatMap((answer, index) => {
    const found = strayAnswer(answers, answer, index, questionnaires, people)
    if (found === null || !answer.values.some(isGiven)) return []
    const { questionnaire, linkId, patient = ABOUT_ORDER } = answer
    return [{ path: answerPath(patient, questionnaire, linkId), ...found }]
  })
}

function strayAnswer(
  answers: readonly Answer[],
  answer: Answer,
  index: number,
  questionnaires: readonly Questionnaire[],
  people: readonly string[],
): Pick<Finding, 'rule' | 'message'> | null {
  const { linkId, patient, version } = answer
  const questionnaire = questionnaires.find(({ id }) => id === answer.questionnaire)
  if (!questionnaire)
    return { rule: 'unknown', message: `None of the tests asks the questions ${answer.questionnaire}` }
  const item = questionOf(questionnaire, linkId)
  if (!item) return { rule: 'unknown', message: `${questionnaire.title} has no question ${linkId}` }
  const name = nameOf(item)
  if (version !== questionnaire.version)
    return {
      rule: 'outdated',
      message: `${name}: the laboratory has changed its questions since. Reload the page and check the answers`,
    }
  if (!askedAbout(questionnaire, people).includes(patient))
    return {
      rule: 'unknown',
      message:
        questionnaire.about === 'order'
          ? `${name}: is asked about the order, not about a person`
          : `${name}: is asked about each tested person`,
    }
  const same = (other: Answer) =>
    other.questionnaire === answer.questionnaire && other.linkId === linkId && other.patient === patient
  if (answers.findIndex(same) < index) return { rule: 'repeated', message: `${name}: is answered twice` }
  const isAsked = askedQuestions(questionnaire, givenTo(answers, questionnaire, patient)).includes(item)
  return isAsked
    ? null
    : { rule: 'conflicts', message: `${name}: is not asked after the other answers. Leave it empty` }
}
