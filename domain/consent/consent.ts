import type { ConsentAnswer } from '../orders/document.ts'

/** The one question whose answer is yes unless somebody says otherwise (specification §5, Consent yes/no question). */
export const TESTING_CONSENT_TITLE = 'Consent for genetic testing'

/** Whether this is the consent without which nothing is tested. */
export function isTestingConsent(title: string): boolean {
  return title.trim().toLowerCase() === TESTING_CONSENT_TITLE.toLowerCase()
}

/** The answer an unanswered question starts with: yes for the testing consent, no for any other (§5, ORDER-03). */
export function prefilledAnswer(title: string): boolean {
  return isTestingConsent(title)
}

/**
 * The answers of an order whose tests ask `questions`: one for each question in their order, given ones kept,
 * missing ones pre-filled, those of questions no longer asked left out. Gives `answers` itself when nothing changes.
 */
export function answersFor(
  questions: readonly { id: string; title: string }[],
  answers: readonly ConsentAnswer[],
): readonly ConsentAnswer[] {
  const titles = new Map(questions.map((question) => [question.id, question.title]))
  const next = [...titles].map(([consentId, title]): ConsentAnswer => {
    const given = answers.find((answer) => answer.consentId === consentId)
    return given && given.answer !== null ? given : { consentId, answer: prefilledAnswer(title) }
  })
  const unchanged = next.length === answers.length && next.every((answer, index) => answer === answers[index])
  return unchanged ? answers : next
}
