import type { ConsentAnswer, PatientKey } from '#domain/orders/document.ts'

/** What these people answer to a question; null where they differ, or nobody has answered. */
export function commonAnswer(
  consents: readonly ConsentAnswer[],
  people: readonly PatientKey[],
  consentId: string,
): boolean | null {
  const answers = people.map((patient) => answerOf(consents, patient, consentId))
  const [first = null] = answers
  return answers.every((answer) => answer === first) ? first : null
}

export function answerOf(
  consents: readonly ConsentAnswer[],
  patient: PatientKey,
  consentId: string,
): boolean | null {
  return consents.find((one) => one.patient === patient && one.consentId === consentId)?.answer ?? null
}

/** The answers, with this one of each of these people; those of everybody else stay. */
export function answeredBy(
  consents: readonly ConsentAnswer[],
  people: readonly PatientKey[],
  consentId: string,
  answer: boolean,
): ConsentAnswer[] {
  const given = consents.map((one) =>
    one.consentId === consentId && people.includes(one.patient) ? { ...one, answer } : one,
  )
  const missing = people.filter(
    (patient) => !consents.some((one) => one.patient === patient && one.consentId === consentId),
  )
  return [...given, ...missing.map((patient) => ({ patient, consentId, answer, reviewed: false }))]
}
