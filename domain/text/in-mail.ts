/** Longer than the name of any person or institution. */
const LONGEST_NAME = 120

/**
 * One line without invisible characters: control and format characters, including those that reverse text.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]+/gu, '')
    .trim()
}

/**
 * Untrusted text for use in our emails, such as the name of an institution that a stranger registers: one
 * line, bounded, and without anything that a mail program turns into a link. Readers trust an email from the
 * laboratory's portal.
 */
export function inMail(words: string, longest = LONGEST_NAME): string {
  const plain = oneLine(words)
    // Characters that programs treat as dots of an address (RFC 3490, 3.1), and wide forms of slash and at
    // sign.
    .replace(/[\u3002\uff0e\uff61\u2024]/g, '.')
    .replace(/[\uff0f\u2044\u2215]/g, '/')
    .replace(/[\uff20\ufe6b]/g, '@')
    .replace(/\uff1a/g, ':')
    // `https://evil.test` and `mailto:a@evil.test` become separate words; "J.R. Smith" remains a name, "J. R.
    // Smith".
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
