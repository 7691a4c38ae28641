import { decodeBytes } from './character-set.ts'

/** The characters with a special meaning in HL7 (MSH-1 and MSH-2). */
export interface Delimiters {
  fieldSeparator: string
  componentSeparator: string
  repetitionSeparator: string
  escapeCharacter: string
  subcomponentSeparator: string
}

const PLAIN = /^[A-Za-z0-9 ]*$/

/**
 * Characters that may need escaping: control characters and possible delimiters (MSH-2). One regular
 * expression, as a document of twenty megabytes in Base64 is a text too.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const MARKS = /[\0-\x1f\x7f!-/:-@[-`{-~]/g

/**
 * Escapes free text for a component (HL7 v2.5.1 chapter 2.7). A line break becomes `\.br\`; any other control
 * character becomes `\Xhh\`, because VT and FS would break the MLLP frame; NUL, which is not text, is
 * dropped.
 */
export function escapeText(text: string, delimiters: Delimiters): string {
  // True for most texts: no letter, digit or space is a delimiter.
  if (PLAIN.test(text)) return text
  const esc = delimiters.escapeCharacter
  const names = new Map([
    [esc, 'E'],
    [delimiters.fieldSeparator, 'F'],
    [delimiters.componentSeparator, 'S'],
    [delimiters.repetitionSeparator, 'R'],
    [delimiters.subcomponentSeparator, 'T'],
  ])
  return text.replace(/\r\n?/g, '\n').replace(MARKS, (character) => {
    const name = names.get(character)
    const code = character.charCodeAt(0)
    if (code === 0) return ''
    if (name) return esc + name + esc
    if (character === '\n') return `${esc}.br${esc}`
    return code < 0x20 || code === 0x7f ? `${esc}X${hex(code)}${esc}` : character
  })
}

/** Unescapes a text. Unknown escape sequences are left unchanged, so nothing is lost. */
export function unescapeText(text: string, delimiters: Delimiters): string {
  const esc = delimiters.escapeCharacter
  if (!text.includes(esc)) return text
  const quoted = `\\u{${(esc.codePointAt(0) ?? 0).toString(16)}}`
  const sequence = new RegExp(
    `${quoted}([EFSRTPHN]|X(?:[0-9A-Fa-f]{2})+|\\.[a-z]{2} *[+-]?\\d*)${quoted}`,
    'gu',
  )
  return text.replace(sequence, (_, name: string) => {
    if (name.startsWith('X')) return fromHex(name.slice(1))
    if (name.startsWith('.')) return formatted(name)
    return meaning(name, delimiters)
  })
}

function meaning(name: string, delimiters: Delimiters): string {
  switch (name) {
    case 'E':
      return delimiters.escapeCharacter
    case 'F':
      return delimiters.fieldSeparator
    case 'S':
      return delimiters.componentSeparator
    case 'R':
      return delimiters.repetitionSeparator
    case 'T':
      return delimiters.subcomponentSeparator
    case 'P':
      return '#'
    default:
      return '' // H and N only switch highlighting on and off.
  }
}

/** Chapter 2.7.6: `.br` and `.ce` end the line, `.sp<n>` skips n lines, `.sk<n>` n spaces; the rest is layout. */
function formatted(command: string): string {
  // The sender chooses the number: bounded, so that a short message cannot grow into a huge one.
  const count = Math.min(Number(command.slice(3).trim() || 1), 100)
  const name = command.slice(0, 3)
  if (name === '.br' || name === '.ce') return '\n'
  if (name === '.sp') return '\n'.repeat(Math.max(count, 1))
  if (name === '.sk') return ' '.repeat(Math.max(count, 1))
  return ''
}

function fromHex(digits: string): string {
  const bytes = Buffer.from(digits, 'hex').filter((byte) => byte !== 0)
  return decodeBytes(bytes)
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, '0')
}
