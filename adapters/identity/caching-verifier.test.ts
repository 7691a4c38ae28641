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

test('verifies each token once', async () => {
  const { verify, verified } = tokens()
  expect([await verify('a'), await verify('a'), await verify('b')].map(({ sub }) => sub)).toEqual([
    'a',
    'a',
    'b',
  ])
  expect(verified).toEqual(['a', 'b'])
})

test('refuses a cached token from the moment it expires', async () => {
  const { verify, verified, pass, refuse } = tokens()
  await verify('a')
  refuse()
  pass(59)
  expect((await verify('a')).sub).toBe('a')
  pass(1)
  await expect(verify('a')).rejects.toThrow('expired')
  expect(verified).toEqual(['a', 'a'])
})

test('soon refuses a token whose signing key the provider has retired, however late it expires', async () => {
  const { verify, verified, pass, refuse } = tokens(1_000_000)
  await verify('a')
  refuse()
  pass(599)
  expect((await verify('a')).sub).toBe('a')
  pass(1)
  await expect(verify('a')).rejects.toThrow(InvalidToken)
  expect(verified).toEqual(['a', 'a'])
})

test('keeps accepting a cached token until it expires while the keys are unreachable', async () => {
  const { verify, pass, refuse } = tokens(1_000 + 900)
  await verify('a')
  refuse(new ProviderAway('the provider is away'))
  pass(600)
  expect((await verify('a')).sub).toBe('a')
  await expect(verify('b')).rejects.toThrow(ProviderAway)
  pass(300)
  await expect(verify('a')).rejects.toThrow(ProviderAway)
})

test('verifies a refused token again', async () => {
  const { verify, verified, refuse } = tokens()
  refuse()
  await expect(verify('a')).rejects.toThrow()
  await expect(verify('a')).rejects.toThrow()
  expect(verified).toEqual(['a', 'a'])
})
