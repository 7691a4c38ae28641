import {
  addChildrenOf,
  addHalfSibling,
  addParents,
  addPartner,
  addSiblings,
  addTwin,
} from '#domain/family/additions.ts'
import { blankFamily, blankMember, blankUnion, type FamilyDocument } from '#domain/family/document.ts'
import { seededRandom } from '#server/demo/random.ts'

/** A family of `size`, grown person by person, as somebody draws who asks on from the proband; the same for the same seed. */
export function grown(size: number, seed: number): FamilyDocument {
  const random = seededRandom(seed)
  let last = 0
  const newKey = () => {
    last += 1
    return `k${last}`
  }
  const gender = () => random.one(['man', 'woman'] as const)
  const proband = { ...blankMember(newKey()), gender: 'woman' as const, isProband: true }
  let family: FamilyDocument = { ...blankFamily(), people: [proband] }
  while (family.people.length < size) {
    const { key, parents } = random.one(family.people)
    const action = random.integer(100)
    if (action < 25 && parents.length === 0) family = addParents(family, key, newKey).document
    else if (action < 50) family = addSiblings(family, key, [{ gender: gender() }], newKey).document
    else if (action < 65) family = addPartner(family, key, newKey).document
    else if (action < 92) family = addChildrenOf(family, key, [{ gender: gender() }], newKey).document
    else if (action < 95) family = addHalfSibling(family, key, { gender: gender() }, newKey).document
    else if (action < 97) family = addTwin(family, key, 'fraternal', newKey).document
    else if (action < 98) {
      const other = random.one(family.people).key
      if (other !== key)
        family = { ...family, unions: [...family.unions, blankUnion(newKey(), [key, other])] }
    }
  }
  return family
}
