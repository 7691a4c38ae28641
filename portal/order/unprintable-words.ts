import { NOT_PRINTED, unprintable } from '#domain/text/printable.ts'
import { characterInWords } from '#domain/text/unseen.ts'

const MOST = 5

/** `“👍”, “ᱥ” and others`; '' if every letter is printed. */
function lettersOf(name: string): string {
  const found = unprintable(name)
  const named = found.slice(0, MOST).map(characterInWords).join(', ')
  return found.length > MOST ? `${named} and others` : named
}

/** For the field of a name that a specimen's label will not show in full; '' if it will. */
export function inField(name: string): string {
  const letters = lettersOf(name)
  return letters && `The specimen’s label cannot show ${letters}: it prints ${NOT_PRINTED}. ${WHAT_TO_DO}.`
}

/** For whoever prints the labels of people with these names; '' if they show every letter. */
export function onLabels(names: string): string {
  const letters = lettersOf(names)
  return letters && `The label shows ${NOT_PRINTED} for ${letters}. ${WHAT_TO_DO}, on it by hand.`
}

const WHAT_TO_DO = 'Write the name in Latin letters, as on the insurance card'
