import { type FamilyDocument, type FamilyMember, likelySex, type MemberKey } from './document.ts'
import { type FamilyGraph, familyGraph } from './graph.ts'
import { daysBetween } from './partial-date.ts'

/** Something in a family's record that cannot be, or hardly: an error stops, a warning is shown. */
export interface FamilyFinding {
  severity: 'error' | 'warning'
  rule: FamilyRule
  /** Whom it is about; they are marked in the drawing. */
  people: MemberKey[]
}

export const FAMILY_RULES = [
  'key-twice',
  'own-ancestor',
  'two-births',
  'unknown-reference',
  'egg-of-a-man',
  'sperm-of-a-woman',
  'whose-gametes',
  'young-parent',
  'old-parent',
  'born-after-death',
  'died-before-birth',
  'siblings-too-close',
  'identical-twins-of-two-sexes',
  'twins-born-apart',
  'identical-twins-of-two-results',
  'lone-twin',
  'no-proband',
  'not-connected',
] as const
export type FamilyRule = (typeof FAMILY_RULES)[number]

const YEAR = 365.25
/** Warnings only: the limits name what should be looked at again, not what is impossible. */
const YOUNGEST_PARENT = 13 * YEAR
const OLDEST_MOTHER = 60 * YEAR
const OLDEST_FATHER = 75 * YEAR
/** Ten months: a pregnancy, and a few weeks for the dates. */
const AFTER_FATHERS_DEATH = 305
/** Twins are born within two days of each other, other siblings 200 days apart at least. */
const ONE_BIRTH = 2
const NEXT_BIRTH = 200

/** All that is wrong or unlikely in a family's record. */
export function checkFamily(
  document: FamilyDocument,
  graph: FamilyGraph = familyGraph(document),
): FamilyFinding[] {
  return [
    ...keysTwice(document),
    ...ownAncestors(document, graph).map((key) => error('own-ancestor', key)),
    ...unknownReferences(document, graph),
    ...document.people.flatMap((member) => [
      ...birthFindings(member, graph),
      ...gameteFindings(member, graph),
      ...lifeFindings(member),
    ]),
    ...siblingFindings(document, graph),
    ...twinFindings(document),
    ...wholeFamily(document, graph),
  ]
}

const error = (rule: FamilyRule, ...people: MemberKey[]): FamilyFinding => ({
  severity: 'error',
  rule,
  people,
})
const warning = (rule: FamilyRule, ...people: MemberKey[]): FamilyFinding => ({
  ...{ severity: 'warning', rule, people },
})

/** What would be wrong that is not yet: errors that were there before must not keep anybody from mending something else. */
export function newErrors(before: FamilyDocument, after: FamilyDocument): FamilyFinding[] {
  const known = new Set(checkFamily(before).map((finding) => JSON.stringify(finding)))
  return checkFamily(after).filter(
    (finding) => finding.severity === 'error' && !known.has(JSON.stringify(finding)),
  )
}

/** A row that another one of its list hides: every change would lose it. */
function keysTwice({ people, unions, legend, evaluations }: FamilyDocument): FamilyFinding[] {
  const repeated = (rows: readonly { key: string }[]) =>
    rows.filter(({ key }, place) => rows.findIndex((row) => row.key === key) !== place)
  return [
    ...repeated(people).map(({ key }) => error('key-twice', key)),
    ...[unions, legend, evaluations].flatMap(repeated).map(() => error('key-twice')),
  ]
}

/**
 * By genes, or by the lines that are drawn to parents of any kind: of two women, or two men, nobody may have said whose the
 * egg or sperm was.
 */
function ownAncestors({ people }: FamilyDocument, graph: FamilyGraph): MemberKey[] {
  const found = new Set(graph.ownAncestors)
  const seen = new Set<MemberKey>()
  const visiting = new Set<MemberKey>()
  const visit = (key: MemberKey) => {
    if (visiting.has(key)) found.add(key)
    const member = graph.members.get(key)
    if (!member || seen.has(key)) return
    seen.add(key)
    visiting.add(key)
    for (const { union } of member.parents)
      for (const parent of graph.unions.get(union)?.partners ?? []) visit(parent)
    visiting.delete(key)
  }
  for (const { key } of people) visit(key)
  return [...found]
}

function unknownReferences(document: FamilyDocument, { members, unions }: FamilyGraph): FamilyFinding[] {
  const legend = new Set(document.legend.map((entry) => entry.key))
  const isUnknown = (key: MemberKey) => key !== '' && !members.has(key)
  const ofPeople = document.people.filter(
    (member) =>
      [member.eggFrom, member.spermFrom, member.carriedBy, member.leftOf].some(isUnknown) ||
      member.parents.some((parent) => !unions.has(parent.union)) ||
      member.conditions.some((condition) => !legend.has(condition.entry)),
  )
  return [
    ...ofPeople.map((member) => error('unknown-reference', member.key)),
    ...document.unions
      .filter((union) => union.partners.some(isUnknown))
      .map((union) => error('unknown-reference', ...union.partners.filter((key) => !isUnknown(key)))),
    ...document.evaluations.filter((one) => isUnknown(one.member)).map(() => error('unknown-reference')),
  ]
}

function birthFindings(member: FamilyMember, graph: FamilyGraph): FamilyFinding[] {
  const found: FamilyFinding[] = []
  if (member.parents.filter((parent) => parent.how === 'birth').length > 1)
    found.push(error('two-births', member.key))
  const birth = graph.birthUnion(member)
  const { egg, sperm } = graph.geneticParents(member.key)
  for (const [parent, oldest] of [
    [egg, OLDEST_MOTHER],
    [sperm, OLDEST_FATHER],
  ] as const) {
    const parentMember = parent === null ? undefined : graph.members.get(parent)
    // Donated eggs and sperm can be frozen for long.
    if (!parentMember || parent === member.eggFrom || parent === member.spermFrom) continue
    const age = daysBetween(parentMember.born, member.born)
    if (age && age.most < YOUNGEST_PARENT) found.push(warning('young-parent', parentMember.key, member.key))
    if (age && age.least > oldest) found.push(warning('old-parent', parentMember.key, member.key))
    const limit = parent === egg ? 0 : AFTER_FATHERS_DEATH
    const late = daysBetween(parentMember.diedOn, member.born)
    if (late && late.least > limit && birth?.partners.includes(parentMember.key))
      found.push(warning('born-after-death', parentMember.key, member.key))
  }
  return found
}

/** Sexes that cannot have given what the record says; two partners of one sex, of whom nobody said who gave. */
function gameteFindings(member: FamilyMember, graph: FamilyGraph): FamilyFinding[] {
  const found: FamilyFinding[] = []
  const sexOf = (key: MemberKey) => {
    const one = graph.members.get(key)
    return one ? likelySex(one) : ''
  }
  if (member.eggFrom !== '' && sexOf(member.eggFrom) === 'Male')
    found.push(error('egg-of-a-man', member.eggFrom, member.key))
  if (member.spermFrom !== '' && sexOf(member.spermFrom) === 'Female')
    found.push(error('sperm-of-a-woman', member.spermFrom, member.key))
  const [first = '', second = ''] = graph.birthUnion(member)?.partners ?? []
  const sex = sexOf(first)
  const isOneSex = second !== '' && sex !== '' && sex === sexOf(second)
  if (isOneSex && (sex === 'Female' ? member.eggFrom : member.spermFrom) === '')
    found.push(warning('whose-gametes', member.key, first, second))
  return found
}

function lifeFindings(member: FamilyMember): FamilyFinding[] {
  const life = daysBetween(member.born, member.diedOn)
  return life && life.most < 0 ? [error('died-before-birth', member.key)] : []
}

function siblingFindings(document: FamilyDocument, graph: FamilyGraph): FamilyFinding[] {
  const found: FamilyFinding[] = []
  for (const mother of document.people) {
    const carried = graph
      .geneticChildren(mother.key)
      .flatMap((key) => graph.members.get(key) ?? [])
      .filter((child) => graph.geneticParents(child.key).egg === mother.key && child.carriedBy === '')
    carried.forEach((one, index) => {
      for (const other of carried.slice(index + 1)) {
        const days = daysBetween(one.born, other.born)
        if (!days) continue
        const [least, most] = days.most < 0 ? [-days.most, -days.least] : [days.least, days.most]
        if (least > ONE_BIRTH && most < NEXT_BIRTH)
          found.push(warning('siblings-too-close', one.key, other.key))
      }
    })
  }
  return found
}

function twinFindings(document: FamilyDocument): FamilyFinding[] {
  const groups = Map.groupBy(
    document.people.filter((member) => member.twins !== null),
    (member) => member.twins?.group,
  )
  return [...groups.values()].flatMap((twins) => {
    const keys = twins.map((twin) => twin.key)
    const found: FamilyFinding[] = []
    if (twins.length < 2) found.push(warning('lone-twin', ...keys))
    const isApart = twins.some((one) => {
      const days = daysBetween(twins[0]?.born ?? '', one.born)
      return days !== null && (days.least > ONE_BIRTH || days.most < -ONE_BIRTH)
    })
    if (isApart) found.push(warning('twins-born-apart', ...keys))
    if (twins.some((twin) => twin.twins?.kind !== 'identical')) return found
    const sexes = new Set(twins.map(likelySex).filter((sex) => sex !== ''))
    if (sexes.size > 1) found.push(error('identical-twins-of-two-sexes', ...keys))
    if (hasTwoResults(document, keys)) found.push(warning('identical-twins-of-two-results', ...keys))
    return found
  })
}

/** Whether the same thing was evaluated in both, with different results. */
function hasTwoResults({ evaluations }: FamilyDocument, twins: readonly MemberKey[]): boolean {
  const certain = evaluations.filter((one) => twins.includes(one.member) && one.result !== 'uninformative')
  return certain.some((one) =>
    certain.some(
      (other) => one.what === other.what && one.finding === other.finding && one.result !== other.result,
    ),
  )
}

function wholeFamily(document: FamilyDocument, graph: FamilyGraph): FamilyFinding[] {
  if (document.people.length === 0) return []
  const probands = document.people.filter((member) => member.isProband)
  const found: FamilyFinding[] = probands.length === 0 ? [warning('no-proband')] : []
  const start = probands[0] ?? document.people[0]
  const reached = connectedTo(start?.key ?? '', document, graph)
  const others = document.people.filter((member) => !reached.has(member.key))
  if (others.length > 0) found.push(warning('not-connected', ...others.map((member) => member.key)))
  return found
}

/** Everybody to whom lines of the drawing lead, donors and carriers too. */
function connectedTo(start: MemberKey, document: FamilyDocument, graph: FamilyGraph): Set<MemberKey> {
  const lines = new Map<MemberKey, Set<MemberKey>>()
  const join = (a: MemberKey, b: MemberKey) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const)
      lines.set(one, (lines.get(one) ?? new Set()).add(other))
  }
  for (const union of graph.unions.values()) {
    const [first, ...others] = [...union.partners, ...graph.childrenOf(union.key).map((child) => child.key)]
    for (const other of others) join(first ?? other, other)
  }
  for (const { key, eggFrom, spermFrom, carriedBy } of document.people)
    for (const other of [eggFrom, spermFrom, carriedBy]) if (other !== '') join(key, other)
  const reached = new Set([start])
  for (const key of reached) for (const next of lines.get(key) ?? []) reached.add(next)
  return reached
}
