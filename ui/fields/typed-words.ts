/** The message for typed text that matches no option of the list, or several. */
export function pendingInWords(text: string): string {
  return `“${text}” is not selected yet. Choose one from the list (click it, or press arrow down and Enter), or clear the field`
}
