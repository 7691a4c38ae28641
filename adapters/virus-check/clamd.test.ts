import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clamdVirusCheck } from './clamd.ts'
import { noVirusCheck } from './off.ts'
import { type FakeClamd, startFakeClamd } from './testing/clamd.ts'

let clamd: FakeClamd | undefined
afterEach(() => clamd?.close())

const checked = async (
  answer: (content: Buffer) => string | null,
  content: Uint8Array,
  timeoutMs = 50_000,
) => {
  clamd = await startFakeClamd(answer)
  return clamdVirusCheck({ url: clamd.url, timeoutMs }).check(content)
}

test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 3_000_000])('sends %i bytes to clamd unchanged', async (bytes) => {
  const content = randomBytes(bytes)
  expect(await checked(() => 'stream: OK', content)).toEqual({ clean: true })
  expect(clamd?.received).toHaveLength(1)
  expect(clamd?.received[0]?.equals(content)).toBe(true)
})

test('names the virus found', async () => {
  const answer = (content: Buffer) =>
    content.includes('EVIL') ? 'stream: Test.Signature FOUND' : 'stream: OK'
  expect(await checked(answer, Buffer.from('it is EVIL'))).toEqual({ clean: false, virus: 'Test.Signature' })
})

test.each([
  ['INSTREAM size limit exceeded. ERROR', 'size limit exceeded'],
  ['', 'answers: nothing'],
])('rejects if clamd answers %j', async (answer, words) => {
  await expect(checked(() => answer, Buffer.from('x'))).rejects.toThrow(words)
})

test('rejects if clamd does not answer, or is not running', async () => {
  await expect(checked(() => null, Buffer.from('x'), 50)).rejects.toThrow('not answer in time')
  const url = clamd?.url ?? ''
  await clamd?.close()
  await expect(clamdVirusCheck({ url }).check(Buffer.from('x'))).rejects.toThrow('ECONNREFUSED')
})

test('announces at the start that there is no check', async () => {
  expect(noVirusCheck().startLine).toContain('not checked for viruses')
  expect(await noVirusCheck().check(Buffer.from('x'))).toEqual({ clean: true })
})
