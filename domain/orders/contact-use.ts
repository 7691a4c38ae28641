import type { ContactReference } from '../lookups.ts'

/** Specification §3, other enumerations: what a phone number or an address of a person is for. */
export const CONTACT_USES = ['Personal', 'Work'] as const
export type ContactUse = (typeof CONTACT_USES)[number]

/** What a contact is for. All that are not of somebody's work are their own. */
export function contactUse({ reference }: { reference: ContactReference }): ContactUse {
  return reference === 'Work' ? 'Work' : 'Personal'
}

/** The reference of a contact that is for this: one that is so already stays, a mobile phone a mobile phone. */
export function referenceFor(use: ContactUse, before: ContactReference): ContactReference {
  if (contactUse({ reference: before }) === use) return before
  return use === 'Work' ? 'Work' : 'Home'
}
