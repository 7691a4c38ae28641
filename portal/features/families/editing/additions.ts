import {
  type Addition,
  addChildrenOf,
  addHalfSibling,
  addParents,
  addPartner,
  addPregnancy,
  addSiblings,
  addTwin,
} from '#domain/family/additions.ts'
import type { FamilyDocument, Gender, MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import * as texts from './texts.ts'

interface AdditionKind {
  /** The key that adds it. */
  letter: string
  label: string
  /** The words of the action: `Sibling of Ana added`. */
  added: (whose: string) => string
  /** `count`: how many, where several can be added at once. */
  add: (document: FamilyDocument, member: MemberKey, count: number) => Addition
}

export const newKey = () => crypto.randomUUID()
const unknown = (count: number) => Array.from({ length: count }, () => ({ gender: '' as Gender }))

/** Who can be added round somebody, by a button or its letter. */
export const ADDITIONS: readonly AdditionKind[] = [
  {
    ...{ letter: 'P', label: texts.parents, added: texts.parentsAdded },
    add: (document, member) => addParents(document, member, newKey),
  },
  {
    ...{ letter: 'S', label: texts.sibling, added: texts.siblingAdded },
    add: (document, member, count) => addSiblings(document, member, unknown(count), newKey),
  },
  {
    ...{ letter: 'M', label: texts.partner, added: texts.partnerAdded },
    add: (document, member) => addPartner(document, member, newKey),
  },
  {
    ...{ letter: 'C', label: texts.child, added: texts.childAdded },
    add: (document, member, count) => addChildrenOf(document, member, unknown(count), newKey),
  },
  {
    ...{ letter: 'T', label: texts.twin, added: texts.twinAdded },
    add: (document, member) => addTwin(document, member, 'unknown', newKey),
  },
  {
    ...{ letter: 'G', label: texts.pregnancy, added: texts.pregnancyAdded },
    add: (document, member) =>
      addPregnancy(document, member, { state: 'ongoing', weeks: null, dueDate: '' }, newKey),
  },
]

/** By its letter alone: through the mother, or the only parent who is known. */
export const HALF_SIBLING: AdditionKind = {
  ...{ letter: 'H', label: texts.halfSibling, added: texts.halfSiblingAdded },
  add: (document, member) => {
    const withParents = addParents(document, member, newKey).document
    const graph = familyGraph(withParents)
    const self = graph.members.get(member)
    const partners = self ? (graph.birthUnion(self)?.partners ?? []) : []
    const mother = partners.find((key) => graph.members.get(key)?.gender === 'woman') ?? partners[0]
    if (mother === undefined) return { document, added: [] }
    return addHalfSibling(withParents, mother, { gender: '' }, newKey)
  },
}

/** How many can be added by one key after a number. */
export const MOST_AT_ONCE = 15
