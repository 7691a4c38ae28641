import { describe, expect, it } from 'vitest'
import type { ConsentAnswer } from '../orders/document.ts'
import { completeOrder, MOTHER, TESTED_MOTHER, withChanges } from '../orders/testing/complete-order.ts'
import {
  answersFor,
  isReviewed,
  peopleToConsent,
  prefilledAnswer,
  TESTING_CONSENT_TITLE,
  withReview,
} from './consent.ts'

const testing = { id: 'testing', title: TESTING_CONSENT_TITLE }
const newYork = { id: 'ny', title: 'Samples from New York State' }
const of = (consentId: string, answer: boolean | null, patient = 'proband'): ConsentAnswer => ({
  ...{ patient, consentId, answer },
})

/** As the form pre-fills it. */
const unseen = (...one: Parameters<typeof of>): ConsentAnswer => ({ ...of(...one), reviewed: false })

describe('the initial answer to a consent question', () => {
  it('is yes for the testing consent', () => expect(prefilledAnswer(TESTING_CONSENT_TITLE)).toBe(true))
  it('is no for any other', () => {
    expect(prefilledAnswer('Incidental findings reporting')).toBe(false)
    expect(prefilledAnswer('')).toBe(false)
  })
})

describe('the people asked for consent', () => {
  it('are always the patient, and relatives with a specimen', () => {
    expect(peopleToConsent(completeOrder())).toEqual(['proband'])
    expect(peopleToConsent({ ...completeOrder(), samples: [] })).toEqual(['proband'])
    expect(peopleToConsent(withChanges(completeOrder(), { '/patients/1': MOTHER }))).toEqual(['proband'])
    expect(peopleToConsent(withChanges(completeOrder(), TESTED_MOTHER))).toEqual(['proband', 'relative-1'])
  })

  it('are nobody for a benefits verification', () =>
    expect(peopleToConsent({ ...completeOrder(), isVOB: true })).toEqual([]))
})

describe('the answers of an order', () => {
  const proband = ['proband']

  it('pre-fills missing answers, in the order of the questions', () =>
    expect(answersFor([testing, newYork], proband, [of('ny', null)])).toEqual([
      unseen('testing', true),
      unseen('ny', false),
    ]))

  it('keeps given answers, even if they differ from the pre-filled ones', () => {
    const answers = [of('testing', false), of('ny', true)]
    expect(answersFor([testing, newYork], proband, answers)).toEqual(answers)
  })

  it('has an answer from each person for themselves', () =>
    expect(answersFor([testing, newYork], ['proband', 'relative-1'], [of('ny', true, 'relative-1')])).toEqual(
      [
        ...[unseen('testing', true), unseen('ny', false), unseen('testing', true, 'relative-1')],
        of('ny', true, 'relative-1'),
      ],
    ))

  it('drops answers to questions that are no longer asked, and of people who are no longer asked', () =>
    expect(
      answersFor([testing], proband, [
        of('ny', true),
        of('testing', true),
        of('testing', true, 'relative-1'),
      ]),
    ).toEqual([of('testing', true)]))

  it('asks a question that two tests share once', () =>
    expect(answersFor([testing, testing], proband, [])).toEqual([unseen('testing', true)]))

  it('returns the same list if nothing changes', () => {
    const answers = [of('testing', true)]
    expect(answersFor([testing], proband, answers)).toBe(answers)
  })
})

describe('[UX-13] the review of a person’s consents', () => {
  const proband = ['proband']
  const reviewed = withReview([unseen('testing', true), unseen('testing', true, 'm')], 'proband', true)

  it('applies to that person only, and can be undone', () => {
    expect(isReviewed([testing], 'proband', reviewed)).toBe(true)
    expect(isReviewed([testing], 'm', reviewed)).toBe(false)
    expect(isReviewed([testing], 'proband', withReview(reviewed, 'proband', false))).toBe(false)
  })

  it('is not required for answers sent by another system', () =>
    expect(isReviewed([testing], 'proband', [of('testing', true)])).toBe(true))

  it('is required again after a new question, and stays valid if questions are removed', () => {
    const more = answersFor([testing, newYork], proband, reviewed)
    expect(isReviewed([testing, newYork], 'proband', more)).toBe(false)
    const again = withReview(more, 'proband', true)
    expect(isReviewed([testing], 'proband', answersFor([testing], proband, again))).toBe(true)
  })
})
