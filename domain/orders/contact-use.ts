import type { ContactReference } from '../lookups.ts'

/** Specification §3, other enumerations: the use of a person's phone number or address. */
export const CONTACT_USES = ['Personal', 'Work'] as const
export type ContactUse = (typeof CONTACT_USES)[number]

/** A contact's use: work, otherwise personal. */
export function contactUse({ reference }: { reference: ContactReference }): ContactUse {
  return reference === 'Work' ? 'Work' : 'Personal'
}

/**
 * The reference of a contact for this use: unchanged if it already fits, so that a mobile phone stays a
 * mobile phone.
 */
export function referenceFor(use: ContactUse, before: ContactReference): ContactReference {
  if (contactUse({ reference: before }) === use) return before
  return use === 'Work' ? 'Work' : 'Home'
}
