/** Ten shades from pale to deep, as the theme wants them. */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

export interface Link {
  label: string
  href: string
}

/** A menu of the laboratory's public website: a page of its own, and those below it. */
export interface Menu extends Link {
  entries: readonly Link[]
}

/** Everything of a laboratory that its users, patients and visitors see. */
export interface Brand {
  /** The name on every page. */
  name: string
  /** The legal person of the copyright line. */
  legalName: string
  /** The accent colour. White text must be readable on shades 6 to 9 (4.5 : 1). */
  accent: Shades
  contact: {
    address: readonly string[]
    phone: string
    email: string
    hours: string
  }
  /** The laboratory's own public website. */
  website: {
    home: string
    contact: string
    /** Where the header's search box leads, with the words as the query `s` (specification §2, Catalogue site header). */
    search: string
    menus: readonly Menu[]
    /** At the foot of the public pages, beside the privacy notice and the contact. */
    footer: readonly Link[]
  }
  /** The company that counsels patients on their results (§1, §2, Appointment form). */
  partner: {
    name: string
    website: string
  }
}
