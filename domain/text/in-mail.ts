/** Longer than the name of any person or institution. */
const LONGEST_NAME = 120

/** On one line, without what is not seen: control and format characters, among them those that turn text around. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]+/gu, '')
    .trim()
}

/**
 * Somebody's own words as a mail of ours may hold them, such as the name of an institution that a stranger registers: on
 * one line, bounded, and with nothing that a mail program makes a link of. Its reader takes a mail of the laboratory's
 * portal for the laboratory's word.
 */
export function inMail(words: string, longest = LONGEST_NAME): string {
  const plain = oneLine(words)
    // What programs take for the stops of an address (RFC 3490, 3.1), and a slash or an at sign in a wide form.
    .replace(/[\u3002\uff0e\uff61\u2024]/g, '.')
    .replace(/[\uff0f\u2044\u2215]/g, '/')
    .replace(/[\uff20\ufe6b]/g, '@')
    .replace(/\uff1a/g, ':')
    // `https://evil.test` and `mailto:a@evil.test` as words apart: "J.R. Smith" stays a name, "J. R. Smith".
    .replace(/:(?=\S)/g, ': ')
    .replace(/\/{2,}/g, '/ ')
    .replace(/\.(?=[^\s.])/g, '. ')
    .replace(/\s*@\s*/g, ' at ')
    .trim()
  const letters = [...plain]
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : plain
}
