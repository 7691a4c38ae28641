import { expect, test } from 'vitest'
import { type Claims, InvalidToken } from './port.ts'
import { remembering } from './remembering.ts'

function tokens() {
  const verified: string[] = []
  let [time, isTaken] = [1_000_000, true]
  const verifier = remembering(
    {
      async verify(token) {
        verified.push(token)
        if (!isTaken) throw new InvalidToken('expired')
        return { sub: token, exp: 1060 } as Claims
      },
    },
    () => time,
  )
  return {
    ...verifier,
    verified,
    pass: (seconds: number) => (time += seconds * 1000),
    refuse: () => (isTaken = false),
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

test('one that was refused is verified again', async () => {
  const { verify, verified, refuse } = tokens()
  refuse()
  await expect(verify('a')).rejects.toThrow()
  await expect(verify('a')).rejects.toThrow()
  expect(verified).toEqual(['a', 'a'])
})
