/** A quotation at the end of a sentence: `“Why?”`, `“It has clotted”.`: never with two full stops. */
export function quotedAtEnd(words: string): string {
  return /[.!?]$/.test(words) ? `“${words}”` : `“${words}”.`
}
