/**
 * A family as drawn by the pedigree nomenclature (Bennett and others, J Genet Couns 1995, 2008, 2022): people,
 * the unions they were born or adopted into, the legend of conditions, and test results. Only facts that
 * somebody told: coordinates, relations, generation numbers and chances are computed.
 *
 * Everything is a row with a key that never moves and is never used again, so that two writers merge row by row
 * and field by field (change.ts). Nothing depends on the order of rows.
 */
export interface FamilyDocument {
  people: FamilyMember[]
  unions: Union[]
  legend: LegendEntry[]
  evaluations: Evaluation[]
  /** Who told the family history, and the ISO day on which it was taken; '' if unknown. */
  informant: string
  takenOn: string
  ancestry: { maternal: string; paternal: string }
  notes: string
}

export type MemberKey = string
export type UnionKey = string

/** The symbol's shape: a square, a circle, a diamond. '' if unknown or not relevant: a diamond as well. */
export type Gender = 'man' | 'woman' | 'nonbinary' | ''
export type SexAtBirth = 'Male' | 'Female' | 'Unassigned' | ''

export interface FamilyMember {
  key: MemberKey
  /** The person from whom the family was found (arrow with P); a family may have several. */
  isProband: boolean
  /** A person who asks for counseling (arrow). */
  isConsultand: boolean
  firstName: string
  lastName: string
  gender: Gender
  /** Written below the symbol if it differs from what the shape says. */
  sexAtBirth: SexAtBirth
  /** As reported, such as `47,XXY`; '' if not known. */
  karyotype: string
  /** An ISO day, or only its year and month, or its year; '' if unknown. */
  born: string
  /** If the birth is not known; at death for a person who died. */
  age: { value: number; unit: 'years' | 'months' | 'weeks'; isApproximate: boolean } | null
  life: 'alive' | 'dead' | ''
  /** Like `born`. */
  diedOn: string
  causeOfDeath: string
  /** The symbol stands for several people: how many, or `n` if unknown. Null for one person. */
  count: number | 'n' | null
  /** A pregnancy or a loss instead of a person who was born. */
  pregnancy: Pregnancy | null
  /** The unions whose child this is; at most one by birth. */
  parents: { union: UnionKey; how: 'birth' | 'adopted' | 'foster' | 'step' }[]
  isAdoptedOut: boolean
  /** The parents are known not to be known: a line up with a question mark. */
  hasUnknownParents: boolean
  /** Whose egg, sperm and womb it was, if not the birth union's; '' if it was. */
  eggFrom: MemberKey | ''
  spermFrom: MemberKey | ''
  carriedBy: MemberKey | ''
  /** Twins (triplets …) have the same group. */
  twins: { group: string; kind: 'identical' | 'fraternal' | 'unknown' } | null
  /** The place among the siblings, eldest first; only compared. Known births come before it. */
  birthOrder: number
  childlessness: Childlessness
  conditions: MemberCondition[]
  /** Whether the family's clinic may contact this person. */
  mayContact: 'yes' | 'no' | ''
  /** Dragged to the left of this person: the layout keeps them side by side. '' if never dragged. */
  leftOf: MemberKey | ''
  notes: string
}

export interface Pregnancy {
  state: 'ongoing' | 'stillbirth' | 'miscarriage' | 'termination' | 'ectopic'
  /** Completed weeks; null if unknown. */
  weeks: number | null
  /** ISO day, or ''. */
  dueDate: string
}

export type Childlessness = { kind: '' | 'choice' | 'unknown' | 'infertile'; reason: string }

export interface MemberCondition {
  /** A key of the legend. */
  entry: string
  status: 'affected' | 'unaffected' | 'possible'
  /** At onset, as told: `44`, `about 50`. */
  onset: string
  certainty: 'told' | 'documented'
  notes: string
}

/** Partners with or without children; a parent whose partner nobody knows is a union of one. */
export interface Union {
  key: UnionKey
  /** One or two. */
  partners: MemberKey[]
  hasEnded: boolean
  isMarriage: boolean
  /** How they are related by blood, in words, if the drawing does not show it. */
  relatedAs: string
  childlessness: Childlessness
}

/** A condition, and how its part of a symbol is filled. */
export interface LegendEntry {
  key: string
  name: string
  /** Its code: ICD-10-CM, HPO or OMIM; '' if it has none. */
  code: string
  fill: 'solid' | 'hatched' | 'dotted' | 'barred'
  /** The whole symbol, or the quarter, clockwise from the upper right. */
  part: 'whole' | 0 | 1 | 2 | 3
}

/** A test result of one person: the nomenclature's E, typed or taken from a report. Never drawn as illness. */
export interface Evaluation {
  key: string
  member: MemberKey
  /** What was evaluated, the same words for everybody who was. */
  what: string
  result: 'positive' | 'negative' | 'uninformative'
  /** How many copies of each of the finding's variants; empty if not stated. */
  copies: number[]
  /** ISO day, or ''. */
  on: string
  /** The finding (of a report of the family) that it is about; '' if it was typed. */
  finding: string
}

export type KeyedList = 'people' | 'unions' | 'legend' | 'evaluations'

const NO_REASON: Childlessness = { kind: '', reason: '' }

export function blankFamily(): FamilyDocument {
  return {
    people: [],
    unions: [],
    legend: [],
    evaluations: [],
    informant: '',
    takenOn: '',
    ancestry: { maternal: '', paternal: '' },
    notes: '',
  }
}

export function blankMember(key: MemberKey): FamilyMember {
  return {
    key,
    isProband: false,
    isConsultand: false,
    firstName: '',
    lastName: '',
    gender: '',
    sexAtBirth: '',
    karyotype: '',
    born: '',
    age: null,
    life: '',
    diedOn: '',
    causeOfDeath: '',
    count: null,
    pregnancy: null,
    parents: [],
    isAdoptedOut: false,
    hasUnknownParents: false,
    eggFrom: '',
    spermFrom: '',
    carriedBy: '',
    twins: null,
    birthOrder: 0,
    childlessness: NO_REASON,
    conditions: [],
    mayContact: '',
    leftOf: '',
    notes: '',
  }
}

export function blankUnion(key: UnionKey, partners: readonly MemberKey[]): Union {
  return {
    key,
    partners: [...partners],
    hasEnded: false,
    isMarriage: false,
    relatedAs: '',
    childlessness: NO_REASON,
  }
}

/** The sex at birth as recorded, or as the gender suggests while nobody recorded it. */
export function likelySex(member: FamilyMember): 'Male' | 'Female' | '' {
  const { sexAtBirth, gender } = member
  if (sexAtBirth === 'Male' || sexAtBirth === 'Female') return sexAtBirth
  if (sexAtBirth === 'Unassigned') return ''
  return gender === 'man' ? 'Male' : gender === 'woman' ? 'Female' : ''
}
