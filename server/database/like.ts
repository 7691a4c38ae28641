/** `text` for the inside of a LIKE pattern: `%`, `_` and `\` stand for themselves. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
