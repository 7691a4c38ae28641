import type { AuthorizationPacket } from '#contract/coverage.ts'
import { showInstant } from '#ui/dates.ts'

export const REQUIRED = {
  yes: 'The payer requires prior authorization for these tests.',
  no: 'The payer does not require prior authorization for these tests.',
  unknown:
    'We don’t know whether the payer requires prior authorization for these tests. Check the coverage, or call the payer and give the CPT codes.',
} as const satisfies Record<AuthorizationPacket['required'], string>

const REQUIRED_SHORT = { yes: 'required', no: 'not required', unknown: 'may be required' } as const

/** The same with the letter, in a few words: `required, letter signed`. */
export function authorizationInShort({ required, letter }: Pick<AuthorizationPacket, 'required' | 'letter'>) {
  const state = letter.signed ? 'signed' : letter.editedAt !== null ? 'not signed' : 'not written'
  return `${REQUIRED_SHORT[required]}, letter ${state}`
}

/** Where the letter stands, in a sentence. */
export function letterState({ signed, editedBy, editedAt }: AuthorizationPacket['letter']): string {
  if (signed) return `Signed by ${signed.signature} (NPI ${signed.npi}), ${showInstant(signed.at)}.`
  if (editedAt === null) return 'A draft from the order’s data. Not edited yet.'
  return `Not signed. Last edited by ${editedBy}, ${showInstant(editedAt)}.`
}

/** What the button does that opens it, for who may do that. */
export function openLabel({ letter, canEdit }: Pick<AuthorizationPacket, 'letter' | 'canEdit'>): string {
  return canEdit && letter.signed === null ? 'Edit letter' : 'Read letter'
}

/** Nothing is shown where the payer asks for nothing and nobody has begun a letter all the same. */
export function isWorthShowing({
  required,
  letter,
}: Pick<AuthorizationPacket, 'letter' | 'required'>): boolean {
  return required !== 'no' || letter.editedAt !== null
}
