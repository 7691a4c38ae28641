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
