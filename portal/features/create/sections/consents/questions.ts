import type { ConsentQuestion, TestDetails } from '#contract/catalogue.ts'

export interface AskedQuestion {
  question: ConsentQuestion
  /** The tests that ask it; empty where all of the order do. */
  testNames: readonly string[]
}

/** Each question of the tests once, and which tests ask it. */
export function questionsOf(tests: readonly Pick<TestDetails, 'testName' | 'consents'>[]): AskedQuestion[] {
  const questions = new Map(tests.flatMap((test) => test.consents).map((one) => [one.id, one]))
  return [...questions.values()].map((question) => {
    const asking = tests.filter((test) => test.consents.some(({ id }) => id === question.id))
    return {
      question,
      testNames: asking.length === tests.length ? [] : asking.map((test) => test.testName),
    }
  })
}
