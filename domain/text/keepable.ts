/** Whether a database stores the text unchanged: without U+0000, and without half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text up to `most` UTF-16 units, as lengths are counted, without half of its last character. */
export function cutTo(text: string, most: number): string {
  const end = text.slice(0, most)
  return most < text.length && /[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end
}

/** The text as a database can store it: invalid characters are replaced (U+FFFD). */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
