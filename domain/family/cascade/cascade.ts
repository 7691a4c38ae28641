import type { IsoDate } from '../../dates/dates.ts'
import { type Chance, type Chances, chances } from '../chances/chances.ts'
import type { GenotypeEvidence } from '../chances/genotypes.ts'
import { maternalLine } from '../chances/maternal-line.ts'
import { type Proposal, whoNext } from '../chances/who-next.ts'
import type { FamilyDocument, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { identicalTwins } from '../kinship.ts'
import {
  type CascadeState,
  classOf,
  copiesFound,
  type FamilyVariant,
  isActionable,
  type NewMutation,
  needsCopies,
} from './finding.ts'
import { newMutationOf, siblingsOfNew } from './new-mutation.ts'
import {
  type CascadeCoverage,
  coverageOf,
  LEAST_CHANCE,
  type RelativeAtRisk,
  type RelativeState,
  relativesAtRisk,
  type StepEvent,
} from './relatives.ts'

/** What was recorded of a relative, and may be seen. Of two on one day the later in the list counts. */
export interface CascadeEvent {
  member: MemberKey
  /** `result withdrawn`: results recorded before it were of somebody else, or wrong. */
  kind: StepEvent['kind'] | 'result withdrawn'
  on: IsoDate
  /** Of a positive result: copies of each variant; empty if nobody counted. */
  copies: readonly number[]
}

export interface CascadeRelative extends Omit<RelativeAtRisk, 'chance'> {
  /**
   * Null where no number can be given: in the mother's line, of siblings of a new mutation, or if the results do not fit
   * together.
   */
  chance: Chance | null
  /** Tested, or the identical twin of somebody who was: others are expected to have it, unless it is new. */
  isCertain: boolean
  /** Somebody has to do something: tell, test, wait for the sample. */
  isOpen: boolean
}

export interface Cascade {
  state: CascadeState
  /** What the results say if they fit only with a new mutation; null if they fit without. */
  newMutation: NewMutation | null
  relatives: CascadeRelative[]
  coverage: CascadeCoverage
}

const OPEN: readonly RelativeState[] = ['not reached', 'told', 'code given', 'code redeemed', 'sample']

/** Where a finding's relatives stand, by what the reader may see. `until`: as it was at the end of that day. */
export function cascadeOf(
  document: FamilyDocument,
  finding: FamilyVariant,
  events: readonly CascadeEvent[],
  today: IsoDate,
  graph: FamilyGraph = familyGraph(document),
): Cascade {
  const valid = validEvents(document, finding, events)
  const evidence = evidenceOf(finding, valid)
  const carriers = [
    ...new Set([
      finding.member,
      ...valid.flatMap(({ kind, member }) => (kind === 'positive' ? [member] : [])),
    ]),
  ]
  const { state, found, listed, newMutation } = knownChances(document, finding, evidence, carriers, graph)
  const { isAdultOnset } = finding
  const steps = valid.flatMap(({ kind, member, on }) =>
    kind === 'result withdrawn' ? [] : [{ kind, member, on }],
  )
  const kept = siblingsOfNew(finding.member, newMutation, finding.inheritance, graph)
  const relatives = relativesAtRisk(
    document,
    { carriers, chances: listed, events: steps, kept, isAdultOnset, today },
    graph,
  )
  const sameAs = identicalTwins(graph)
  const tested = new Set(
    [finding.member, ...newestOf(finding, valid).map(({ member }) => member)].map(sameAs),
  )
  // Of whom a chance of 1 comes from a carrier above them, not from one below who may have it new.
  const inherits = descendantsOf(carriers, graph)
  const hasNumber = ({ member, chance }: RelativeAtRisk) =>
    chance > LEAST_CHANCE || tested.has(sameAs(member)) || !kept.has(member)
  const isCounted = isActionable(classOf(finding)) && !finding.withdrawnOn
  return {
    state,
    newMutation,
    relatives: relatives.map((one) => ({
      ...one,
      chance: found?.state === 'known' && hasNumber(one) ? (found.of.get(one.member) ?? null) : null,
      isCertain: tested.has(sameAs(one.member)) || (one.chance > 0.999 && inherits.has(one.member)),
      isOpen: isCounted && OPEN.includes(one.state),
    })),
    coverage: coverageOf(relatives),
  }
}

function descendantsOf(carriers: readonly MemberKey[], graph: FamilyGraph): ReadonlySet<MemberKey> {
  const found = new Set<MemberKey>()
  const waiting = [...carriers]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const child of graph.geneticChildren(next))
      if (!found.has(child)) {
        found.add(child)
        waiting.push(child)
      }
  return found
}

interface KnownChances {
  state: Cascade['state']
  /** Null where there are no numbers. */
  found: Chances | null
  /** What decides who is listed. */
  listed: Chances
  newMutation: NewMutation | null
}

function knownChances(
  document: FamilyDocument,
  finding: FamilyVariant,
  evidence: readonly GenotypeEvidence[],
  carriers: readonly MemberKey[],
  graph: FamilyGraph,
): KnownChances {
  const { inheritance, variants } = finding
  if (inheritance === 'mitochondrial') {
    const of = new Map([...maternalLine(carriers, graph)].map((key) => [key, { one: 1, all: 0 }]))
    const listed = { state: 'known' as const, of, isNewMutationNeeded: false }
    return { state: 'mother’s line', found: null, listed, newMutation: null }
  }
  const heritable = { inheritance, variants: variants.length === 2 ? (2 as const) : (1 as const) }
  const found = chances(document, heritable, evidence, graph)
  if (found.state === 'known') {
    // At least one copy of something so rare would be one copy, and both as good as impossible.
    if (needsCopies(finding) && finding.copies.length === 0)
      return { state: 'copies unknown', found: null, listed: found, newMutation: null }
    const newMutation = found.isNewMutationNeeded
      ? newMutationOf(document, finding, heritable, evidence, graph)
      : null
    return { state: 'known', found, listed: found, newMutation }
  }
  // Nobody is lost from the list: who they are does not depend on the results.
  const listed = chances(document, heritable, evidence.slice(0, 1), graph)
  return { state: found.state, found: null, listed, newMutation: null }
}

interface RelativeResult extends CascadeEvent {
  kind: 'positive' | 'negative'
}

/** The newest valid result of each relative who has one, of what was recorded and may be seen. */
export function resultsOf(
  document: FamilyDocument,
  finding: FamilyVariant,
  events: readonly CascadeEvent[],
): RelativeResult[] {
  return newestOf(finding, validEvents(document, finding, events))
}

function newestOf(finding: FamilyVariant, events: readonly CascadeEvent[]): RelativeResult[] {
  const newest = new Map<MemberKey, RelativeResult>()
  for (const { kind, ...event } of events)
    if (kind === 'positive' || kind === 'negative') newest.set(event.member, { ...event, kind })
  newest.delete(finding.member)
  return [...newest.values()]
}

/** The evidence of the person in whom it was found comes first. */
function evidenceOf(finding: FamilyVariant, events: readonly CascadeEvent[]): GenotypeEvidence[] {
  return [
    { member: finding.member, copies: [...copiesFound(finding)], isAtLeastOne: true },
    ...newestOf(finding, events).map(({ member, kind, copies }) => ({
      member,
      copies: kind === 'negative' ? finding.variants.map(() => 0) : [...copies],
      isAtLeastOne: kind === 'positive',
    })),
  ]
}

/** In their order, without results that were withdrawn; those drawn in the family come before what was recorded. */
function validEvents(
  document: FamilyDocument,
  finding: FamilyVariant,
  events: readonly CascadeEvent[],
): CascadeEvent[] {
  const drawn = document.evaluations.flatMap((one): CascadeEvent[] =>
    one.finding !== finding.key || one.result === 'uninformative' || one.member === finding.member
      ? []
      : [{ member: one.member, kind: one.result, on: one.on || finding.reportedOn, copies: one.copies }],
  )
  const inOrder = [...drawn, ...events.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))]
  return inOrder.filter(
    (event, index) =>
      !(
        isResult(event) &&
        inOrder
          .slice(index)
          .some(({ kind, member }) => kind === 'result withdrawn' && member === event.member)
      ),
  )
}

const isResult = ({ kind }: CascadeEvent) => kind === 'positive' || kind === 'negative' || kind === 'tested'

/** Proposals cost two computations each: of many, only the nearest relatives are looked at. */
const MOST_CANDIDATES = { 1: 24, 2: 6 } as const
const MOST_PROPOSALS = 3

/** Whose test would tell the family most: living, of age, not declined and not tested. */
export function nextToTest(
  document: FamilyDocument,
  finding: FamilyVariant,
  events: readonly CascadeEvent[],
  { state, relatives }: Cascade,
  graph: FamilyGraph = familyGraph(document),
): Proposal[] {
  const { inheritance, variants } = finding
  if (inheritance === 'mitochondrial' || state !== 'known') return []
  const sameAs = identicalTwins(graph)
  // Testing one identical twin tests the other: nobody is proposed whose twin did not want to know.
  const declined = new Set(relatives.flatMap((one) => (one.state === 'declined' ? [sameAs(one.member)] : [])))
  const count = variants.length === 2 ? 2 : 1
  const candidates = relatives
    .filter(({ isOpen, member }) => isOpen && !declined.has(sameAs(member)))
    .slice(0, MOST_CANDIDATES[count])
    .map(({ member }) => member)
  const evidence = evidenceOf(finding, validEvents(document, finding, events))
  return whoNext(document, { inheritance, variants: count }, evidence, candidates, graph).slice(
    0,
    MOST_PROPOSALS,
  )
}

/** Why steps opened or closed. */
export type CascadeCause =
  | { kind: 'finding' }
  | { kind: 'class'; from: string; to: string }
  | { kind: 'report withdrawn' }
  | { kind: 'result'; member: MemberKey; result: 'positive' | 'negative' | 'withdrawn' }

export interface CascadeChange {
  on: IsoDate
  cause: CascadeCause
  opened: MemberKey[]
  closed: MemberKey[]
}

/** Older changes are not computed again: each costs as much as the cascade itself. */
const MOST_CHANGES = 20

/**
 * Which steps opened and closed since the finding, and why, oldest first: computed from what the reader may see, so that
 * a result that nobody may see leaves no trace in it either.
 */
export function changesSince(
  document: FamilyDocument,
  finding: FamilyVariant,
  events: readonly CascadeEvent[],
  today: IsoDate,
  graph: FamilyGraph = familyGraph(document),
): CascadeChange[] {
  const moments = momentsOf(finding, events).slice(-MOST_CHANGES)
  const openAt = (moment: Moment): MemberKey[] => {
    const then = {
      ...{ ...finding, classes: finding.classes.slice(0, moment.classes) },
      withdrawnOn: moment.isWithdrawn ? moment.on : null,
    }
    return cascadeOf(document, then, moment.events, today, graph).relatives.flatMap((one) =>
      one.isOpen ? [one.member] : [],
    )
  }
  let before: MemberKey[] = []
  return moments.flatMap((moment, index): CascadeChange[] => {
    const after = openAt(moment)
    const tested = moment.cause.kind === 'result' ? moment.cause.member : ''
    const opened = after.filter((member) => !before.includes(member) && member !== tested)
    const closed = before.filter((member) => !after.includes(member) && member !== tested)
    before = after
    const isFirst = index === 0
    return isFirst || opened.length > 0 || closed.length > 0 || moment.cause.kind === 'class'
      ? [{ on: moment.on, cause: moment.cause, opened, closed: isFirst ? [] : closed }]
      : []
  })
}

interface Moment {
  on: IsoDate
  cause: CascadeCause
  /** How many of the finding's classes were known. */
  classes: number
  isWithdrawn: boolean
  /** Until then. */
  events: readonly CascadeEvent[]
}

function momentsOf(finding: FamilyVariant, events: readonly CascadeEvent[]): Moment[] {
  const [first, ...later] = finding.classes
  const causes = [
    ...later.map(({ on, variantClass }, index) => ({
      on,
      cause: { kind: 'class', from: finding.classes[index]?.variantClass ?? '', to: variantClass } as const,
    })),
    ...events.flatMap((event) => {
      const result =
        event.kind === 'result withdrawn'
          ? ('withdrawn' as const)
          : event.kind === 'positive' || event.kind === 'negative'
            ? event.kind
            : null
      return result === null
        ? []
        : [{ on: event.on, cause: { kind: 'result', member: event.member, result } as const }]
    }),
    ...(finding.withdrawnOn
      ? [{ on: finding.withdrawnOn, cause: { kind: 'report withdrawn' } as const }]
      : []),
  ].toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const start: Moment = {
    on: first?.on ?? finding.reportedOn,
    cause: { kind: 'finding' },
    classes: 1,
    isWithdrawn: false,
    events: [],
  }
  const isRelevant = ({ kind }: CascadeEvent) =>
    kind === 'positive' || kind === 'negative' || kind === 'result withdrawn'
  const results = events.filter(isRelevant).toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  let [classes, count, isWithdrawn] = [1, 0, false]
  return [
    start,
    ...causes.map(({ on, cause }): Moment => {
      if (cause.kind === 'class') classes += 1
      else if (cause.kind === 'result') count += 1
      else isWithdrawn = true
      return { on, cause, classes, isWithdrawn, events: results.slice(0, count) }
    }),
  ]
}
