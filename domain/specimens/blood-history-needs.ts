/** Whether a test asks a question about the person's blood: not at all, if known, or before it can be ordered. */
export const NEEDS = ['no', 'asked', 'required'] as const
export type Need = (typeof NEEDS)[number]

/** What the catalogue says a test needs to know about a person's blood. */
export interface BloodHistoryNeeds {
  transfusion: Need
  /** For how many days after a transfusion a specimen is doubtful. */
  transfusionDays: number
  /** Such a specimen is refused, and not only doubtful. */
  transfusionRefused: boolean
  transplant: Need
  /** The laboratory takes a specimen with a donor's cells all the same, if it is told why. */
  transplantAdmitted: boolean
  bloodCancer: Need
  /** What to send in place of blood. */
  instead: string[]
}
