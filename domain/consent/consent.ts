import { type IsoDate, isIsoDate } from '../dates/dates.ts'
import type { ConsentAnswer, OrderDocument, PatientKey } from '../orders/document.ts'
import { isFetusKey } from '../orders/subject.ts'

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

interface AskedOf {
  id: string
  /** False: relatives are not asked. */
  asksRelatives?: boolean | undefined
  /** False: not offered if a fetus is tested. */
  offeredForFetus?: boolean | undefined
}

/**
 * The questions of several tests, each once. Relatives are asked if one of the tests asks them; a question
 * that one test does not offer for a fetus is not offered.
 */
export function mergedQuestions<Q extends AskedOf>(tests: readonly { consents: readonly Q[] }[]): Q[] {
  const merged = new Map<string, Q>()
  for (const question of tests.flatMap(({ consents }) => consents)) {
    const { asksRelatives, offeredForFetus, ...known } = merged.get(question.id) ?? question
    const asks = asksRelatives !== false || question.asksRelatives !== false
    const offered = offeredForFetus !== false && question.offeredForFetus !== false
    const limits = {
      ...(asks ? {} : { asksRelatives: false }),
      ...(offered ? {} : { offeredForFetus: false }),
    }
    merged.set(question.id, { ...known, ...limits } as Q)
  }
  return [...merged.values()]
}

/** Whether a question is asked of a person: of the proband always, of relatives if the test looks at them. */
export function isAskedOf(
  question: Omit<AskedOf, 'id'>,
  person: PatientKey,
  proband: PatientKey | undefined,
): boolean {
  return question.asksRelatives !== false || person === proband
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
 * The first day on which a specimen was collected that a person's consent is about: their own, and of the patient of record
 * also the fetuses'. Null while no day is known.
 */
export function firstCollection(
  { patients, samples }: Pick<OrderDocument, 'patients' | 'samples'>,
  person: PatientKey,
): IsoDate | null {
  const isOfRecord = patients[0]?.key === person
  const days = samples
    .filter(({ patient }) => patient === person || (isOfRecord && isFetusKey(patient)))
    .map(({ dateOfCollection }) => dateOfCollection)
  return days.filter(isIsoDate).toSorted()[0] ?? null
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
 * The answers of an order whose tests ask `questions` of `people` (see `peopleToConsent`, the proband first):
 * for each person one per question, in order; given ones kept, missing ones pre-filled, others left out.
 * Returns `answers` itself if nothing changes.
 */
export function answersFor(
  questions: readonly (AskedOf & { title: string })[],
  people: readonly PatientKey[],
  answers: readonly ConsentAnswer[],
): readonly ConsentAnswer[] {
  const asked = mergedQuestions([{ consents: questions }])
  const next = [...new Set(people)].flatMap((patient) =>
    asked
      .filter((question) => isAskedOf(question, patient, people[0]))
      .map(({ id: consentId, title }): ConsentAnswer => {
        const given = answers.find((answer) => answer.patient === patient && answer.consentId === consentId)
        return given && given.answer !== null
          ? given
          : { patient, consentId, answer: prefilledAnswer(title), reviewed: false }
      }),
  )
  const unchanged = next.length === answers.length && next.every((answer, index) => answer === answers[index])
  return unchanged ? answers : next
}
