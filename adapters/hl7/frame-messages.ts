/**
 * Splits the text of one frame into messages: each MSH at the beginning of a line starts one. Some senders
 * put several into one frame; each has its own control ID and gets its own acknowledgement. A file or batch
 * (FHS, BHS) is not split.
 */
export function messagesIn(text: string): string[] {
  if (!/^\s*MSH/.test(text)) return [text]
  return text.split(/(?<=[\r\n])(?=MSH[^\w\s])/)
}
