import {
  isAskedOf,
  isReviewed,
  isTestingConsent,
  mergedQuestions,
  peopleToConsent,
} from '../../consent/consent.ts'
import { NO_LAW, stateRule, statesOf } from '../../consent/law.ts'
import type { PatientKey } from '../document.ts'
import { personName, whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import type { OrderableConsent } from '../rule-context.ts'
import { recordRules, strayRecords } from './consent-records.ts'
import { contradictions, fetusRules } from './consent-terms.ts'
import { probandOf, type RuleInput } from './rule.ts'
import { differingSigner } from './signers.ts'

type Question = OrderableConsent

/**
 * Everyone who is tested answers each consent question of the tests; a benefits verification tests nobody. Of
 * several errors at one field the first is returned.
 */
export function consentRules(known: RuleInput): Finding[] {
  const questions = mergedQuestions(known.tests)
  const people = peopleToConsent(known.document)
  const proband = probandOf(known.document)
  const found = [
    ...people.flatMap((person) => {
      const asked = questions.filter((question) => isAskedOf(question, person, proband))
      return [
        ...asked.flatMap((one) => oneAnswer(known, person, one)),
        ...contradictions(known, person, asked),
        ...unreviewed(known, person, asked),
        ...(asked.length > 0 ? recordRules(known, person, asked) : []),
        ...(asked.length > 0 ? differingSigner(known, person) : []),
      ]
    }),
    ...fetusRules(known, questions),
    ...strayAnswers(known, questions, people),
    ...strayRecords(known, people),
  ]
  const isFirst = ({ path, warningAbout }: Finding, index: number) =>
    warningAbout !== undefined ||
    found.findIndex((one) => one.path === path && one.warningAbout === undefined) === index
  return found.filter(isFirst)
}

function oneAnswer(known: RuleInput, person: PatientKey, question: Question): Finding[] {
  const { document } = known
  const given = document.consents.find((one) => one.patient === person && one.consentId === question.id)
  const answer = given?.answer ?? null
  const path = `/consents/${person}/${question.id}`
  const proband = person === probandOf(document)
  if ((question.required || isTestingConsent(question.title)) && answer === null) {
    const whose = proband ? 'an answer' : `${whoIs(document, person)}’s answer`
    return [{ path, rule: 'required', message: `${question.title}: ${whose} is required` }]
  }
  if (isTestingConsent(question.title) && answer === false) {
    const message = `${capital(whoIs(document, person))}’s specimen cannot be tested without the consent for genetic testing`
    return [{ path, rule: 'refused', message }]
  }
  return answer === true ? [] : stateConsents(known, person, question)
}

/** The states whose law asks for this consent, if it is not given. The rule is named after the consent. */
function stateConsents(known: RuleInput, person: PatientKey, { id, title }: Question): Finding[] {
  const { document, consentLaw: law = NO_LAW, institutionState, today } = known
  const requiring = statesOf(document, person, institutionState).filter(
    ({ code }) => stateRule(law, 'consent', code, today)?.consent === id,
  )
  return requiring.slice(0, 1).map(({ name, because }) => {
    const why =
      because === 'home' ? `${capital(whoIs(document, person))} lives in ${name}` : `The clinic is in ${name}`
    return {
      path: `/consents/${person}/${id}`,
      rule: id,
      message: `${why}, and ${name} law applies to every specimen from the state. Check the consent “${title}”, or give the reason it does not apply`,
      warningAbout: person,
    }
  })
}

/** Answers are pre-filled, so each person's must be reviewed. */
function unreviewed({ document }: RuleInput, person: PatientKey, questions: readonly Question[]): Finding[] {
  if (isReviewed(questions, person, document.consents)) return []
  const message = `The consents of ${personName(document, person)} are not reviewed: check each answer, then confirm your review`
  return [{ path: `/consents/${person}/reviewed`, rule: 'unreviewed', message }]
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function strayAnswers(
  { document, tests }: RuleInput,
  questions: readonly Question[],
  people: readonly PatientKey[],
): Finding[] {
  return document.consents.flatMap((answer, index) => {
    const path = `/consents/${index}/consentId`
    const twice = document.consents
      .slice(0, index)
      .some((earlier) => earlier.consentId === answer.consentId && earlier.patient === answer.patient)
    if (twice) return [{ path, rule: 'repeated', message: 'This consent has two answers: remove one' }]
    const question = questions.find(({ id }) => id === answer.consentId)
    if (tests.length > 0 && !question)
      return [{ path, rule: 'unknown', message: 'This consent does not belong to these tests: remove it' }]
    // Without any people the patient is missing, which another open point reports.
    if (people.length > 0 && !people.includes(answer.patient)) {
      const message = 'This consent is for a person without a specimen in this order: remove it'
      return [{ path: `/consents/${index}/patient`, rule: 'unknown', message }]
    }
    if (question && !isAskedOf(question, answer.patient, probandOf(document))) {
      const message = 'These tests do not look at relatives for this, so only the patient is asked: remove it'
      return [{ path: `/consents/${index}/patient`, rule: 'unknown', message }]
    }
    return []
  })
}
