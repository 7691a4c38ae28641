/**
 * Whom the laboratory calls with urgent results (42 CFR 493.1241(c): a contact for results that cannot wait). Left out
 * of an order, the institution's own number is meant.
 */
export interface UrgentContact {
  name?: string
  phone?: string
}

/** The contact in one line; '' if there is none. */
export function urgentContactInWords(contact: UrgentContact | undefined): string {
  return [contact?.name, contact?.phone].filter((part) => part?.trim()).join(', ')
}
