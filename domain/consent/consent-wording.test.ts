import { expect, test } from 'vitest'
import { consentWordings } from './consent-wording.ts'

const question = (id: string) => ({ id, title: `Title of ${id}`, text: `Words of ${id}` })

test('keeps the answered questions of several tests, each once, word for word', () => {
  const tests = [
    { consents: [question('testing'), question('research')] },
    { consents: [question('testing'), question('storage'), question('unasked')] },
  ]
  const answers = ['storage', 'testing', 'research', 'gone'].map((consentId) => ({ consentId }))
  expect(consentWordings(answers, tests)).toEqual({
    questions: [question('testing'), question('research'), question('storage')],
  })
})
