import { addChildrenOf, addParents, addPartner, addSiblings, type NewKey } from './additions.ts'
import { blankFamily, blankMember, type FamilyDocument, type Gender } from './document.ts'
import { familyGraph } from './graph.ts'

/** The nine numbers that a family can be begun with, by the patient’s relatives. */
export interface StartNumbers {
  brothers: number
  sisters: number
  sons: number
  daughters: number
  mothersBrothers: number
  mothersSisters: number
  fathersBrothers: number
  fathersSisters: number
  /** Pregnancies of the patient or the partner that were lost. */
  losses: number
}
export const NO_RELATIVES: StartNumbers = {
  brothers: 0,
  sisters: 0,
  sons: 0,
  daughters: 0,
  mothersBrothers: 0,
  mothersSisters: 0,
  fathersBrothers: 0,
  fathersSisters: 0,
  losses: 0,
}
/** Of each of the nine. */
const MOST_AT_START = 15

interface StartPatient {
  gender: Gender
  firstName: string
  lastName: string
  born: string
}

/** The patient, parents, grandparents, and whom the numbers tell of; nobody is called dead or alive. */
export function startFamily(patient: StartPatient, numbers: StartNumbers, newKey: NewKey): FamilyDocument {
  const proband = { ...blankMember(newKey()), ...patient, isProband: true, life: 'alive' as const }
  let family: FamilyDocument = { ...blankFamily(), people: [proband] }
  const grow = (step: { document: FamilyDocument }) => {
    family = step.document
  }
  grow(addParents(family, proband.key, newKey))
  const { egg: mother, sperm: father } = familyGraph(family).geneticParents(proband.key)
  for (const parent of [father, mother]) if (parent !== null) grow(addParents(family, parent, newKey))
  const siblings = (of: string | null, men: number, women: number) => {
    if (of !== null) grow(addSiblings(family, of, [...each('man', men), ...each('woman', women)], newKey))
  }
  siblings(proband.key, numbers.brothers, numbers.sisters)
  siblings(mother, numbers.mothersBrothers, numbers.mothersSisters)
  siblings(father, numbers.fathersBrothers, numbers.fathersSisters)
  const lost = { state: 'miscarriage' as const, weeks: null, dueDate: '' }
  const children = [
    ...each('man', numbers.sons),
    ...each('woman', numbers.daughters),
    ...each('', numbers.losses).map((child) => ({ ...child, pregnancy: lost })),
  ]
  if (children.length > 0) {
    grow(addPartner(family, proband.key, newKey))
    grow(addChildrenOf(family, proband.key, children, newKey))
  }
  return family
}

const each = (gender: Gender, count: number) =>
  Array.from({ length: Math.min(Math.max(0, Math.trunc(count)), MOST_AT_START) }, () => ({ gender }))
