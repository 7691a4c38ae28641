import { expect, test } from 'vitest'
import { completeOrder } from '../orders/testing/complete-order.ts'
import { consentWordings } from './consent-wording.ts'

const question = (id: string) => ({ id, title: `Title of ${id}`, text: `Words of ${id}` })

test('keeps the answered questions of several tests, each once, word for word', () => {
  const tests = [
    { consents: [question('testing'), question('research')] },
    { consents: [question('testing'), question('storage'), question('unasked')] },
  ]
  const consents = ['storage', 'testing', 'research', 'gone'].map((consentId) => ({
    ...{ consentId, patient: 'proband', answer: true },
  }))
  expect(consentWordings({ ...completeOrder(), consents }, tests, { day: '2026-11-20' })).toEqual({
    questions: [question('testing'), question('research'), question('storage')],
  })
})
