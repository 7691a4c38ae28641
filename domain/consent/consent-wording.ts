import type { ConsentAnswer } from '../orders/document.ts'

/** A consent question in the words in which it was asked. */
export interface ConsentWording {
  id: string
  title: string
  text: string
}

/** What is kept of the questions of an order, word for word. */
export interface ConsentWordings {
  questions: ConsentWording[]
}

/** The questions of the tests that these answers are to, each once, in the order in which they are asked. */
export function consentWordings(
  answers: readonly Pick<ConsentAnswer, 'consentId'>[],
  tests: readonly { consents: readonly ConsentWording[] }[],
): ConsentWordings {
  const answered = new Set(answers.map(({ consentId }) => consentId))
  const questions = new Map(
    tests
      .flatMap(({ consents }) => consents)
      .filter(({ id }) => answered.has(id))
      .map(({ id, title, text }) => [id, { id, title, text }]),
  )
  return { questions: [...questions.values()] }
}
