import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inMail, oneLine } from './in-mail.ts'

describe('untrusted words in an email', () => {
  test.each([
    ['Mercy Hospital', 'Mercy Hospital'],
    ['St. Mary’s Children’s Hospital, Dept. 4/B', 'St. Mary’s Children’s Hospital, Dept. 4/B'],
    ['J.R. Quillbrook', 'J. R. Quillbrook'],
    ['Nguyễn 김서연', 'Nguyễn 김서연'],
    [
      'Clinic\r\n\r\nYour account is closed: log in at\nhttps://evil.test/x',
      'Clinic Your account is closed: log in at https: / evil. test/x',
    ],
    ['www.evil.test', 'www. evil. test'],
    ['evil。test', 'evil. test'],
    ['ask admin@evil.test', 'ask admin at evil. test'],
    ['mailto:a＠evil．test', 'mailto: a at evil. test'],
    ['tel:+1555', 'tel: +1555'],
    ['gnp.\u202eexe\u2069\u200b\ufeff', 'gnp. exe'],
    ['a\0\u0007\u2028\u0085b', 'a b'],
  ])('%j become %j', (words, expected) => expect(inMail(words)).toBe(expected))

  test('are one line, bounded, without invisible characters, and without anything taken for a link', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http://',
        'evil.test',
        '@',
        'www.',
        '\n',
        '\r',
        '\u202e',
        '//',
        ':',
        '.',
        '。',
        ' ',
        'ftp:',
        '\u200b',
        '\ufeff',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const expected = inMail(pieces.join(''))
        expect([...expected].length).toBeLessThanOrEqual(120)
        expect(expected).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(expected).not.toMatch(/\S\.[\p{L}\p{N}]|:\/\/|\/\/|:\S|\S@|@\S/u)
        expect(expected.isWellFormed()).toBe(true)
      }),
    )
  })

  test('do not change when processed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (words) => {
        const once = inMail(words, 1000)
        expect(inMail(once, 1000)).toBe(once)
      }),
    )
  })
})

test('a line keeps visible characters', () => {
  expect(oneLine('  a@b.test \n https://c.test\u202e ')).toBe('a@b.test https://c.test')
})
