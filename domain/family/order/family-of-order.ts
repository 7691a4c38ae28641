import { isIsoDate } from '../../dates/dates.ts'
import { type Deceased, latestDayOfDeath } from '../../orders/deceased.ts'
import type { OrderDocument, Patient, PatientKey } from '../../orders/document.ts'
import { geneticParents, kinshipOf } from '../../orders/genetic-parents.ts'
import type { Fetus, Pregnancy } from '../../orders/pregnancy.ts'
import { fetusesOf, isPrenatal } from '../../orders/subject.ts'
import { table } from '../../table.ts'
import { cutTo } from '../../text/keepable.ts'
import type { NewKey } from '../additions.ts'
import {
  blankFamily,
  blankMember,
  blankUnion,
  type FamilyDocument,
  type FamilyMember,
  type Gender,
  type LegendEntry,
  likelySex,
  type MemberKey,
  type Union,
} from '../document.ts'

/** Who of an order is who in a family. */
export interface JoinedPerson {
  patientKey: PatientKey
  member: MemberKey
}

/**
 * A family begun from an order's people, and who is who. Somebody whose relation the order does not say in full
 * (`Other relative`, a stepsibling) stands alone in the drawing, with what the order says in the notes. Typed
 * diagnoses of relatives are notes too: reading a place in the family out of free words would be guessing.
 */
export function familyOfOrder(
  stored: OrderDocument,
  newKey: NewKey,
): { document: FamilyDocument; people: JoinedPerson[] } {
  const building = new Building(newKey)
  const order = withKeysOnce(stored)
  const [first] = order.patients
  if (!first) return { document: blankFamily(), people: [] }
  const isFetal = isPrenatal(order) && order.pregnancy !== undefined
  const record = building.add(first)
  const index = isFetal && order.pregnancy ? building.unborn(order.pregnancy) : record
  if (isFetal) record.isConsultand = true
  index.isProband = true
  const illnesses = isFetal ? [] : illnessesOf(order, newKey)
  if (!isFetal) record.conditions = illnesses.map(({ key }) => conditionOf(key, 'affected'))
  for (const patient of order.patients.slice(1)) {
    const member = building.add(patient)
    const status = patient.affected === 'Affected' ? 'affected' : 'unaffected'
    const [illness] = illnesses
    if (illness && ['Affected', 'Unaffected'].includes(patient.affected))
      member.conditions = [conditionOf(illness.key, status)]
  }
  if (isFetal && order.pregnancy) placeUnborn(building, order, index, record, order.pregnancy)
  else placeRelatives(building, order, index)
  return {
    document: {
      ...blankFamily(),
      ...{ people: building.people, unions: building.unions, legend: illnesses },
      notes: cutTo(typedHistory(order), 10_000),
    },
    people: building.joined,
  }
}

/** Everybody under the first row of their key. */
function withKeysOnce(order: OrderDocument): OrderDocument {
  const taken = new Set(fetusesOf(order).map(({ key }) => key))
  const patients = order.patients.filter(({ key }) => !taken.has(key) && taken.add(key))
  return { ...order, patients }
}

/** Rows of a family while it is built; they are changed in place. */
class Building {
  readonly people: FamilyMember[] = []
  readonly unions: Union[] = []
  readonly joined: JoinedPerson[] = []
  readonly newKey: NewKey
  constructor(newKey: NewKey) {
    this.newKey = newKey
  }

  add(patient: Patient): FamilyMember {
    const member = { ...blankMember(this.newKey()), ...detailsOf(patient) }
    this.people.push(member)
    this.joined.push({ patientKey: patient.key, member: member.key })
    return member
  }

  blank(gender: Gender): FamilyMember {
    const member = { ...blankMember(this.newKey()), gender }
    this.people.push(member)
    return member
  }

  /** The fetuses or losses that are tested, all in one pregnancy; the first of them. */
  unborn(pregnancy: Pregnancy): FamilyMember {
    const group = this.newKey()
    const made = pregnancy.fetuses.map((fetus) => {
      const member = this.blank(GENDERS[fetus.sexByUltrasound] ?? '')
      member.pregnancy = pregnancyOf(pregnancy)
      if (pregnancy.fetuses.length > 1) member.twins = { group, kind: 'unknown' }
      member.notes = labelOf(fetus)
      this.joined.push({ patientKey: fetus.key, member: member.key })
      return member
    })
    const [first = this.blank('')] = made
    return first
  }

  of(patientKey: PatientKey): FamilyMember | undefined {
    const member = this.joined.find((one) => one.patientKey === patientKey)?.member
    return this.people.find(({ key }) => key === member)
  }

  union(partners: readonly FamilyMember[]): Union {
    const union = blankUnion(
      this.newKey(),
      partners.map(({ key }) => key),
    )
    this.unions.push(union)
    return union
  }

  /** The parents by birth of `child`, made where they are missing. */
  birthUnion(child: FamilyMember): Union {
    const birth = child.parents.find(({ how }) => how === 'birth')
    const known = this.unions.find(({ key }) => key === birth?.union)
    if (known) return known
    const union = this.union([this.blank('man'), this.blank('woman')])
    child.parents = [...child.parents, { union: union.key, how: 'birth' }]
    return union
  }

  /** The mother or father in a union, made if there is room; undefined if both partners are somebody else. */
  partner(union: Union, gender: 'woman' | 'man'): FamilyMember | undefined {
    const known = this.people.find(({ key, gender: own }) => union.partners.includes(key) && own === gender)
    if (known || union.partners.length >= 2) return known
    const made = this.blank(gender)
    union.partners = gender === 'man' ? [made.key, ...union.partners] : [...union.partners, made.key]
    return made
  }
}

const GENDERS: Partial<Record<Patient['sex'], Gender>> = { Male: 'man', Female: 'woman' }
const IDENTITIES = table<Gender>({ Male: 'man', Female: 'woman', Nonbinary: 'nonbinary' })
const SEXES: Partial<Record<Patient['sex'], FamilyMember['sexAtBirth']>> = {
  ...{ Male: 'Male', Female: 'Female', Ambiguous: 'Unassigned' },
}

function detailsOf(patient: Patient): Partial<FamilyMember> {
  const { firstName, lastName, dateOfBirth, sex, sexAndGender, relationship, deceased } = patient
  const bySex = GENDERS[sex] ?? GENDERS[SEX_OF_PARENT[relationship] ?? ''] ?? ''
  return {
    ...{ firstName: firstName.trim(), lastName: lastName.trim() },
    ...{ gender: IDENTITIES[sexAndGender?.genderIdentity ?? ''] ?? bySex, sexAtBirth: SEXES[sex] ?? '' },
    ...{
      born: isIsoDate(dateOfBirth) ? dateOfBirth : '',
      karyotype: cutTo(sexAndGender?.karyotype ?? '', 40),
    },
    ...(deceased ? deathOf(deceased, dateOfBirth) : { life: 'alive' as const }),
  }
}
const SEX_OF_PARENT: Partial<Record<Patient['relationship'], Patient['sex']>> = {
  ...{ Mother: 'Female', Father: 'Male' },
}

function deathOf({ dateOfDeath, causeOfDeath }: Deceased, born: string): Partial<FamilyMember> {
  const isDate = latestDayOfDeath(dateOfDeath) !== '' && dateOfDeath >= born.slice(0, dateOfDeath.length)
  return { life: 'dead', diedOn: isDate ? dateOfDeath : '', causeOfDeath: cutTo(causeOfDeath, 200) }
}

const ENDINGS = { Miscarriage: 'miscarriage', Stillbirth: 'stillbirth', Termination: 'termination' } as const

function pregnancyOf({ outcome, ending, dueDate }: Pregnancy): NonNullable<FamilyMember['pregnancy']> {
  const state = outcome === 'Ongoing' ? 'ongoing' : ending === '' ? 'miscarriage' : ENDINGS[ending]
  return { state, weeks: null, dueDate: isIsoDate(dueDate) ? dueDate : '' }
}

const labelOf = ({ label }: Fetus) => (label === '' ? '' : `Fetus ${label}`)

function placeRelatives(building: Building, order: OrderDocument, index: FamilyMember): void {
  const relatives = order.patients.slice(1)
  const being =
    (...kinds: string[]) =>
    (one: Patient) =>
      kinds.includes(kinshipOf(one))
  const parents = relatives.filter(
    ({ relationship }) => relationship === 'Mother' || relationship === 'Father',
  )
  const memberOf = ({ key }: Patient) => building.of(key)
  const genetic = geneticParents(order)
  const donors = relatives.filter(being('Donor'))
  // A social mother beside a donor's egg is who the child was born to.
  const atBirth = parents.filter(
    (one) => being('Biological')(one) || (being('Social')(one) && donors.length > 0),
  )
  const mother = atBirth.find(({ relationship }) => relationship === 'Mother')
  const father = atBirth.find(({ relationship }) => relationship === 'Father')
  if (mother || father) {
    const couple = [father, mother].map((one) => one && memberOf(one)).filter((one) => one !== undefined)
    const union = building.union(couple)
    index.parents = [{ union: union.key, how: 'birth' }]
  }
  const donated = (key: PatientKey | null, born: Patient | undefined, not: FamilyMember['sexAtBirth']) => {
    const giver = relatives.find((one) => one.key === key && one.relationship !== 'Child')
    const member = giver && giver !== born ? memberOf(giver) : undefined
    return member && likelySex(member) !== not ? member.key : ''
  }
  index.eggFrom = donated(genetic.mother, mother, 'Male')
  index.spermFrom = donated(genetic.father, father, 'Female')
  for (const donor of donors) {
    const member = memberOf(donor)
    if (!member || [index.eggFrom, index.spermFrom].includes(member.key)) continue
    const sex = likelySex(member)
    if (sex === 'Female' && index.eggFrom === '') index.eggFrom = member.key
    else if (sex === 'Male' && index.spermFrom === '') index.spermFrom = member.key
    else leaveAlone(building, donor)
  }
  const carrier = relatives.find(being('Carrier'))
  if (carrier) index.carriedBy = memberOf(carrier)?.key ?? ''
  const raise = (how: 'adopted' | 'foster' | 'step', raising: readonly Patient[]) => {
    const members = raising.map(memberOf).filter((one) => one !== undefined)
    if (members.length === 0) return
    const { key: union } = building.union(members.slice(0, 2))
    index.parents = [...index.parents, { union, how }]
  }
  raise('adopted', parents.filter(being('Adoptive')))
  raise('step', parents.filter(being('Step')))
  raise(
    'foster',
    parents.filter((one) => being('Social')(one) && !atBirth.includes(one)),
  )
  if (order.parentage?.parentsRelated === 'Yes')
    building.birthUnion(index).relatedAs = cutTo(order.parentage.parentsRelation, 100) || 'related'
  const partner = relatives.find(({ relationship }) => relationship === 'Partner')
  const partnered = partner && memberOf(partner)
  const own = partnered ? building.union(inOrder(index, partnered)) : null
  placeChildren(building, relatives, index, own)
  for (const one of relatives)
    if (one.relationship === 'Sibling') placeSibling(building, one, index)
    else if (one.relationship === 'Other relative' && !being('Donor', 'Carrier')(one))
      leaveAlone(building, one)
}

const inOrder = (one: FamilyMember, other: FamilyMember) =>
  one.gender === 'woman' ? [other, one] : [one, other]

function placeChildren(
  building: Building,
  relatives: readonly Patient[],
  index: FamilyMember,
  couple: Union | null,
): void {
  const children = relatives.filter(({ relationship }) => relationship === 'Child')
  if (children.length === 0) return
  const union = couple ?? building.union([index])
  for (const [order, child] of children.entries()) {
    const member = building.of(child.key)
    if (!member) continue
    member.birthOrder = order + 1
    member.parents = [{ union: union.key, how: HOWS[kinshipOf(child)] ?? 'birth' }]
  }
}
const HOWS: Partial<Record<ReturnType<typeof kinshipOf>, 'adopted' | 'step' | 'foster'>> = {
  ...{ Adoptive: 'adopted', Step: 'step', Social: 'foster' },
}

function placeSibling(building: Building, sibling: Patient, index: FamilyMember): void {
  const member = building.of(sibling.key)
  const how = kinshipOf(sibling)
  if (!member) return
  if (!['Biological', 'Adoptive'].includes(how)) {
    leaveAlone(building, sibling)
    return
  }
  const { twin = '', familySide = '' } = sibling.kinship ?? {}
  const birth = building.birthUnion(index)
  const shared =
    familySide === '' || how === 'Adoptive'
      ? undefined
      : building.partner(birth, familySide === 'Maternal' ? 'woman' : 'man')
  const union = shared ? building.union([shared]) : birth
  member.parents = [{ union: union.key, how: how === 'Adoptive' ? 'adopted' : 'birth' }]
  if (twin === '') return
  const isContradiction = twin === 'Identical' && member.sexAtBirth !== index.sexAtBirth
  const kind = isContradiction ? ('unknown' as const) : TWIN_KINDS[twin]
  index.twins ??= { group: building.newKey(), kind }
  member.twins = { group: index.twins.group, kind }
}
const TWIN_KINDS = { Identical: 'identical', Fraternal: 'fraternal', Unknown: 'unknown' } as const

/** Of a fetus: the patient of record carries it, and the relatives are the fetus's. */
function placeUnborn(
  building: Building,
  order: OrderDocument,
  index: FamilyMember,
  pregnant: FamilyMember,
  pregnancy: Pregnancy,
): void {
  const isCarrier = pregnancy.carriedBy === 'Gestational carrier'
  const genetic = geneticParents(order)
  const relatives = order.patients.slice(1)
  const being = (relationship: Patient['relationship']) =>
    building.of(relatives.find((one) => one.relationship === relationship)?.key ?? '')
  const father = building.of(genetic.father ?? '') ?? being('Father') ?? being('Partner')
  const mother = isCarrier ? (being('Mother') ?? building.of(genetic.mother ?? '')) : pregnant
  const couple = [father, mother].filter((one) => one !== undefined)
  const union = building.union(couple.length > 0 ? couple : [building.blank('man'), building.blank('woman')])
  const unborn = building.people.filter((one) => one.pregnancy !== null)
  for (const [place, fetus] of unborn.entries()) {
    fetus.parents = [{ union: union.key, how: 'birth' }]
    fetus.birthOrder = place + 1
    if (isCarrier) fetus.carriedBy = pregnant.key
  }
  const giver = building.of(genetic.mother ?? '')
  const foreignEgg = pregnancy.eggProvider === 'Donor' && (!giver || giver === pregnant)
  const eggFrom = foreignEgg ? building.blank('woman').key : giver && giver !== mother ? giver.key : ''
  const spermFrom = pregnancy.spermProvider === 'Donor' ? building.blank('man').key : ''
  for (const fetus of unborn) Object.assign(fetus, { eggFrom, spermFrom })
  for (const one of relatives)
    if (one.relationship === 'Sibling') placeSibling(building, one, index)
    else if (
      !union.partners.includes(building.of(one.key)?.key ?? '') &&
      eggFrom !== building.of(one.key)?.key
    )
      leaveAlone(building, one)
}

/** In the drawing, but joined to nobody: what the order says is in the notes. */
function leaveAlone(building: Building, patient: Patient): void {
  const member = building.of(patient.key)
  const { kinshipKind = '', familySide = '' } = patient.kinship ?? {}
  const words = [familySide, kinshipKind].filter((one) => one !== '').join(', ')
  if (member) member.notes = `In the order: ${patient.relationship}${words === '' ? '' : ` (${words})`}`
}

const conditionOf = (entry: string, status: 'affected' | 'unaffected') => ({
  ...{ entry, status, onset: '', certainty: 'told' as const, notes: '' },
})

/** Codes that name a reason, not an illness: encounters and pregnancy. */
const NO_ILLNESS = /^[ZO]/
const MOST_ILLNESSES = 2

function illnessesOf({ indicationsForTesting }: OrderDocument, newKey: NewKey): LegendEntry[] {
  const illnesses = indicationsForTesting
    .filter(({ code, description }) => !NO_ILLNESS.test(code) && code + description !== '')
    .slice(0, MOST_ILLNESSES)
  return illnesses.map(({ code, description }, place) => ({
    ...{ key: newKey(), name: cutTo(description || code, 200), code: code.slice(0, 40), fill: 'solid' },
    part: illnesses.length === 1 ? 'whole' : (place as 0 | 1),
  }))
}

const SIDES = {
  Maternal: 'mother’s side',
  Paternal: 'father’s side',
  FamilyMember: '',
  EggDonor: 'egg donor',
  Other: '',
}

function typedHistory({ familyHistory }: OrderDocument): string {
  return familyHistory.diagnoses
    .filter(({ diagnosis }) => diagnosis.trim() !== '')
    .map(({ relationshipType, relative, diagnosis, ageAtDiagnosis }) => {
      const who = [relative.trim(), SIDES[relationshipType]].filter((one) => one !== '').join(', ')
      return `${who === '' ? 'Relative' : who}: ${[diagnosis.trim(), ageAtDiagnosis.trim()].filter(Boolean).join(', ')}`
    })
    .join('\n')
}
