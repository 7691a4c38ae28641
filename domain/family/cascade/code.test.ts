import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeFrom, readCode } from './code.ts'

const anyCode = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(codeFrom)

test('a code is read as it is printed, and as people type it', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      const plain = code.replaceAll('-', '')
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z*~$=U]$/)
      for (const typed of [
        code,
        plain,
        code.toLowerCase(),
        ` ${code.replaceAll('-', ' ')} `,
        code.replace(/0/g, 'O'),
        code.replace(/1/g, 'l'),
      ])
        expect(readCode(typed)).toBe(plain)
    }),
  )
})

test('one wrong character, or two exchanged ones, are noticed', () => {
  fc.assert(
    fc.property(
      anyCode,
      fc.nat(11),
      fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
      (code, at, other) => {
        const plain = code.replaceAll('-', '')
        const wrong = plain.slice(0, at) + other + plain.slice(at + 1)
        expect(readCode(wrong)).toBe(wrong === plain ? plain : null)
        const [a = '', b = ''] = [plain[at], plain[at + 1]]
        const exchanged = plain.slice(0, at) + b + a + plain.slice(at + 2)
        if (at < 11 && a !== b) expect(readCode(exchanged)).toBeNull()
      },
    ),
  )
})

test.each(['', 'ABC', '0000-0000-0000', '0000-0000-0000-0-0', 'UUUU-0000-0000-0'])(
  '%s is no code',
  (typed) => {
    expect(readCode(typed)).toBeNull()
  },
)
