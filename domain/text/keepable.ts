/** Whether a database stores the text unchanged: without U+0000, and without half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text as a database can store it: invalid characters are replaced (U+FFFD). */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
