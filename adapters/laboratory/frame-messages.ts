/**
 * The messages in the text of one frame: each MSH at the beginning of a line begins one. Some senders put several into
 * one frame; each is a message by itself, with its own control id and its own acknowledgement. A file or batch (FHS, BHS)
 * is left whole.
 */
export function messagesIn(text: string): string[] {
  if (!/^\s*MSH/.test(text)) return [text]
  return text.split(/(?<=[\r\n])(?=MSH[^\w\s])/)
}
