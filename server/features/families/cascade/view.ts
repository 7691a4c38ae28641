import type { IsoDate } from '#domain/dates/dates.ts'
import {
  type Cascade,
  type CascadeEvent,
  cascadeOf,
  changesSince,
  nextToTest,
} from '#domain/family/cascade/cascade.ts'
import type { FamilyVariant } from '#domain/family/cascade/finding.ts'
import { causeInWords, reasonToTest } from '#domain/family/cascade/reasons.ts'
import { hasPlace, windowFor, windowState } from '#domain/family/cascade/window.ts'
import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import type { RelativesTest } from '#server/features/catalogue/public.ts'
import type { StoredFamily } from '../store.ts'
import type { Reply } from './deps.ts'
import type { StoredCode, StoredConsent, StoredFinding, StoredStep } from './store.ts'

type FindingView = Reply<'get'>['findings'][number]

/** What a family's cascade is computed from: what a scope shows of it. */
export interface ReadCascade extends Pick<Known, 'steps' | 'consents' | 'codes' | 'tests' | 'today'> {
  family: Pick<StoredFamily, 'id' | 'name' | 'document'>
  findings: readonly StoredFinding[]
  /** The numbers of those whose report the laboratory is checking. */
  questioned: readonly number[]
}

/**
 * The reply of all routes about a family's cascade, computed anew each time. In another thread: many findings in a large
 * family take seconds.
 */
export function cascadeView({ family, findings, questioned, ...stored }: ReadCascade): Reply<'get'> {
  const from = family.document.people.find(({ isProband }) => isProband)?.key ?? ''
  const call = callsIn(family.document, from, 'the proband')
  return {
    familyId: family.id,
    familyName: family.name,
    people: family.document.people.map(({ key }) => ({ member: key, name: call(key) })),
    findings: findings
      .filter((finding) => isInFamily(family.document, finding))
      .map((finding) =>
        findingView({
          ...{ document: family.document, finding, isQuestioned: questioned.includes(finding.id) },
          ...stored,
        }),
      ),
  }
}

interface Known {
  document: FamilyDocument
  finding: StoredFinding
  isQuestioned: boolean
  steps: readonly StoredStep[]
  consents: readonly StoredConsent[]
  codes: readonly StoredCode[]
  tests: readonly RelativesTest[]
  today: IsoDate
}

/** A finding as the rules take it: the classes that it had are among its steps. */
export function familyVariant(finding: StoredFinding, steps: readonly StoredStep[]): FamilyVariant {
  const classes = steps.flatMap(({ finding_id, kind, on_day, words }) =>
    finding_id === finding.id && kind === 'class'
      ? [{ on: on_day, variantClass: words as FamilyVariant['classes'][number]['variantClass'] }]
      : [],
  )
  return {
    key: String(finding.id),
    member: finding.member,
    inheritance: finding.inheritance,
    variants: finding.variants,
    copies: finding.copies,
    isAdultOnset: finding.is_adult_onset,
    reportedOn: finding.reported_on,
    withdrawnOn: finding.withdrawn_on,
    classes:
      classes.length > 0 ? classes : [{ on: finding.reported_on, variantClass: finding.variant_class }],
  }
}

export function eventsOf(finding: StoredFinding, steps: readonly StoredStep[]): CascadeEvent[] {
  return steps.flatMap(({ finding_id, kind, member, on_day, copies }) =>
    finding_id === finding.id && kind !== 'class' && kind !== 'no longer told'
      ? [{ kind, member, on: on_day, copies }]
      : [],
  )
}

/** Whoever has the finding may have been removed from the family since; undoing that brings the finding back. */
export const isInFamily = ({ people }: FamilyDocument, { member }: Pick<StoredFinding, 'member'>) =>
  people.some(({ key }) => key === member)

type Relative = Cascade['relatives'][number]

/** Whose step is open, or who fits. */
export function openAmong(
  document: FamilyDocument,
  finding: StoredFinding,
  steps: readonly StoredStep[],
  today: IsoDate,
  fits = ({ isOpen }: Relative) => isOpen,
): MemberKey[] {
  if (!isInFamily(document, finding)) return []
  const { relatives } = cascadeOf(document, familyVariant(finding, steps), eventsOf(finding, steps), today)
  return relatives.filter(fits).map(({ member }) => member)
}

/** Whom a finding concerned until it was not found any more: of who was tested for it, the result says nothing now. */
export const isConcerned = ({ isOpen, state }: Relative) =>
  isOpen || state === 'tested' || state === 'positive' || state === 'negative'

function findingView(known: Known): FindingView {
  const { document, finding, isQuestioned, steps, consents, codes, tests, today } = known
  const graph = familyGraph(document)
  const related = relations(document, graph)
  const variant = familyVariant(finding, steps)
  const events = eventsOf(finding, steps)
  const cascade = cascadeOf(document, variant, events, today, graph)
  const relationOf = (member: MemberKey) =>
    relationInWords(related.of(member, finding.member), graph.members.get(member)?.gender ?? '')
  const call = callsIn(document, finding.member, 'the person with the finding')
  const own = steps.filter(({ finding_id }) => finding_id === finding.id)
  return {
    ...{ id: finding.id, member: finding.member, orderId: finding.order_id, variants: finding.variants },
    ...{ copies: finding.copies, inheritance: finding.inheritance, isAdultOnset: finding.is_adult_onset },
    ...{ condition: finding.condition, variantClass: finding.variant_class, laboratory: finding.laboratory },
    ...{ withdrawnOn: finding.withdrawn_on, isQuestioned },
    ...{ reportedOn: finding.reported_on, addedAt: finding.added_at.toISOString() },
    ...{ addedBy: finding.added_by_name, state: cascade.state },
    newMutation: cascade.newMutation,
    relatives: cascade.relatives.map((relative) => ({
      ...{ member: relative.member, name: call(relative.member), relation: relationOf(relative.member) },
      degree: relative.degree,
      ...{ chance: relative.chance, isCertain: relative.isCertain },
      ...{ state: relative.state, isOpen: relative.isOpen },
      steps: own.filter(({ member }) => member === relative.member).map(stepView),
      agreed: agreedView(consents.findLast(({ member }) => member === relative.member)),
      codeUntil:
        codes.findLast(
          ({ finding_id, member, expires_on }) =>
            finding_id === finding.id && member === relative.member && expires_on >= today,
        )?.expires_on ?? null,
    })),
    coverage: cascade.coverage,
    next: nextToTest(document, variant, events, cascade, graph).map(({ member, tells }) => ({
      ...{ member, tells, reason: reasonToTest(tells, call) },
    })),
    changes: changesSince(document, variant, events, today, graph).map(({ cause, ...change }) => ({
      ...change,
      reason: causeInWords(cause, call),
    })),
    offers: isQuestioned ? [] : offersOf(finding, tests, cascade, today),
  }
}

/** What people are called: their name, or what they are to somebody. */
function callsIn(document: FamilyDocument, from: MemberKey, self: string): (member: MemberKey) => string {
  const graph = familyGraph(document)
  const related = relations(document, graph)
  return (member) => {
    const { firstName = '', lastName = '', gender = '' } = graph.members.get(member) ?? {}
    const name = `${firstName} ${lastName}`.trim()
    if (name !== '') return name
    if (member === from) return self
    return from === ''
      ? 'somebody without a name'
      : `the ${relationInWords(related.of(member, from), gender)}`
  }
}

const stepView = ({ kind, on_day, way, words, by_name }: StoredStep) => ({
  ...{ kind, on: on_day, way, words, by: by_name },
})

const agreedView = (consent: StoredConsent | undefined) =>
  consent ? { shows: consent.shows, on: consent.agreed_on, words: consent.words } : null

type Offered = Pick<StoredFinding, 'variants' | 'variant_class' | 'order_id' | 'test_code' | 'reported_on'>

/** The laboratory's tests that look at all of a finding's variants, those with a window first. */
export function offersOf(
  finding: Offered,
  tests: readonly RelativesTest[],
  { relatives }: Pick<Cascade, 'relatives'>,
  today: IsoDate,
): FindingView['offers'] {
  const used = relatives.filter(hasPlace).length
  return tests
    .filter(
      ({ knownVariant: { kinds, most, excludedGenes } }) =>
        finding.variants.every(
          ({ kind, gene }) => (kind === '' || kinds.includes(kind)) && !excludedGenes.includes(gene),
        ) &&
        (most === null || finding.variants.length <= most),
    )
    .map(({ code, name, knownVariant, terms }) => {
      // Another laboratory's report opens no window here.
      const window =
        finding.order_id === null
          ? null
          : windowFor(
              { familyDays: knownVariant.familyDays, terms },
              { variantClass: finding.variant_class, reportedBy: finding.test_code },
            )
      const reportedOn = finding.reported_on
      const state = window && windowState(window, { reportedOn, today, used })
      return {
        ...{ testCode: code, testName: name },
        window: window &&
          state && {
            ...{ endsOn: state.endsOn, daysLeft: state.daysLeft, placesLeft: state.placesLeft },
            ...{ until: window.until, who: window.who },
          },
      }
    })
    .sort((a, b) => Number(b.window !== null) - Number(a.window !== null))
}
