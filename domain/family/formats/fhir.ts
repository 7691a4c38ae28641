import type { FamilyDocument, FamilyMember } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { type Relation, relations } from '../relation.ts'
import { conceptOf } from './codes.ts'
import {
  ADMINISTRATIVE,
  ageObservation,
  bundleText,
  coded,
  conditionOf,
  EXTENSIONS,
  patientOf,
  quantity,
  type Resource,
  ROLE_CODES,
  resultOf,
} from './fhir-parts.ts'
import type { FamilyFormat, Written } from './format.ts'
import {
  byGenes,
  bySex,
  inBirthOrder,
  isBorn,
  legendOfPeople,
  twinKind,
  withOnly,
  withoutLoneTwins,
  withoutMembers,
} from './reduce.ts'

/**
 * FHIR R4 family history: the proband as a Patient, everybody else as a FamilyMemberHistory with the relation to the
 * proband, and genetic parents by extension.
 */
export const fhirFamilyHistory: FamilyFormat = {
  reduce,
  write: (document, written) => bundleText('collection', resourcesOf(document, written), written),
}

function reduce(whole: FamilyDocument): FamilyDocument {
  const out = whole.people.filter((member) => !isBorn(member)).map(({ key }) => key)
  const document = byGenes(withoutMembers(whole, out))
  const proband = (document.people.find(({ isProband }) => isProband) ?? document.people[0])?.key
  const graph = familyGraph(withoutMembers(whole, out))
  const reduced = withOnly(document, (member) => {
    const isDead = member.life === 'dead'
    const diedOn = isDead ? member.diedOn : ''
    const age = diedOn === '' && (isDead || member.born === '') ? member.age : null
    return {
      ...{ firstName: member.firstName, lastName: member.lastName, birthOrder: member.birthOrder },
      ...{ ...bySex(member), isProband: member.key === proband, parents: member.parents },
      // Without a parent, twins have no line to meet at.
      twins: member.parents.length > 0 ? member.twins : null,
      ...{ born: member.born, life: member.life, diedOn },
      age: age && { ...age, isApproximate: age.isApproximate && !isDead && member.key !== proband },
      conditions: member.conditions
        .filter(({ status }) => status === 'affected')
        .map((condition) => ({ ...condition, certainty: 'told' })),
    }
  })
  const partners = (proband === undefined ? [] : graph.unionsOf(proband)).flatMap(
    (union) => graph.partnerIn(union, proband ?? '')?.key ?? [],
  )
  const known = new Set(reduced.unions.map((union) => [...union.partners].sort().join(' ')))
  const childless = [...new Set(partners)].filter(
    (partner) => !known.has([partner, proband ?? ''].sort().join(' ')),
  )
  return withoutLoneTwins(
    legendOfPeople({
      ...reduced,
      unions: [
        ...reduced.unions,
        ...childless.map((partner) => ({
          ...{ key: `${proband}--${partner}`, partners: [proband ?? '', partner] },
          ...{ hasEnded: false, isMarriage: false, relatedAs: '' },
          childlessness: { kind: '' as const, reason: '' },
        })),
      ],
      evaluations: document.evaluations.map((one) => ({ ...one, copies: [], finding: '' })),
    }),
  )
}

const TWIN_TYPES = { identical: 'ITWIN', fraternal: 'FTWIN', unknown: 'TWIN' } as const

function resourcesOf(document: FamilyDocument, written: Written): Resource[] {
  const graph = familyGraph(document)
  const people = inBirthOrder(document, graph)
  const proband = people.find(({ isProband }) => isProband)
  if (!proband) return []
  const { idOf } = written
  const patient = { reference: `Patient/${idOf(proband.key)}` }
  const relation = relations(document, graph)
  return people.flatMap((member): Resource[] => {
    const id = (what: string, index = 0) => `${idOf(member.key)}-${what}${index === 0 ? '' : `-${index}`}`
    const results = document.evaluations.filter((one) => one.member === member.key)
    const written = results.map((one, index) => ({ one, id: id('result', index) }))
    if (member === proband)
      return [
        patientOf(member, idOf(member.key)),
        ...member.conditions.flatMap(
          (one, index) => conditionOf(document, one, { id: id('condition', index), subject: patient }) ?? [],
        ),
        ...(member.age ? [ageObservation(member.age, { id: id('age'), subject: patient })] : []),
        ...written.map(({ one, id: own }) => resultOf(one, { id: own, subject: patient })),
      ]
    const focus = { reference: `FamilyMemberHistory/${idOf(member.key)}` }
    return [
      {
        ...{ resourceType: 'FamilyMemberHistory', id: idOf(member.key) },
        ...extensionsOf(member, { graph, people, proband, idOf, results: written.map((each) => each.id) }),
        ...{ status: 'completed', patient },
        ...namesOf(member),
        relationship: {
          coding: codesOf(relation.of(member.key, proband.key), member, proband, graph).map((code) => ({
            ...{ system: ROLE_CODES, code },
          })),
        },
        sex: coded('http://hl7.org/fhir/administrative-gender', ADMINISTRATIVE[member.sexAtBirth]),
        ...lifeOf(member),
        ...conditionsOf(document, member),
      },
      ...written.map(({ one, id: own }) => resultOf(one, { id: own, subject: patient, focus })),
    ]
  })
}

const namesOf = ({ firstName, lastName }: FamilyMember) => {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? {} : { name }
}

function lifeOf({ born, age, life, diedOn }: FamilyMember) {
  const isDead = life === 'dead'
  return {
    ...(born === '' ? {} : { bornDate: born }),
    ...(age && !isDead ? { ageAge: quantity(age) } : {}),
    ...(age?.isApproximate && !isDead ? { estimatedAge: true } : {}),
    ...(isDead
      ? diedOn === ''
        ? age
          ? { deceasedAge: quantity(age) }
          : { deceasedBoolean: true }
        : { deceasedDate: diedOn }
      : life === 'alive'
        ? { deceasedBoolean: false }
        : {}),
  }
}

function conditionsOf(document: FamilyDocument, { conditions }: FamilyMember) {
  const condition = conditions.flatMap(({ entry, onset, notes }) => {
    const known = document.legend.find(({ key }) => key === entry)
    if (!known) return []
    return [
      {
        code: conceptOf(known),
        ...(onset === '' ? {} : { onsetString: onset }),
        ...(notes === '' ? {} : { note: [{ text: notes }] }),
      },
    ]
  })
  return condition.length === 0 ? {} : { condition }
}

interface Around {
  graph: FamilyGraph
  people: readonly FamilyMember[]
  proband: FamilyMember
  idOf: Written['idOf']
  /** Ids of the person’s Observations. */
  results: readonly string[]
}

/** Parents and twins other than the proband, whom the relationship’s code tells; and results. */
function extensionsOf(member: FamilyMember, { graph, people, proband, idOf, results }: Around) {
  const refer = (key: string) => ({ reference: `FamilyMemberHistory/${idOf(key)}` })
  const related = (url: string, type: string, key: string) => ({
    url,
    extension: [
      { url: 'type', valueCodeableConcept: coded(ROLE_CODES, type) },
      { url: 'reference', valueReference: refer(key) },
    ],
  })
  const { egg, sperm } = graph.geneticParents(member.key)
  const parents = [
    [sperm, 'NFTH'],
    [egg, 'NMTH'],
  ] as const
  const twins = people.filter(
    (other) => member.twins && other.key !== member.key && other.twins?.group === member.twins.group,
  )
  const extension = [
    ...parents.flatMap(([key, type]) =>
      key === null || key === proband.key ? [] : [related(EXTENSIONS.parent, type, key)],
    ),
    ...twins
      .filter((twin) => twin !== proband)
      .map((twin) => related(EXTENSIONS.sibling, TWIN_TYPES[twinKind(member, twin)], twin.key)),
    ...results.map((id) => ({
      url: EXTENSIONS.observation,
      valueReference: { reference: `Observation/${id}` },
    })),
  ]
  return extension.length === 0 ? {} : { extension }
}

type Words = readonly [man: string, woman: string, other: string]
const wordOf = (words: Words, { gender }: FamilyMember) =>
  words[gender === 'man' ? 0 : gender === 'woman' ? 1 : 2]

/** Several where somebody is several: a cousin who is the partner, a sibling who is a twin. */
function codesOf(
  relation: Relation,
  member: FamilyMember,
  proband: FamilyMember,
  graph: FamilyGraph,
): string[] {
  const { egg, sperm } = graph.geneticParents(proband.key)
  const codes: string[] = []
  if (member.key === egg) codes.push('NMTH')
  if (member.key === sperm) codes.push('NFTH')
  if (graph.parentKeys(member.key).includes(proband.key)) codes.push(wordOf(['SON', 'DAU', 'NCHILD'], member))
  const isTwin = member.twins !== null && member.twins.group === proband.twins?.group
  if (isTwin) codes.push(TWIN_TYPES[twinKind(member, proband)])
  if (codes.length === 0 && relation.kind === 'blood') codes.push(bloodCode(relation, member))
  const unions = graph.unionsOf(proband.key)
  if (unions.some((union) => union.partners.includes(member.key))) codes.push('SIGOTHR')
  return codes.length === 0 ? ['FAMMEMB'] : codes
}

function bloodCode(
  { relations: [nearest] }: Extract<Relation, { kind: 'blood' }>,
  member: FamilyMember,
): string {
  const { up, down, isHalf, side } = nearest ?? { up: 9, down: 9, isHalf: false, side: null }
  const sided = (maternal: Words, paternal: Words, either: Words) =>
    wordOf(side === 'maternal' ? maternal : side === 'paternal' ? paternal : either, member)
  if (up === 1 && down === 1)
    return wordOf(isHalf ? ['HBRO', 'HSIS', 'HSIB'] : ['NBRO', 'NSIS', 'NSIB'], member)
  if (up === 2 && down === 0)
    return sided(['MGRFTH', 'MGRMTH', 'MGRPRN'], ['PGRFTH', 'PGRMTH', 'PGRPRN'], ['GRFTH', 'GRMTH', 'GRPRN'])
  if (up === 3 && down === 0)
    return sided(
      ['MGGRFTH', 'MGGRMTH', 'MGGRPRN'],
      ['PGGRFTH', 'PGGRMTH', 'PGGRPRN'],
      ['GGRFTH', 'GGRMTH', 'GGRPRN'],
    )
  if (up === 0 && down === 2) return wordOf(['GRNDSON', 'GRNDDAU', 'GRNDCHILD'], member)
  if (up === 2 && down === 1 && !isHalf)
    return sided(['MUNCLE', 'MAUNT', 'EXT'], ['PUNCLE', 'PAUNT', 'EXT'], ['UNCLE', 'AUNT', 'EXT'])
  if (up === 1 && down === 2 && !isHalf) return wordOf(['NEPHEW', 'NIECE', 'NIENEPH'], member)
  if (up === 2 && down === 2 && !isHalf)
    return sided(['MCOUSN', 'MCOUSN', 'MCOUSN'], ['PCOUSN', 'PCOUSN', 'PCOUSN'], ['COUSN', 'COUSN', 'COUSN'])
  return 'EXT'
}
