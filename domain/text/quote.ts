/** Somebody's words as the end of a sentence: `“Why?”`, `“It has clotted”.`: never two full stops. */
export function quotedAtEnd(words: string): string {
  return /[.!?]$/.test(words) ? `“${words}”` : `“${words}”.`
}
