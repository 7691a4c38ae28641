import { describe, expect, it } from 'vitest'
import { answersFor, prefilledAnswer, TESTING_CONSENT_TITLE } from './consent.ts'

const testing = { id: 'testing', title: TESTING_CONSENT_TITLE }
const newYork = { id: 'ny', title: 'Samples from New York State' }

describe('[ORDER-03] the answer a consent question starts with', () => {
  it('is yes for the testing consent', () => expect(prefilledAnswer(TESTING_CONSENT_TITLE)).toBe(true))
  it('is no for any other', () => {
    expect(prefilledAnswer('Incidental findings reporting')).toBe(false)
    expect(prefilledAnswer('')).toBe(false)
  })
})

describe('the answers of an order', () => {
  it('pre-fills what has no answer, in the order of the questions', () =>
    expect(answersFor([testing, newYork], [{ consentId: 'ny', answer: null }])).toEqual([
      { consentId: 'testing', answer: true },
      { consentId: 'ny', answer: false },
    ]))

  it('keeps what was answered, against the pre-filled answer too', () =>
    expect(
      answersFor(
        [testing, newYork],
        [
          { consentId: 'testing', answer: false },
          { consentId: 'ny', answer: true },
        ],
      ),
    ).toEqual([
      { consentId: 'testing', answer: false },
      { consentId: 'ny', answer: true },
    ]))

  it('drops answers to questions that the tests no longer ask', () =>
    expect(
      answersFor(
        [testing],
        [
          { consentId: 'ny', answer: true },
          { consentId: 'testing', answer: true },
        ],
      ),
    ).toEqual([{ consentId: 'testing', answer: true }]))

  it('asks a question once when two tests have it', () =>
    expect(answersFor([testing, testing], [])).toEqual([{ consentId: 'testing', answer: true }]))

  it('gives the same list back when nothing changes', () => {
    const answers = [{ consentId: 'testing', answer: true }]
    expect(answersFor([testing], answers)).toBe(answers)
  })
})
