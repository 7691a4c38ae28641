import type { FormLanguage } from '../counseling/form-languages.ts'

/** Ten shades from pale to deep, as the theme wants them. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

export interface Link {
  label: string
  href: string
}

/** A menu of the laboratory's public website: a page of its own, and those below it. */
export interface Menu extends Link {
  entries: readonly Link[]
}

/** The company that counsels patients on their results (specification §1; §2, Appointment form). */
export interface Partner {
  name: string
  website: string
}

/** Everything of a laboratory that its users, patients and visitors see, but its legal texts and its mark. */
export interface Brand {
  /** The name on every page. */
  name: string
  /** The legal person of the copyright line. */
  legalName: string
  /** The accent color; `unreadable` says what text on it needs. */
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
  /** Null: the laboratory has none, and no appointment form. */
  partner: Partner | null
  /** The languages in which the appointment form is offered, in the order of its menu; one of them is English. */
  languages: readonly FormLanguage[]
}

/** A text that users read and agree to. A string is a paragraph, a list of strings a list of points. */
export interface LegalText {
  title: string
  /** As it is read: 'December 31, 2024'. */
  effective: string
  introduction: readonly string[]
  sections: readonly LegalSection[]
}

export interface LegalSection {
  title: string
  body: readonly (string | readonly string[])[]
}

/** What every user has to meet besides accepting the terms; confirmed together at registration. */
export interface UserConditions {
  npi: string
  geneticCounselor: string
  delegate: string
}

export interface LegalTexts {
  /** With a new `version` every user is asked again. */
  terms: LegalText & { version: string }
  /** The HIPAA notice of privacy practices (45 CFR 164.520). */
  privacyNotice: LegalText
  userConditions: UserConditions
}

/** What every page of the portal brings along; the legal texts are fetched by the pages that show them. */
export interface PageBrand extends Brand {
  /** The address of the laboratory's mark. */
  icon: string
  /** The address of its `LegalTexts`. */
  legalTexts: string
}
