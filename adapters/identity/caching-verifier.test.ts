import { expect, test } from 'vitest'
import { cachingVerifier } from './caching-verifier.ts'
import { type Claims, InvalidToken, ProviderAway } from './port.ts'

function tokens(exp = 1060) {
  const verified: string[] = []
  let time = 1_000_000
  let refused: Error | undefined
  const verifier = cachingVerifier(
    {
      async verify(token) {
        verified.push(token)
        if (refused) throw refused
        return { sub: token, exp } as Claims
      },
    },
    () => time,
  )
  return {
    ...verifier,
    verified,
    pass: (seconds: number) => (time += seconds * 1000),
    refuse: (error: Error = new InvalidToken('expired')) => (refused = error),
  }
}

test('a token is verified once, another one by itself', async () => {
  const { verify, verified } = tokens()
  expect([await verify('a'), await verify('a'), await verify('b')].map(({ sub }) => sub)).toEqual([
    'a',
    'a',
    'b',
  ])
  expect(verified).toEqual(['a', 'b'])
})

test('and not taken from the moment on at which it expires', async () => {
  const { verify, verified, pass, refuse } = tokens()
  await verify('a')
  refuse()
  pass(59)
  expect((await verify('a')).sub).toBe('a')
  pass(1)
  await expect(verify('a')).rejects.toThrow('expired')
  expect(verified).toEqual(['a', 'a'])
})

test('nor for long after the provider has given up the key that it was signed with, however late it expires', async () => {
  const { verify, verified, pass, refuse } = tokens(1_000_000)
  await verify('a')
  refuse()
  pass(599)
  expect((await verify('a')).sub).toBe('a')
  pass(1)
  await expect(verify('a')).rejects.toThrow(InvalidToken)
  expect(verified).toEqual(['a', 'a'])
})

test('but goes on while nobody can be asked for the keys, until it expires', async () => {
  const { verify, pass, refuse } = tokens(1_000 + 900)
  await verify('a')
  refuse(new ProviderAway('the provider is away'))
  pass(600)
  expect((await verify('a')).sub).toBe('a')
  await expect(verify('b')).rejects.toThrow(ProviderAway)
  pass(300)
  await expect(verify('a')).rejects.toThrow(ProviderAway)
})

test('one that was refused is verified again', async () => {
  const { verify, verified, refuse } = tokens()
  refuse()
  await expect(verify('a')).rejects.toThrow()
  await expect(verify('a')).rejects.toThrow()
  expect(verified).toEqual(['a', 'a'])
})
