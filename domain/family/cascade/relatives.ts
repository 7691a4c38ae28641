import type { IsoDate } from '../../dates/dates.ts'
import type { Chances } from '../chances/chances.ts'
import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { kinship } from '../kinship.ts'

/** What was recorded of a relative and a finding, by the family’s institution or by a test. */
export interface StepEvent {
  member: MemberKey
  kind:
    | 'told'
    | 'code given'
    | 'code redeemed'
    | 'sample'
    | 'tested'
    | 'positive'
    | 'negative'
    | 'declined'
    | 'not reachable'
  /** ISO day; of two on one day the later in the list counts. */
  on: IsoDate
}

/** Where a relative stands. `tested`: without a result that may be told, or with one that says nothing. */
export const RELATIVE_STATES = [
  ...(['not reached', 'not reachable', 'told', 'code given', 'code redeemed', 'sample', 'tested'] as const),
  ...(['positive', 'negative', 'declined', 'not before 18', 'died', 'not born'] as const),
]
export type RelativeState = (typeof RELATIVE_STATES)[number]

export interface RelativeAtRisk {
  member: MemberKey
  /** To have at least one copy, between 0 and 1, before their own result. */
  chance: number
  /** 1 to 3, from the nearest person who has the finding. */
  degree: number
  state: RelativeState
}

export interface CascadeQuestion {
  /** Who has the finding, by a test. */
  carriers: readonly MemberKey[]
  chances: Chances
  events: readonly StepEvent[]
  /** Listed whatever their chance. */
  kept?: ReadonlySet<MemberKey>
  /** Adults are tested only: children wait until they are 18. */
  isAdultOnset: boolean
  today: IsoDate
}

/** Lower chances are not followed up. */
export const LEAST_CHANCE = 0.01
const FARTHEST_DEGREE = 3
const OF_AGE = 18

/**
 * The relatives whom a finding concerns: those with a chance over 1 % up to the third degree from the nearest
 * person who has it, those who are kept, and those who were tested. Nearest first, then by chance. Who has it already by an earlier
 * test of the family’s own is none of them.
 */
export function relativesAtRisk(
  document: FamilyDocument,
  question: CascadeQuestion,
  graph: FamilyGraph = familyGraph(document),
): RelativeAtRisk[] {
  const { carriers, chances, events, kept, isAdultOnset, today } = question
  const related = kinship(document, graph)
  const found = document.people.flatMap((member): RelativeAtRisk[] => {
    const own = events.filter((event) => event.member === member.key)
    const isTested = own.some((event) => event.kind === 'positive' || event.kind === 'negative')
    if (carriers.includes(member.key) && !isTested) return []
    const others = carriers.filter((carrier) => carrier !== member.key)
    const degrees = others.flatMap((carrier) => related.degree(member.key, carrier) ?? [])
    const degree = Math.min(...degrees)
    if (degree > FARTHEST_DEGREE) return []
    const chance = chances.state === 'known' ? (chances.of.get(member.key)?.one ?? 0) : 0
    const isFollowed = chance > LEAST_CHANCE || kept?.has(member.key)
    if (!isTested && (!isFollowed || isLoss(member))) return []
    return [{ member: member.key, chance, degree, state: stateOf(member, own, isAdultOnset, today) }]
  })
  // Equal chances differ in their last digits: then the document's order stands.
  const inTenThousandths = ({ chance }: RelativeAtRisk) => Math.round(chance * 10_000)
  return found.sort((a, b) => a.degree - b.degree || inTenThousandths(b) - inTenThousandths(a))
}

/** The least that each recorded step says, in the order in which steps follow each other. */
const STEPS: readonly StepEvent['kind'][] = ['told', 'code given', 'code redeemed', 'sample', 'tested']

function stateOf(
  member: FamilyMember,
  events: readonly StepEvent[],
  isAdultOnset: boolean,
  today: IsoDate,
): RelativeState {
  const inOrder = events.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const result = inOrder.findLast((event) => event.kind === 'positive' || event.kind === 'negative')
  if (result) return result.kind
  if (member.life === 'dead') return 'died'
  if (member.pregnancy) return 'not born'
  if (isAdultOnset && isMinor(member, today)) return 'not before 18'
  const last = inOrder.at(-1)
  // Somebody who declined, or could not be reached, may be told later and think again.
  if (last?.kind === 'declined' || last?.kind === 'not reachable') return last.kind
  return STEPS.findLast((step) => inOrder.some((event) => event.kind === step)) ?? 'not reached'
}

/** Under 18 on every day that the record allows; an age without a birth is taken as of today. */
function isMinor({ born, age }: FamilyMember, today: IsoDate): boolean {
  if (born === '') return age !== null && (age.unit !== 'years' || age.value < OF_AGE)
  const [year = '', month = '01', day = '01'] = born.split('-')
  return `${Number(year) + OF_AGE}-${month}-${day}` > today
}

const isLoss = ({ pregnancy }: FamilyMember) => pregnancy !== null && pregnancy.state !== 'ongoing'

/** How far a family’s cascade is; each number is one of `atRisk`. */
export interface CascadeCoverage {
  atRisk: number
  told: number
  codeGiven: number
  redeemed: number
  tested: number
  positive: number
}

const REACHED: Record<Exclude<keyof CascadeCoverage, 'atRisk'>, readonly RelativeState[]> = {
  told: ['told', 'code given', 'code redeemed', 'sample', 'tested', 'positive', 'negative', 'declined'],
  codeGiven: ['code given', 'code redeemed', 'sample'],
  redeemed: ['code redeemed', 'sample'],
  tested: ['tested', 'positive', 'negative'],
  positive: ['positive'],
}

/** Those who died, are not born, or are not tested before they are of age are not counted. */
export function coverageOf(relatives: readonly RelativeAtRisk[]): CascadeCoverage {
  const reachable = relatives.filter(({ state }) => !['died', 'not born', 'not before 18'].includes(state))
  const count = (states: readonly RelativeState[]) =>
    reachable.filter(({ state }) => states.includes(state)).length
  return {
    atRisk: reachable.length,
    told: count(REACHED.told),
    codeGiven: count(REACHED.codeGiven),
    redeemed: count(REACHED.redeemed),
    tested: count(REACHED.tested),
    positive: count(REACHED.positive),
  }
}

/** Whose steps a new result, or a corrected one, opens and closes. */
export interface CascadeChanges {
  opened: RelativeAtRisk[]
  /** With the chance of before: a branch that emptied, or a class that changed. */
  closed: RelativeAtRisk[]
}

export function changesOf(
  before: readonly RelativeAtRisk[],
  after: readonly RelativeAtRisk[],
): CascadeChanges {
  const isIn = (list: readonly RelativeAtRisk[], member: MemberKey) =>
    list.some((one) => one.member === member)
  return {
    opened: after.filter((one) => !isIn(before, one.member)),
    closed: before.filter((one) => !isIn(after, one.member)),
  }
}
