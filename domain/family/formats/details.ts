import { type FamilyDocument, type FamilyMember, likelySex, type MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { cancerOf } from './cancers.ts'
import { twinKind, withoutMembers } from './reduce.ts'

/** A kind of thing that a family's record says, of a person or (where `people` is empty) of the whole family. */
export type DetailName = 'people' | typeof AGE_TODAY | keyof typeof OF_MEMBERS | keyof typeof OF_FAMILY

/** Computed by formats that want an age beside the birth, and not of whom nobody called alive. */
export const AGE_TODAY = 'age today, unless they are marked as alive'

/** Details of a family that another document of it lacks. */
export interface Loss {
  detail: DetailName
  /** Whose; empty for a detail of the family itself. */
  people: MemberKey[]
}

/** What is known of one person, as texts that are equal if the details are. */
type Told = (member: FamilyMember, family: { document: FamilyDocument; graph: FamilyGraph }) => string[]

const given = (...texts: string[]) => texts.filter((text) => text !== '')
const flag = (is: boolean, text: string) => (is ? [text] : [])

const OF_MEMBERS = {
  names: ({ firstName, lastName }) => given(`${firstName} ${lastName}`.trim()),
  proband: ({ isProband }) => flag(isProband, 'proband'),
  consultand: ({ isConsultand }) => flag(isConsultand, 'consultand'),
  sex: (member) => given(member.sexAtBirth === 'Unassigned' ? 'Unassigned' : likelySex(member)),
  gender: (member) => given(member.gender || genderOf(member)),
  karyotype: ({ karyotype }) => given(karyotype),
  'birth year': ({ born }) => given(born.slice(0, 4)),
  'day of birth': ({ born }) => (born.length > 4 ? [born] : []),
  age: ({ age }) => (age ? [`${age.value} ${age.unit}`] : []),
  'about age': ({ age }) => flag(age?.isApproximate === true, 'about'),
  life: ({ life }) => given(life),
  'day of death': ({ diedOn }) => given(diedOn),
  'cause of death': ({ causeOfDeath }) => given(causeOfDeath),
  'genetic parents': ({ key }, { graph }) => {
    const { egg, sperm } = graph.geneticParents(key)
    return given(egg === null ? '' : `egg ${egg}`, sperm === null ? '' : `sperm ${sperm}`)
  },
  'other parents': (member, { graph }) => {
    const genetic = graph.parentKeys(member.key)
    return member.parents.flatMap(({ union, how }) =>
      (graph.unions.get(union)?.partners ?? [])
        .filter((partner) => how !== 'birth' || !genetic.includes(partner))
        .map((partner) => `${how} ${partner}`),
    )
  },
  'adopted out': ({ isAdoptedOut }) => flag(isAdoptedOut, 'out'),
  donors: ({ key, eggFrom, spermFrom, carriedBy, parents }, { graph }) => {
    const partners = parents
      .filter(({ how }) => how === 'birth')
      .flatMap(({ union }) => graph.unions.get(union)?.partners ?? [])
    const donor = (from: MemberKey, what: string) =>
      flag(from !== '' && from !== key && !partners.includes(from), `${what} ${from}`)
    return [...donor(eggFrom, 'egg'), ...donor(spermFrom, 'sperm'), ...donor(carriedBy, 'womb')]
  },
  'unknown parents': ({ hasUnknownParents }) => flag(hasUnknownParents, 'unknown'),
  twins: (member, { document }) =>
    document.people
      .filter(({ key, twins }) => twins !== null && key !== member.key && twins.group === member.twins?.group)
      .map((other) => `${twinKind(member, other)} ${other.key}`),
  'birth order': (member, { graph }) => {
    const birth = graph.birthUnion(member)
    const siblings = birth ? graph.childrenOf(birth.key).filter((one) => graph.birthUnion(one) === birth) : []
    return siblings.slice(0, siblings.indexOf(member)).map(({ key }) => `after ${key}`)
  },
  partners: ({ key }, { graph }) =>
    graph.unionsOf(key).flatMap((union) => {
      const partner = graph.partnerIn(union, key)
      return partner ? [partner.key] : []
    }),
  'how couples live': ({ key }, { graph }) =>
    graph.unionsOf(key).flatMap((union) => {
      const partner = graph.partnerIn(union, key)?.key ?? 'nobody'
      return [...flag(union.hasEnded, `ended ${partner}`), ...flag(union.isMarriage, `married ${partner}`)]
    }),
  'how couples are related': ({ key }, { graph }) =>
    graph.unionsOf(key).flatMap((union) => given(union.relatedAs)),
  childlessness: ({ key, childlessness }, { graph }) =>
    [childlessness, ...graph.unionsOf(key).map((union) => union.childlessness)].flatMap(({ kind, reason }) =>
      given(`${kind} ${reason}`.trim()),
    ),
  pregnancies: ({ pregnancy }) =>
    pregnancy ? [`${pregnancy.state} ${pregnancy.weeks ?? ''} ${pregnancy.dueDate}`] : [],
  'several people in one symbol': ({ count }) => (count === null ? [] : [String(count)]),
  conditions: (member, { document }) =>
    member.conditions.map(({ entry, status }) => `${conditionName(document, entry)} ${status}`),
  'words of conditions': (member, { document }) =>
    member.conditions.flatMap(({ entry }) => given(entryOf(document, entry)?.name ?? '')),
  'codes of conditions': (member, { document }) =>
    member.conditions.flatMap(({ entry }) => given(entryOf(document, entry)?.code ?? '')),
  'age at onset': (member, { document }) =>
    member.conditions.flatMap(({ entry, onset }) =>
      onset === '' ? [] : [`${conditionName(document, entry)} ${onset}`],
    ),
  'documented conditions': (member, { document }) =>
    member.conditions.flatMap(({ entry, certainty }) =>
      flag(certainty === 'documented', conditionName(document, entry)),
    ),
  'notes on conditions': (member) => member.conditions.flatMap(({ notes }) => given(notes)),
  'test results': ({ key }, { document }) =>
    document.evaluations.filter((one) => one.member === key).map((one) => `${one.what} ${one.result}`),
  'details of test results': ({ key }, { document }) =>
    document.evaluations
      .filter((one) => one.member === key)
      .flatMap(({ what, copies, on, finding }) => [
        ...flag(copies.length > 0, `${what} copies ${copies.join(' ')}`),
        ...flag(on !== '', `${what} on ${on}`),
        ...flag(finding !== '', `${what} finding ${finding}`),
      ]),
  contact: ({ mayContact }) => given(mayContact),
  notes: ({ notes }) => given(notes),
  'arranged places': ({ leftOf }) => given(leftOf),
} satisfies Record<string, Told>

const OF_FAMILY = {
  'who told it, and when': ({ informant, takenOn }) => given(informant, takenOn),
  ancestry: ({ ancestry: { maternal, paternal } }) => [
    ...flag(maternal !== '', `maternal ${maternal}`),
    ...flag(paternal !== '', `paternal ${paternal}`),
  ],
  'notes on the family': ({ notes }) => given(notes),
  'fills of the legend': ({ legend }) => legend.map(({ name, fill, part }) => `${name} ${fill} ${part}`),
  'conditions nobody has': ({ legend, people }) =>
    legend
      .filter(({ key }) => !people.some(({ conditions }) => conditions.some(({ entry }) => entry === key)))
      .map(({ name }) => name),
} satisfies Record<string, (document: FamilyDocument) => string[]>

const MEMBER_DETAILS = Object.keys(OF_MEMBERS) as (keyof typeof OF_MEMBERS)[]
const FAMILY_DETAILS = Object.keys(OF_FAMILY) as (keyof typeof OF_FAMILY)[]
export const DETAILS: readonly DetailName[] = ['people', AGE_TODAY, ...MEMBER_DETAILS, ...FAMILY_DETAILS]

const entryOf = ({ legend }: FamilyDocument, key: string) => legend.find((entry) => entry.key === key)
/** By which a condition is the same in two files: five cancers have one name in CanRisk. */
function conditionName(document: FamilyDocument, key: string): string {
  const entry = entryOf(document, key)
  return entry ? (cancerOf(entry)?.column ?? entry.name) : ''
}

function genderOf(member: FamilyMember): string {
  const sex = likelySex(member)
  return sex === 'Male' ? 'man' : sex === 'Female' ? 'woman' : ''
}

/** Everything that a family's record says, by detail and person ('' for the family): to compare two documents. */
export function detailsOf(document: FamilyDocument): Map<string, string[]> {
  const family = { document, graph: familyGraph(document) }
  const details = new Map<string, string[]>()
  const put = (detail: DetailName, key: string, told: string[]) => {
    if (told.length > 0) details.set(`${detail}|${key}`, [...new Set(told)].sort())
  }
  for (const member of document.people) {
    put('people', member.key, ['there'])
    for (const detail of MEMBER_DETAILS) put(detail, member.key, OF_MEMBERS[detail](member, family))
  }
  for (const detail of FAMILY_DETAILS) put(detail, '', OF_FAMILY[detail](document))
  return details
}

/** What `after` no longer says of what `before` did, in the order of DETAILS. Of people who are left out, only that. */
export function lossesBetween(before: FamilyDocument, after: FamilyDocument): Loss[] {
  const kept = new Set(after.people.map(({ key }) => key))
  const leftOut = before.people.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
  const losses = new Map<DetailName, MemberKey[]>()
  if (leftOut.length > 0) losses.set('people', leftOut)
  const now = detailsOf(after)
  for (const [place, told] of detailsOf(withoutMembers(before, leftOut))) {
    const still = now.get(place) ?? []
    if (told.every((one) => still.includes(one))) continue
    const [detail = '', key = ''] = place.split('|')
    losses.set(detail as DetailName, [
      ...(losses.get(detail as DetailName) ?? []),
      ...(key === '' ? [] : [key]),
    ])
  }
  return DETAILS.flatMap((detail) => {
    const people = losses.get(detail)
    return people ? [{ detail, people }] : []
  })
}
