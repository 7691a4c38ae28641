const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const DASH = '(?:[-/.]|%2F)'

/** What may identify a person, and its replacement. The sequence matters: an address may contain a date. */
const RULES: readonly [what: RegExp, instead: string][] = [
  // Line ends and other characters that are invisible in a log.
  [/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '],
  [/\b(bearer|basic)\s+[\w.~+/-]+=*/gi, '$1 [token]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)+/g, '[token]'],
  // User name and password in a URL.
  [/(?<=:\/\/)[^\s/@]+@/g, ''],
  // Query and fragment of a path or URL, and stand-alone parameters.
  [/(?<=\/[^\s?#"'<>()]*)[?#][^\s"'<>()]+/g, '?[query]'],
  [/[?&][\w.%[\]-]+=[^\s"'<>()&]*/g, '[query]'],
  // Not `fn@https://…`, which some browsers write in a stack.
  [/(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40)(?!\w+:\/\/)[\p{L}\p{N}.-]+/gu, '[email]'],
  [new RegExp(`(?<!\\d)\\d{4}${DASH}\\d{1,2}${DASH}\\d{1,2}(?:T[\\d:.]+Z?)?(?!\\d)`, 'gi'), '[date]'],
  [new RegExp(`(?<!\\d)\\d{1,2}${DASH}\\d{1,2}${DASH}(?:\\d{4}|\\d{2})(?!\\d)`, 'gi'), '[date]'],
  [new RegExp(`\\b\\d{1,2}[ -]?${MONTH}[., -]{1,2}\\d{2,4}\\b`, 'gi'), '[date]'],
  [new RegExp(`\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}\\b`, 'gi'), '[date]'],
  // Phone, social security and medical record numbers, grouped or not; locations in scripts are kept.
  [/(?<!\.[cm]?[jt]sx?:\d{0,7}:?\d{0,7})(?:\p{Nd}(?:[ ().-]{0,2}\p{Nd}){6,}|\p{Nd}{5,})/gu, '[number]'],
]

/**
 * A text that may be logged: without email addresses, dates, numbers of five digits or more, tokens, queries
 * of addresses and control characters. Names can't be told from other words, so messages must not contain
 * them.
 */
export function redact(text: string): string {
  return RULES.reduce((left, [what, instead]) => left.replace(what, instead), text).trim()
}

/** The lines of a stack, each redacted. */
export function redactStack(stack: string): string[] {
  return stack
    .split('\n')
    .map(redact)
    .filter((line) => line !== '')
}

/** The locations of an error, without its message, and without message lines that look like a location. */
export function framesOf({ stack = '', message }: Error): string[] {
  return redactStack(
    stack
      .replace(message, () => '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  )
}
