import { isModified, withoutResources } from '../../fhir-modifiers.ts'
import { blankFamily, type FamilyMember, type MemberKey } from '../document.ts'
import { couplesOf } from './couples.ts'
import {
  addBirthParent,
  addParentByCode,
  addSocialParent,
  type Gathered,
  type History,
  type Lines,
  nameOf,
  parentsIn,
  type Reading,
  type ReadPerson,
} from './fhir-lines.ts'
import { EXTENSIONS } from './fhir-parts.ts'
import { type FileReading, keysOfIds } from './format.ts'
import { BY_BLOOD } from './ga4gh.ts'
import { at, type Json, listAt, objectOf, textAt } from './json.ts'
import { readPeople } from './read-fhir-people.ts'
import { placeByRole } from './read-fhir-roles.ts'

const TWINS = new Map([
  ['ITWIN', 'identical'],
  ['FTWIN', 'fraternal'],
] as const)

/**
 * Reads families from FHIR R4: a Bundle, a list of resources, or one FamilyMemberHistory; the GA4GH pedigree
 * (relationships by KIN between Patients) and the plain family history (relations to the patient) alike.
 */
export function readFhirFamily(file: unknown): FileReading {
  const entries = Array.isArray(file)
    ? file.map((resource) => ({ resource }))
    : at(file, 'resourceType') === 'Bundle'
      ? listAt(file, 'entry')
      : [{ resource: file }]
  if (at(file, 'resourceType') === 'Bundle' && isModified(withoutResources({ ...objectOf(file), entry: [] })))
    return { problem: 'The Bundle has implicitRules or a modifierExtension that the portal does not know.' }
  const found: Gathered = { keyOf: keysOfIds(), people: new Map(), evaluations: [], remarks: [] }
  const { legend, histories, composition } = readPeople(entries, found)
  if (found.people.size === 0) return { problem: 'The file has no Patient and no FamilyMemberHistory.' }
  const lines: Lines = { parents: new Map(), couples: [], twins: [] }
  const byReference = (reference: string) => found.people.get(nameOf(reference))
  for (const history of histories) readKin(history, { found, lines, byReference })
  for (const history of histories) readExtensions(history, { found, lines, byReference })
  placeByRole(histories, { found, lines, byReference })
  const probands = new Set([
    ...sectionOf(composition, 'proband'),
    ...histories.filter(({ codes }) => codes.length > 0).map(({ patient }) => patient),
    ...(sectionOf(composition, 'proband').length > 0
      ? []
      : [nameOf(textAt(composition, 'subject', 'reference'))]),
  ])
  const consultands = new Set(sectionOf(composition, 'consultand'))
  const isAlone = found.people.size === 1 && Object.keys(composition).length === 0
  const listed = [...found.people].map(
    ([name, { member }], birthOrder): FamilyMember => ({
      ...{ ...member, birthOrder },
      ...{ isProband: isAlone || probands.has(name), isConsultand: consultands.has(name) },
    }),
  )
  if (!listed.some(({ isProband }) => isProband))
    found.remarks.push({ place: '/', rule: 'no-proband', value: '' })
  const people = withTwins(listed, lines.twins)
  return {
    families: [
      {
        id:
          textAt(composition, 'identifier', 'value') ||
          textAt(file, 'identifier', 'value') ||
          textAt(file, 'id'),
        remarks: found.remarks,
        document: {
          ...blankFamily(),
          ...couplesOf(people, lines.parents, lines.couples),
          legend: legend.legend,
          evaluations: found.evaluations,
        },
      },
    ],
  }
}

/** Whom a section of a pedigree’s composition names. */
function sectionOf(composition: Json, code: string): string[] {
  return listAt(composition, 'section')
    .filter((section) => {
      const codes = listAt(section, 'code', 'coding').map((coding) => textAt(coding, 'code'))
      return codes.includes(code) || textAt(section, 'title').toLowerCase() === code
    })
    .flatMap((section) => listAt(section, 'entry').map((entry) => nameOf(textAt(entry, 'reference'))))
}

function readKin({ resource, place, kin, patient }: History, { found, lines, byReference }: Reading) {
  if (kin.length === 0) return
  const record = textAt(
    listAt(resource, 'extension').find((one) => textAt(one, 'url') === EXTENSIONS.record),
    'valueReference',
    'reference',
  )
  const [relative, of] = [byReference(record), found.people.get(patient)]
  if (!relative || !of) {
    found.remarks.push({ place, rule: 'unknown-person', value: relative ? patient : record })
    return
  }
  const [one, child] = [relative.member.key, of.member.key]
  const sexOf = (person: ReadPerson) => person.member.sexAtBirth
  for (const stated of kin) {
    const wrong =
      stated === 'KIN:027' && sexOf(relative) === 'Male'
        ? ('mother-not-female' as const)
        : stated === 'KIN:028' && sexOf(relative) === 'Female'
          ? ('father-not-male' as const)
          : null
    if (wrong) found.remarks.push({ place, rule: wrong, value: record })
    // Then a parent, of whom the sex tells more than the word.
    const code = wrong ? 'KIN:003' : stated
    if (!readRelation(code, one, child, lines))
      found.remarks.push({ place, rule: 'unknown-relation', value: code })
  }
}

const SOCIAL = new Map([
  ['KIN:021', 'foster'],
  ['KIN:022', 'adopted'],
  ['KIN:023', 'step'],
] as const)
const BIRTH = new Map([
  ['KIN:003', undefined],
  ['KIN:020', undefined],
  ['KIN:027', 'mother'],
  ['KIN:028', 'father'],
] as const)
const DONORS = new Map([
  ['KIN:004', 'spermFrom'],
  ['KIN:006', 'eggFrom'],
  ['KIN:038', 'eggFrom'],
  ['KIN:005', 'carriedBy'],
] as const)
const COUPLES = new Map([
  ['KIN:026', { hasEnded: false, relatedAs: '' }],
  ['KIN:030', { hasEnded: false, relatedAs: BY_BLOOD }],
  ['KIN:050', { hasEnded: true, relatedAs: '' }],
  ['KIN:051', { hasEnded: true, relatedAs: BY_BLOOD }],
])
const KIN_TWINS = new Map([
  ['KIN:009', 'unknown'],
  ['KIN:010', 'identical'],
  ['KIN:011', 'fraternal'],
] as const)

/** False for a relation that says not enough to draw a line. */
function readRelation(code: string, relative: MemberKey, of: MemberKey, lines: Lines): boolean {
  const [social, donor, couple, twin] = [
    SOCIAL.get(code as 'KIN:021'),
    DONORS.get(code as 'KIN:004'),
    COUPLES.get(code),
    KIN_TWINS.get(code as 'KIN:009'),
  ]
  if (BIRTH.has(code as 'KIN:003')) addBirthParent(lines, of, relative, BIRTH.get(code as 'KIN:003'))
  else if (code === 'KIN:032') addBirthParent(lines, relative, of)
  else if (social) addSocialParent(lines, of, relative, social)
  else if (donor) parentsIn(lines, of)[donor] = relative
  else if (couple) lines.couples.push({ partners: [of, relative], ...couple })
  else if (twin) lines.twins.push([relative, of, twin])
  else return false
  return true
}

/** Parents and twins that a FamilyMemberHistory names by extension. */
function readExtensions(history: History, { found, lines, byReference }: Reading) {
  const relative = found.people.get(history.relative)
  if (!relative || history.kin.length > 0) return
  const child = relative.member.key
  listAt(history.resource, 'extension').forEach((extension, index) => {
    const url = textAt(extension, 'url')
    if (url !== EXTENSIONS.parent && url !== EXTENSIONS.sibling) return
    const part = (name: string) =>
      objectOf(listAt(extension, 'extension').find((one) => textAt(one, 'url') === name))
    const reference = textAt(part('reference'), 'valueReference', 'reference')
    const codes = listAt(part('type'), 'valueCodeableConcept', 'coding').map((one) => textAt(one, 'code'))
    const other = byReference(reference)?.member.key
    if (other === undefined || other === child) {
      const place = `${history.place}/extension/${index}`
      found.remarks.push({ place, rule: 'unknown-person', value: reference })
    } else if (url === EXTENSIONS.sibling) {
      const kind = TWINS.get(codes.find((code) => TWINS.has(code as 'ITWIN')) as 'ITWIN') ?? 'unknown'
      if (codes.some((code) => code.endsWith('TWIN'))) lines.twins.push([other, child, kind])
    } else addParentByCode(codes, other, child, lines)
  })
}

/** People with their twins: whoever is linked is one group; each is identical, or else fraternal, where any link says so. */
function withTwins(people: readonly FamilyMember[], links: Lines['twins']): FamilyMember[] {
  const group = new Map<MemberKey, string>()
  links.forEach(([one, other], index) => {
    const joined = group.get(one) ?? group.get(other) ?? `twins-${index + 1}`
    const second = group.get(other)
    if (second !== undefined) for (const [key, each] of group) if (each === second) group.set(key, joined)
    group.set(one, joined).set(other, joined)
  })
  const kinds = new Map<MemberKey, Set<string>>()
  for (const [one, other, kind] of links)
    for (const key of [one, other]) kinds.set(key, (kinds.get(key) ?? new Set()).add(kind))
  return people.map((member) => {
    const own = group.get(member.key)
    if (own === undefined) return member
    const ofMember = kinds.get(member.key)
    const kind = (['identical', 'fraternal'] as const).find((each) => ofMember?.has(each)) ?? 'unknown'
    return { ...member, twins: { group: own, kind } }
  })
}
