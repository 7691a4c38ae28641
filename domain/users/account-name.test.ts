import { expect, test } from 'vitest'
import { agreesWithAccount } from './account-name.ts'

const name = (text: string) => {
  const [firstName = '', lastName = ''] = text.split('|')
  return { firstName, lastName }
}

test.each([
  ['Ada|Okafor', 'Ada|Okafor', true],
  ['ada|okafor', 'Dr. Ada|Okafor MD', true],
  ['Ada|Okafor', 'Ada M|Okafor', true],
  ['Ada M|Okafor', 'Ada|Okafor', true],
  ['|', 'Ada|Okafor', true],
  ['Ines|Vale', 'Ada|Okafor', false],
  ['Okafor|Ada', 'Ada|Okafor', false],
  ['Ada|Vale', 'Ada|Okafor', false],
])('the account of %s agrees with %s: %s', (account, registered, agrees) => {
  expect(agreesWithAccount(name(account), name(registered))).toBe(agrees)
})
