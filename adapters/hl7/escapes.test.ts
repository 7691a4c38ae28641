import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText, unescapeText } from './escapes.ts'

const USUAL = {
  fieldSeparator: '|',
  componentSeparator: '^',
  repetitionSeparator: '~',
  escapeCharacter: '\\',
  subcomponentSeparator: '&',
}
const UNUSUAL = {
  fieldSeparator: '#',
  componentSeparator: '$',
  repetitionSeparator: '*',
  escapeCharacter: '^',
  subcomponentSeparator: '-',
}

test('escapes the five delimiters and a line break', () => {
  expect(escapeText('a|b^c~d\\e&f\ng', USUAL)).toBe('a\\F\\b\\S\\c\\R\\d\\E\\e\\T\\f\\.br\\g')
})

test('reads hexadecimal data as UTF-8, or as Latin-1 if it is not valid UTF-8', () => {
  expect(unescapeText('\\XC3A9\\ \\XE9\\ \\X0D0A\\', USUAL)).toBe('é é \r\n')
})

test('turns formatting commands into line breaks and spaces, and drops highlighting', () => {
  expect(unescapeText('a\\.br\\b\\.sp2\\c\\.sk3\\d\\.in+4\\\\H\\e\\N\\', USUAL)).toBe('a\nb\n\nc   de')
})

test('leaves an unknown escape sequence unchanged, and reads the next one', () => {
  expect(unescapeText('C:\\temp\\T\\x \\Zlocal\\', USUAL)).toBe('C:\\temp&x \\Zlocal\\')
})

test('restores any text after writing and reading, in any delimiters, with all of them escaped', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('|', '^', '~', '\\', '&', '\n', '\v', '\x1c', '#', '$', 'E', 'X', '.br', 'ễ'),
  })
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), hostile),
      fc.constantFrom(USUAL, UNUSUAL),
      (text, delimiters) => {
        const written = escapeText(text, delimiters)
        expect(unescapeText(written, delimiters)).toBe(text.replace(/\r\n?/g, '\n').replaceAll('\0', ''))
        const { fieldSeparator, componentSeparator, repetitionSeparator, subcomponentSeparator } = delimiters
        for (const forbidden of [
          fieldSeparator,
          componentSeparator,
          repetitionSeparator,
          subcomponentSeparator,
          '\r',
          '\n',
          '\v',
          '\x1c',
        ])
          expect(written.replaceAll(`${delimiters.escapeCharacter}.in-`, '')).not.toContain(forbidden)
      },
    ),
  )
})
