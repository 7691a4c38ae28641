import { isNewYorkConsent, isReviewed, isTestingConsent, peopleToConsent } from '../../consent/consent.ts'
import type { PatientKey } from '../document.ts'
import { personName, whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest } from '../rule-context.ts'
import { probandOf, type RuleInput } from './rule.ts'

type Question = OrderableTest['consents'][number]

/**
 * Everyone who is tested answers each consent question of the tests; a benefits verification tests nobody.
 */
export function consentRules(known: RuleInput): Finding[] {
  const questions = new Map(known.tests.flatMap((test) => test.consents).map((one) => [one.id, one]))
  const people = peopleToConsent(known.document)
  return [
    ...people.flatMap((person) => [
      ...[...questions.values()].flatMap((one) => oneAnswer(known, person, one)),
      ...unreviewed(known, person, [...questions.values()]),
    ]),
    ...strayAnswers(known, questions, people),
  ]
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
  if (!isNewYorkConsent(question.title) || answer === true) return []
  const why = newYork(known, person)
  return why
    ? [
        {
          path,
          rule: 'new-york',
          message: `${why}, and New York law applies to every specimen from the state. Check the consent on samples from New York State, or give the reason it does not apply`,
          warningAbout: person,
        },
      ]
    : []
}

/** Answers are pre-filled, so each person's must be reviewed. */
function unreviewed({ document }: RuleInput, person: PatientKey, questions: readonly Question[]): Finding[] {
  if (isReviewed(questions, person, document.consents)) return []
  const message = `The consents of ${personName(document, person)} are not reviewed: check each answer, then confirm your review`
  return [{ path: `/consents/${person}/reviewed`, rule: 'unreviewed', message }]
}

/**
 * Why New York law applies to a person's specimen; null if it does not. A relative without an address is
 * assumed to live with the proband.
 */
function newYork({ document, institutionState }: RuleInput, key: PatientKey): string | null {
  const home = (person: PatientKey | undefined) =>
    document.patients
      .find((one) => one.key === person)
      ?.addresses.find((address) => address.type === 'Primary')
      ?.state.trim()
      .toLowerCase() ?? ''
  const state = home(key) || home(document.patients[0]?.key)
  if (state === 'ny' || state === 'new york') return `${capital(whoIs(document, key))} lives in New York`
  return institutionState === 'NY' ? 'The clinic is in New York' : null
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function strayAnswers(
  { document, tests }: RuleInput,
  questions: ReadonlyMap<string, Question>,
  people: readonly PatientKey[],
): Finding[] {
  return document.consents.flatMap((answer, index) => {
    const path = `/consents/${index}/consentId`
    const twice = document.consents
      .slice(0, index)
      .some((earlier) => earlier.consentId === answer.consentId && earlier.patient === answer.patient)
    if (twice) return [{ path, rule: 'repeated', message: 'This consent has two answers: remove one' }]
    if (tests.length > 0 && !questions.has(answer.consentId))
      return [{ path, rule: 'unknown', message: 'This consent does not belong to these tests: remove it' }]
    // Without any people the patient is missing, which another open point reports.
    if (people.length > 0 && !people.includes(answer.patient)) {
      const message = 'This consent is for a person without a specimen in this order: remove it'
      return [{ path: `/consents/${index}/patient`, rule: 'unknown', message }]
    }
    return []
  })
}
