import type { ConsentAnswer } from '../orders/document.ts'

/** A consent question as it was worded when asked. */
export interface ConsentWording {
  id: string
  title: string
  text: string
}

/** The stored wording of an order's consent questions. */
export interface ConsentWordings {
  questions: ConsentWording[]
}

/** The questions that these answers belong to, each once, in the order in which they are asked. */
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
