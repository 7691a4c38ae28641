/** Escapes `text` for use inside a LIKE pattern: `%`, `_` and `\` match themselves. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
