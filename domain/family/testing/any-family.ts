import fc from 'fast-check'
import {
  addChildrenOf,
  addHalfSibling,
  addParents,
  addPartner,
  addPregnancy,
  addSiblings,
  addTwin,
  withMember,
} from '../additions.ts'
import { blankFamily, blankMember, blankUnion, type FamilyDocument, type Gender } from '../document.ts'
import { removeBranch, removeMember } from '../removal.ts'

/** One action on a person, who is drawn by place. */
interface Step {
  action: keyof typeof ACTIONS
  who: number
  other: number
  gender: Gender
}

const ACTIONS = {
  parents: (family, { key }, newKey) => addParents(family, key, newKey).document,
  partner: (family, { key }, newKey) => addPartner(family, key, newKey).document,
  children: (family, { key }, newKey, { gender }) =>
    addChildrenOf(family, key, [{ gender }, { gender: 'woman' }], newKey).document,
  siblings: (family, { key }, newKey, { gender }) => addSiblings(family, key, [{ gender }], newKey).document,
  halfSibling: (family, { key }, newKey, { gender }) =>
    addHalfSibling(family, key, { gender }, newKey).document,
  twin: (family, { key }, newKey, { gender }) =>
    addTwin(family, key, gender === 'man' ? 'identical' : 'fraternal', newKey).document,
  pregnancy: (family, { key }, newKey) =>
    addPregnancy(family, key, { state: 'ongoing', weeks: 12, dueDate: '' }, newKey).document,
  // Cousins, or an uncle and a niece, who marry: a loop.
  union: (family, { key }, newKey, { other }) => {
    const partner = family.people[other % family.people.length]
    if (!partner || partner.key === key) return family
    const union = blankUnion(newKey(), [key, partner.key])
    return { ...family, unions: [...family.unions, union] }
  },
  name: (family, { key }, _newKey, { who }) =>
    withMember(family, key, { firstName: `Name ${who}`, born: '1990' }),
  died: (family, { key }) => withMember(family, key, { life: 'dead', diedOn: '2019' }),
  remove: (family, { key, isProband }, newKey) => (isProband ? family : removeMember(family, key, newKey)),
  removeBranch: (family, { key, isProband }) => (isProband ? family : removeBranch(family, key)),
} satisfies Record<
  string,
  (
    family: FamilyDocument,
    member: FamilyDocument['people'][number],
    newKey: () => string,
    step: Step,
  ) => FamilyDocument
>

const anyStep: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  who: fc.nat(200),
  other: fc.nat(200),
  gender: fc.constantFrom<Gender>('man', 'woman', 'nonbinary', ''),
})

/** A family as it grows under any actions, loops and losses included; the proband stays. */
export const anyFamily: fc.Arbitrary<FamilyDocument> = fc
  .array(anyStep, { maxLength: 25 })
  .map((steps) => grown(steps))

function grown(steps: readonly Step[]): FamilyDocument {
  let last = 0
  const newKey = () => {
    last += 1
    return `k${last}`
  }
  const proband = { ...blankMember(newKey()), gender: 'woman' as const, isProband: true }
  let family: FamilyDocument = { ...blankFamily(), people: [proband] }
  for (const step of steps) {
    const member = family.people[step.who % family.people.length]
    if (member) family = ACTIONS[step.action](family, member, newKey, step)
  }
  return family
}
