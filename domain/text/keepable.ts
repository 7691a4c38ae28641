/** Whether a database keeps the text as it is: without U+0000, and without half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text as a database keeps it: what it cannot keep is replaced (U+FFFD). */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
