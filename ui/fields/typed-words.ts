/** What a field says of words that stand for nothing, or for several things, of its list. */
export function pendingInWords(text: string): string {
  return `“${text}” is not selected yet. Choose one from the list (click it, or press arrow down and Enter), or clear the field`
}
