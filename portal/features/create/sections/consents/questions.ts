import type { TestDetails } from '#contract/catalogue.ts'
import type { ConsentQuestion } from '#contract/consent-questions.ts'
import { mergedQuestions } from '#domain/consent/consent.ts'

export interface QuestionWithTests {
  question: ConsentQuestion
  /** The tests that ask it; empty where all of the order do. */
  testNames: readonly string[]
}

/** Each question of the tests once, and which tests ask it. */
export function questionsOf(
  tests: readonly Pick<TestDetails, 'testName' | 'consents'>[],
): QuestionWithTests[] {
  return mergedQuestions(tests).map((question) => {
    const testsWithQuestion = tests.filter((test) => test.consents.some(({ id }) => id === question.id))
    return {
      question,
      testNames:
        testsWithQuestion.length === tests.length ? [] : testsWithQuestion.map((test) => test.testName),
    }
  })
}
