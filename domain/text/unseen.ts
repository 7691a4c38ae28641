/**
 * Takes no room, or says how others are to be read, as pasted text has it: U+200B, U+00AD. Not the two joiners, which belong
 * to the spelling of Persian and Indic names.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u

/** The characters of a text that nobody sees, once each; tabs and line breaks are spaces. */
export function unseen(text: string): string[] {
  return [...new Set(text.replace(/[\t\n\r]/g, ''))].filter((character) => UNSEEN.test(character))
}

/** A character as a message names it: “王”, or U+202E if it cannot be seen. */
export function characterInWords(character: string): string {
  return UNSEEN.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : `“${character}”`
}
