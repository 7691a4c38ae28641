import { describe, expect, it } from 'vitest'
import type { ConsentQuestion } from '#contract/consent-questions.ts'
import { questionsOf } from './questions.ts'

const question = (id: string): ConsentQuestion => ({
  id,
  title: id,
  text: '',
  kind: 'yes-no',
  required: true,
  category: 'Testing',
})

describe('consent questions of an order', () => {
  it('asks each question once and says which of several tests asks it', () => {
    const tests = [
      { testName: 'Exome', consents: [question('testing'), question('incidental')] },
      { testName: 'Microarray', consents: [question('testing')] },
    ]
    expect(questionsOf(tests)).toEqual([
      { question: question('testing'), testNames: [] },
      { question: question('incidental'), testNames: ['Exome'] },
    ])
  })
})
