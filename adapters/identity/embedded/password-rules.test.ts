import { expect, test } from 'vitest'
import { newPasswordErrors } from './password-rules.ts'

const known = ['rowan@clinic.test', 'Rowan', 'Ashdown', 'Larkfield Genetics']
const errorOf = async (password: string) =>
  (await newPasswordErrors({ password, repeated: password }, known)).password

test.each([
  'karyoportal12',
  'LarkfieldGenetics',
  'genetics-laboratory',
  'RowanAshdown12',
  'passwordpassword',
  '123456789012',
])('%s is what anybody would try first', async (password) =>
  expect(await errorOf(password)).toMatch(/too easy/),
)

test.each(['magenta otter pickle fjord', 'ΟρθογραφίαΚαιΣαξόφωνο7', 'magenta otter pickle fjord '.repeat(4)])(
  '%s is taken: no kind of character is asked for, and length is welcome',
  async (password) => expect(await errorOf(password)).toBeUndefined(),
)

test('eleven characters are too few, and more than 128 too many', async () => {
  expect(await errorOf('q7Lx-Wm2#zK')).toMatch(/at least 12/)
  expect(await errorOf('q7Lx-Wm2#zK'.repeat(12))).toMatch(/at most 128/)
})
