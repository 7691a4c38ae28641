import type { ConsentAnswer, OrderDocument, PatientKey } from '../orders/document.ts'

/** The one question that is answered yes by default (specification §5, Consent yes/no question). */
export const TESTING_CONSENT_TITLE = 'Consent for genetic testing'

/** Whether this is the consent without which nothing is tested. */
export function isTestingConsent(title: string): boolean {
  return title.trim().toLowerCase() === TESTING_CONSENT_TITLE.toLowerCase()
}

/**
 * The initial answer of an unanswered question: yes for the testing consent, no for any other (§5, ORDER-03).
 */
export function prefilledAnswer(title: string): boolean {
  return isTestingConsent(title)
}

/** Whether it is the question that New York law requires for specimens from there (§5). */
export function isNewYorkConsent(title: string): boolean {
  return /\bsamples from new york\b/i.test(title)
}

/**
 * The people asked for consent: the proband always, a relative if the order has their specimen; nobody for a
 * benefits verification.
 */
export function peopleToConsent(
  document: Pick<OrderDocument, 'isVOB' | 'patients' | 'samples'>,
): PatientKey[] {
  if (document.isVOB) return []
  const patients = document.patients.filter(
    ({ key }, index) => index === 0 || document.samples.some((sample) => sample.patient === key),
  )
  return [...new Set(patients.map((patient) => patient.key))]
}

/**
 * Whether a person's answers to these questions were reviewed: none is a pre-filled answer that nobody has
 * looked at.
 */
export function isReviewed(
  questions: readonly { id: string }[],
  person: PatientKey,
  answers: readonly ConsentAnswer[],
): boolean {
  const questionIds = new Set(questions.map(({ id }) => id))
  return answers.every(
    ({ patient, consentId, answer, reviewed }) =>
      patient !== person || !questionIds.has(consentId) || answer === null || reviewed !== false,
  )
}

/** The answers, with those of a person marked as reviewed or not reviewed. */
export function withReview(
  answers: readonly ConsentAnswer[],
  person: PatientKey,
  reviewed: boolean,
): ConsentAnswer[] {
  return answers.map((one) => (one.patient === person ? { ...one, reviewed } : one))
}

/**
 * The answers of an order whose tests ask `questions` of `people` (see `peopleToConsent`): for each person
 * one per question, in order; given ones kept, missing ones pre-filled, others left out. Returns `answers`
 * itself if nothing changes.
 */
export function answersFor(
  questions: readonly { id: string; title: string }[],
  people: readonly PatientKey[],
  answers: readonly ConsentAnswer[],
): readonly ConsentAnswer[] {
  const titles = new Map(questions.map((question) => [question.id, question.title]))
  const next = [...new Set(people)].flatMap((patient) =>
    [...titles].map(([consentId, title]): ConsentAnswer => {
      const given = answers.find((answer) => answer.patient === patient && answer.consentId === consentId)
      return given && given.answer !== null
        ? given
        : { patient, consentId, answer: prefilledAnswer(title), reviewed: false }
    }),
  )
  const unchanged = next.length === answers.length && next.every((answer, index) => answer === answers[index])
  return unchanged ? answers : next
}
