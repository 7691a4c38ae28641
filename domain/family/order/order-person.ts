import type { Relationship, Sex } from '../../lookups.ts'
import { blankDeceased, type Deceased } from '../../orders/deceased.ts'
import type { Patient } from '../../orders/document.ts'
import { blankKinship, type FamilySide, type Kinship, type KinshipKind } from '../../orders/kinship.ts'
import {
  type FamilyDocument,
  type FamilyMember,
  type LegendEntry,
  likelySex,
  type MemberKey,
} from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { type BloodRelation, type Parentage, type Relation, relations } from '../relation.ts'

/** What an order takes of a member of a family: a copy, which changes no more with the family. */
type OrderPerson = Pick<
  Patient,
  'relationship' | 'firstName' | 'lastName' | 'dateOfBirth' | 'sex' | 'affected'
> & {
  /** Left out for a biological relative of whom the relationship isTold all. */
  kinship?: Kinship
  /** Left out for the living. */
  deceased?: Deceased
}

const KINDS: Record<Parentage, KinshipKind> = {
  ...{ birth: 'Social', adopted: 'Adoptive', foster: 'Social', step: 'Step' },
  ...{ egg: 'Donor', sperm: 'Donor', carrier: 'Carrier' },
}
const SIDES = { maternal: 'Maternal', paternal: 'Paternal', both: '' } as const

/** Somebody of the family as a person of an order of which `proband` is the patient, with these codes as indications. */
export function orderPersonOf(
  document: FamilyDocument,
  member: FamilyMember,
  proband: MemberKey,
  indications: readonly string[],
  graph: FamilyGraph = familyGraph(document),
): OrderPerson {
  const relation = relations(document, graph).of(member.key, proband)
  const { relationship, ...kin } = relationshipOf(relation, member, graph.members.get(proband), graph)
  const kinship = { ...blankKinship(), ...kin }
  const isTold = kinship.kinshipKind !== '' || kinship.familySide !== '' || kinship.twin !== ''
  return {
    ...namesOf(member),
    ...{ relationship, affected: affectedIn(document, member, proband, indications) },
    ...(isTold ? { kinship } : {}),
    ...(member.life === 'dead' ? { deceased: deceasedOf(member) } : {}),
  }
}

/** Names, birthday and sex: what the family and an order both hold, and may hold differently. */
function namesOf(member: FamilyMember): Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth' | 'sex'> {
  const { firstName, lastName, born, sexAtBirth } = member
  const sex: Sex | '' = sexAtBirth === 'Unassigned' ? 'Ambiguous' : likelySex(member)
  return { firstName, lastName, dateOfBirth: born.length === 10 ? born : '', sex }
}

type Kin = { relationship: Relationship } & Partial<Kinship>

function relationshipOf(
  relation: Relation,
  member: FamilyMember,
  proband: FamilyMember | undefined,
  graph: FamilyGraph,
): Kin {
  const twins = proband && member.twins !== null && member.twins.group === proband.twins?.group
  const twin = twins
    ? member.twins?.kind === 'identical' && proband.twins?.kind === 'identical'
      ? ('Identical' as const)
      : member.twins?.kind === 'unknown'
        ? ('Unknown' as const)
        : ('Fraternal' as const)
    : ('' as const)
  switch (relation.kind) {
    case 'self':
      return { relationship: 'Proband' }
    case 'identical twin':
      return { relationship: 'Sibling', twin: 'Identical' }
    case 'blood':
      return { ...byBlood(relation.relations, member, proband, graph), ...(twin === '' ? {} : { twin }) }
    case 'parent':
      return { relationship: parentWord(member, proband, graph), kinshipKind: KINDS[relation.how] }
    case 'child':
      return { relationship: 'Child', kinshipKind: KINDS[relation.how] }
    case 'partner':
      return { relationship: 'Partner' }
    case 'partner of':
    case 'none':
      return { relationship: 'Other relative', kinshipKind: 'Social' }
  }
}

function byBlood(
  [nearest]: readonly BloodRelation[],
  member: FamilyMember,
  proband: FamilyMember | undefined,
  graph: FamilyGraph,
): Kin {
  if (!nearest) return { relationship: 'Other relative' }
  const { up, down, isHalf, side } = nearest
  if (up === 1 && down === 0) return { relationship: parentWord(member, proband, graph) }
  if (up === 0 && down === 1) return { relationship: 'Child' }
  const familySide: FamilySide | '' = side === null ? '' : SIDES[side]
  if (up === 1 && down === 1) return { relationship: 'Sibling', ...(isHalf ? { familySide } : {}) }
  return { relationship: 'Other relative', familySide }
}

/** By whose egg or sperm it was, else by the parent's sex; of neither, nobody can say mother or father. */
function parentWord(
  member: FamilyMember,
  proband: FamilyMember | undefined,
  graph: FamilyGraph,
): 'Mother' | 'Father' | 'Other relative' {
  const { egg, sperm } = graph.geneticParents(proband?.key ?? '')
  if (member.key === egg) return 'Mother'
  if (member.key === sperm) return 'Father'
  if (proband?.carriedBy === member.key) return 'Mother'
  const sex = likelySex(member)
  return sex === 'Female' ? 'Mother' : sex === 'Male' ? 'Father' : 'Other relative'
}

/**
 * Whether a relative has what the proband is tested for; '' where nobody said either, or which of the proband's illnesses
 * that is.
 */
function affectedIn(
  document: FamilyDocument,
  member: FamilyMember,
  proband: MemberKey,
  indications: readonly string[],
): Patient['affected'] {
  if (member.key === proband) return ''
  const ofProband = document.people.find(({ key }) => key === proband)?.conditions ?? []
  const tested = testedEntries(
    document,
    ofProband.filter(({ status }) => status === 'affected').map(({ entry }) => entry),
    indications,
  )
  const own = member.conditions.filter(({ entry }) => tested.includes(entry))
  if (own.some(({ status }) => status === 'affected')) return 'Affected'
  if (own.some(({ status }) => status === 'possible')) return 'Unknown'
  return tested.length > 0 && own.length === tested.length ? 'Unaffected' : ''
}

/** Those that fit the indications; if none can, because there are no codes to compare, the only one. */
function testedEntries(
  { legend }: FamilyDocument,
  entries: readonly string[],
  indications: readonly string[],
) {
  const fitting = entries.filter((entry) => fits(legend, entry, indications))
  if (fitting.length > 0 || entries.length !== 1) return fitting
  const isComparable = indications.length > 0 && codeOf(legend, entries[0]) !== ''
  return isComparable ? [] : entries
}

const codeOf = (legend: readonly LegendEntry[], entry: string | undefined) =>
  legend.find(({ key }) => key === entry)?.code ?? ''

/** Codes of one category, as C50.911 and C50. */
export function fits(legend: readonly LegendEntry[], entry: string, indications: readonly string[]): boolean {
  const code = codeOf(legend, entry)
  return code.length >= 3 && indications.some((one) => one.slice(0, 3) === code.slice(0, 3))
}

const PRECISIONS = { 10: 'Exact', 7: 'Month', 4: 'Year' } as const

function deceasedOf({ diedOn, causeOfDeath }: FamilyMember): Deceased {
  const precision = PRECISIONS[diedOn.length as 4] ?? 'Unknown'
  return { ...blankDeceased(), deathPrecision: precision, dateOfDeath: diedOn, causeOfDeath }
}

/** A field of a person that the order has otherwise than the family. */
interface OfferedField {
  field: 'firstName' | 'lastName' | 'born' | 'sexAtBirth'
  /** As the family has it, and as it would be. */
  before: string
  after: string
}

/** What an order knows of a member otherwise than the family: offered, and taken field by field. */
export function offeredBack(
  member: FamilyMember,
  patient: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth' | 'sex'>,
): OfferedField[] {
  const sexes: Partial<Record<Sex | '', FamilyMember['sexAtBirth']>> = {
    ...{ Male: 'Male', Female: 'Female', Ambiguous: 'Unassigned' },
  }
  const now = namesOf(member)
  const fields: (OfferedField | null)[] = [
    differing('firstName', member.firstName, patient.firstName.trim()),
    differing('lastName', member.lastName, patient.lastName.trim()),
    differing('born', member.born, /^\d{4}-\d\d-\d\d$/.test(patient.dateOfBirth) ? patient.dateOfBirth : ''),
    patient.sex === now.sex ? null : differing('sexAtBirth', member.sexAtBirth, sexes[patient.sex] ?? ''),
  ]
  return fields.filter((field) => field !== null)
}

const differing = (field: OfferedField['field'], before: string, after: string): OfferedField | null =>
  after === '' || after === before ? null : { field, before, after }
