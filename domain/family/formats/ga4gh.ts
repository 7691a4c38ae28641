import type { FamilyDocument, FamilyMember } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import {
  ADMINISTRATIVE,
  AFFECTED,
  ageObservation,
  bundleText,
  coded,
  conditionOf,
  EXTENSIONS,
  IDENTITIES,
  KIN,
  patientOf,
  type Resource,
  resultOf,
  SNOMED,
} from './fhir-parts.ts'
import type { FamilyFormat, Written } from './format.ts'
import {
  couplesOnce,
  inBirthOrder,
  isBorn,
  legendOfPeople,
  twinKind,
  withOnly,
  withoutLoneTwins,
  withoutMembers,
} from './reduce.ts'

/**
 * The GA4GH pedigree standard in FHIR R4: a document of individuals (Patient) and relationships by the kinship
 * ontology (KIN) from one to another. http://purl.org/ga4gh/pedigree-fhir-ig
 */
export const ga4ghPedigree: FamilyFormat = {
  reduce,
  write: (document, written) => bundleText('document', resourcesOf(document, written), written),
}

const IG = 'http://purl.org/ga4gh/pedigree-fhir-ig'
/** The relative, of whom the patient of the FamilyMemberHistory is the other side: `Marge is … of Bart`. */
const RELATIONS = {
  mother: ['KIN:027', 'isBiologicalMother'],
  father: ['KIN:028', 'isBiologicalFather'],
  figure: ['KIN:020', 'isParentFigure'],
  foster: ['KIN:021', 'isFosterParent'],
  adopted: ['KIN:022', 'isAdoptiveParent'],
  step: ['KIN:023', 'isStepParent'],
  sperm: ['KIN:004', 'isSpermDonor'],
  egg: ['KIN:038', 'isOvumDonor'],
  carrier: ['KIN:005', 'isGestationalCarrier'],
  partner: ['KIN:026', 'isPartner'],
  former: ['KIN:050', 'isSeparatedPartner'],
  related: ['KIN:030', 'isConsanguineousPartner'],
  formerRelated: ['KIN:051', 'isSeparatedConsanguineousPartner'],
  identical: ['KIN:010', 'isMonozygoticMultipleBirthSibling'],
  fraternal: ['KIN:011', 'isPolyzygoticMultipleBirthSibling'],
  unknown: ['KIN:009', 'isMultipleBirthSibling'],
} as const

function reduce(whole: FamilyDocument): FamilyDocument {
  const out = whole.people.filter((member) => !isBorn(member)).map(({ key }) => key)
  const document = couplesOnce(withoutMembers(whole, out))
  const reduced = withOnly(document, (member) => ({
    ...{ firstName: member.firstName, lastName: member.lastName, birthOrder: member.birthOrder },
    ...{ isProband: member.isProband, isConsultand: member.isConsultand },
    ...{ gender: member.gender, sexAtBirth: member.sexAtBirth, born: member.born },
    ...{ life: member.life, diedOn: member.life === 'dead' ? member.diedOn : '' },
    age: member.age && { ...member.age, isApproximate: false },
    parents: (['birth', 'adopted', 'foster', 'step'] as const).flatMap(
      (kind) => member.parents.find(({ how }) => how === kind) ?? [],
    ),
    ...{ eggFrom: member.eggFrom, spermFrom: member.spermFrom, carriedBy: member.carriedBy },
    twins: member.twins,
    conditions: member.conditions.map((condition) => ({
      ...condition,
      certainty: condition.status === 'affected' ? condition.certainty : 'told',
    })),
  }))
  const partnersOnly = new Set(reduced.people.flatMap(({ parents }) => parents.map(({ union }) => union)))
  return withoutLoneTwins(
    legendOfPeople({
      ...reduced,
      unions: reduced.unions
        .filter(({ key, partners }) => partners.length === 2 || partnersOnly.has(key))
        .map((union) => ({
          ...union,
          ...{ isMarriage: false, childlessness: { kind: '', reason: '' } },
          relatedAs: union.relatedAs !== '' && union.partners.length === 2 ? BY_BLOOD : '',
          hasEnded: union.hasEnded && union.partners.length === 2,
        })),
      evaluations: document.evaluations.map((one) => ({ ...one, copies: [], finding: '' })),
    }),
  )
}

/** All that the ontology says of how two partners are related. */
export const BY_BLOOD = 'by blood'

function resourcesOf(document: FamilyDocument, written: Written): Resource[] {
  const { idOf } = written
  const graph = familyGraph(document)
  const people = inBirthOrder(document, graph)
  const refer = (key: string) => ({ reference: `Patient/${idOf(key)}` })
  const patients = people.map((member) => ({
    ...patientOf(member, idOf(member.key)),
    ...(IDENTITIES[member.gender] === undefined
      ? {}
      : {
          extension: [
            {
              url: EXTENSIONS.gender,
              valueCodeableConcept: coded(
                'http://hl7.org/fhir/gender-identity',
                IDENTITIES[member.gender] ?? '',
              ),
            },
          ],
        }),
  }))
  const relationships = relationsOf(document, graph, people).map(
    ([relative, relation, of], index): Resource => {
      const [code, display] = RELATIONS[relation]
      const sex = graph.members.get(relative)?.sexAtBirth ?? ''
      return {
        ...{ resourceType: 'FamilyMemberHistory', id: `relationship-${index + 1}`, status: 'completed' },
        extension: [{ url: EXTENSIONS.record, valueReference: refer(relative) }],
        patient: refer(of),
        relationship: { coding: [{ system: KIN, code, display }] },
        // Importers that know few terms tell an adoptive mother from a father by this.
        ...(sex === ''
          ? {}
          : { sex: coded('http://hl7.org/fhir/administrative-gender', ADMINISTRATIVE[sex]) }),
      }
    },
  )
  const others = people.flatMap((member): Resource[] => {
    const subject = refer(member.key)
    const id = (what: string, index = 0) => `${idOf(member.key)}-${what}${index === 0 ? '' : `-${index}`}`
    const statuses = member.conditions.map(({ status }) => status)
    const isKnown = statuses.includes('affected') || statuses.includes('unaffected')
    return [
      ...member.conditions.flatMap(
        (one, index) => conditionOf(document, one, { id: id('condition', index), subject }) ?? [],
      ),
      ...(isKnown
        ? [
            {
              ...{ resourceType: 'Observation', id: id('affected'), status: 'final' },
              ...{ code: coded(SNOMED, AFFECTED), subject, valueBoolean: statuses.includes('affected') },
            },
          ]
        : []),
      ...(member.age ? [ageObservation(member.age, { id: id('age'), subject })] : []),
      ...document.evaluations
        .filter((one) => one.member === member.key)
        .map((one, index) => resultOf(one, { id: id('result', index), subject })),
    ]
  })
  const entries = (resources: readonly Resource[]) =>
    resources.map(({ resourceType, id }) => ({ reference: `${resourceType}/${id}` }))
  const section = (code: string, title: string, entry: readonly { reference: string }[]) =>
    entry.length === 0 ? [] : [{ title, code: coded(`${IG}/CodeSystem/SectionType`, code), entry }]
  const probands = people.filter(({ isProband }) => isProband).map(({ key }) => refer(key))
  const consultands = people.filter(({ isConsultand }) => isConsultand).map(({ key }) => refer(key))
  const [subject] = probands
  const composition: Resource = {
    ...{ resourceType: 'Composition', id: 'pedigree', status: 'final' },
    type: coded(SNOMED, '422432008', 'Family history section'),
    ...(subject ? { subject } : {}),
    ...{ date: written.created, author: [{ display: 'Karyo' }], title: 'Pedigree' },
    section: [
      ...section('proband', 'Proband', probands),
      ...section('individuals', 'Individuals', entries(patients)),
      ...section('relationships', 'Relationships', entries(relationships)),
      ...section('other', 'Other', entries(others)),
      ...(consultands.length === 0 ? [] : [{ title: 'Consultand', entry: consultands }]),
    ],
  }
  return [composition, ...patients, ...relationships, ...others]
}

/** `[relative, relation, of whom]`, each once. */
function relationsOf(
  document: FamilyDocument,
  graph: FamilyGraph,
  people: readonly FamilyMember[],
): [string, keyof typeof RELATIONS, string][] {
  const parents = people.flatMap(({ key, parents: all, eggFrom, spermFrom, carriedBy }) => {
    const { egg, sperm } = graph.geneticParents(key)
    const found: [string, keyof typeof RELATIONS, string][] = []
    const birth = all
      .filter(({ how }) => how === 'birth')
      .flatMap(({ union }) => graph.unions.get(union)?.partners ?? [])
    for (const partner of birth)
      found.push([partner, partner === egg ? 'mother' : partner === sperm ? 'father' : 'figure', key])
    if (eggFrom !== '' && !birth.includes(eggFrom)) found.push([eggFrom, 'egg', key])
    if (spermFrom !== '' && !birth.includes(spermFrom)) found.push([spermFrom, 'sperm', key])
    if (carriedBy !== '') found.push([carriedBy, 'carrier', key])
    for (const { union, how } of all)
      if (how !== 'birth')
        for (const partner of graph.unions.get(union)?.partners ?? []) found.push([partner, how, key])
    return found
  })
  const partners = document.unions.flatMap(({ partners: [one, other], hasEnded, relatedAs }) => {
    if (one === undefined || other === undefined) return []
    const relation = hasEnded
      ? relatedAs === ''
        ? ('former' as const)
        : ('formerRelated' as const)
      : relatedAs === ''
        ? ('partner' as const)
        : ('related' as const)
    return [[other, relation, one] as [string, keyof typeof RELATIONS, string]]
  })
  const twins = people.flatMap((member, place) =>
    people
      .slice(place + 1)
      .filter((other) => member.twins !== null && other.twins?.group === member.twins.group)
      .map((other): [string, keyof typeof RELATIONS, string] => [
        other.key,
        twinKind(member, other),
        member.key,
      ]),
  )
  return [...parents, ...partners, ...twins]
}
