/** What makes somebody a relative. Left out or '': biological, as far as the clinic knows. */
export const KINSHIPS = ['Biological', 'Adoptive', 'Step', 'Social', 'Donor', 'Carrier'] as const
export type KinshipKind = (typeof KINSHIPS)[number]
/** The side of the family; of a sibling with one side: the parent that both share. */
export const FAMILY_SIDES = ['Maternal', 'Paternal'] as const
export type FamilySide = (typeof FAMILY_SIDES)[number]
export const TWINS = ['Identical', 'Fraternal', 'Unknown'] as const
export type Twin = (typeof TWINS)[number]
export const RELATED = ['No', 'Yes', 'Unknown'] as const
export type Related = (typeof RELATED)[number]

/** How a relative is related, besides the relationship. */
export interface Kinship {
  kinshipKind: KinshipKind | ''
  familySide: FamilySide | ''
  /** Of a sibling: twin of the patient. */
  twin: Twin | ''
}

export const blankKinship = (): Kinship => ({ kinshipKind: '', familySide: '', twin: '' })

/** The genetic parents of those who are tested, if the relationships alone do not say who they are. */
export interface Parentage {
  /** The key of a person of the order, or '' if the relationships and the pregnancy say it. */
  geneticMother: string
  geneticFather: string
  /** Whether the parents are related to each other, and how. */
  parentsRelated: Related | ''
  parentsRelation: string
}

export const blankParentage = (): Parentage => ({
  ...{ geneticMother: '', geneticFather: '', parentsRelated: '', parentsRelation: '' },
})
