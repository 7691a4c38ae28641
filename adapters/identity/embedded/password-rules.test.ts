import { expect, test } from 'vitest'
import { newPasswordErrors, wordsOf } from './password-rules.ts'
import { inThisThread, passwordsBy } from './passwords.ts'

const known = ['rowan@clinic.test', 'Rowan', 'Ashdown', 'Larkfield Genetics']
const errorOf = async (password: string) =>
  (await newPasswordErrors(passwordsBy(inThisThread), { password, repeated: password }, known, 'here'))
    .password

test.each([
  'karyoportal12',
  'LarkfieldGenetics',
  'genetics-laboratory',
  'RowanAshdown12',
  'passwordpassword',
  '123456789012',
])('refuses %s as too easy to guess', async (password) => expect(await errorOf(password)).toMatch(/too easy/))

test.each(['magenta otter pickle fjord', 'ΟρθογραφίαΚαιΣαξόφωνο7', 'magenta otter pickle fjord '.repeat(4)])(
  '%s is taken: no kind of character is asked for, and length is welcome',
  async (password) => expect(await errorOf(password)).toBeUndefined(),
)

test('requires twelve characters and allows at most 128', async () => {
  expect(await errorOf('q7Lx-Wm2#zK')).toMatch(/at least 12/)
  expect(await errorOf('q7Lx-Wm2#zK'.repeat(12))).toMatch(/at most 128/)
})

test('[SEC-01] what is judged is bounded: the password’s first 64 characters, and forty words of what is known of its owner', async () => {
  const judged: unknown[] = []
  const passwords = passwordsBy(async <Result>({ input }: { input: unknown }) => {
    judged.push(input)
    return 4 as Result
  })
  const password = 'p4$$w0rd!'.repeat(14)
  const many = Array.from({ length: 4000 }, (_, index) => `n${index.toString(36)}x`).join(' ')
  await newPasswordErrors(passwords, { password, repeated: password }, [many, 'x'.repeat(9000)], 'here')
  expect(judged).toEqual([{ password: password.slice(0, 64), words: expect.any(Array) }])
  const { words } = judged[0] as { words: string[] }
  expect(words.length).toBeLessThanOrEqual(40)
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(64)
  expect(words).toContain('hospital')
})

test('[SEC-01] judges nothing when the length is wrong', async () => {
  const passwords = passwordsBy(() => Promise.reject(new Error('it was judged')))
  for (const password of ['short', 'x'.repeat(129)])
    expect(await newPasswordErrors(passwords, { password, repeated: password }, [], 'here')).toEqual({
      password: expect.stringContaining('characters'),
    })
})

test('splits texts into words of three letters or more, each once', () => {
  expect(wordsOf(['Rowan van-der Ashdown', 'rowan@clinic.test', 'Rowan'])).toEqual([
    ...['Rowan van-der Ashdown', 'Rowan', 'van', 'der', 'Ashdown'],
    ...['rowan@clinic.test', 'rowan', 'clinic', 'test'],
  ])
})
