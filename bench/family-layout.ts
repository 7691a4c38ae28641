/**
 * Lays out random families of 20, 60 and 200 people, with half siblings, twins and cousins who marry: afresh, and after one more
 * person. Counts processor time, which other work on the machine stretches less than the time of day.
 */
import {
  addChildrenOf,
  addHalfSibling,
  addParents,
  addPartner,
  addSiblings,
  addTwin,
} from '#domain/family/additions.ts'
import { blankFamily, blankMember, blankUnion, type FamilyDocument } from '#domain/family/document.ts'
import { layoutAfterEdit, layoutFamily } from '#domain/family/layout/layout.ts'
import { seededRandom } from '#server/demo/random.ts'
import { compare, settingsOf } from './harness.ts'

const settings = settingsOf({ rounds: 10, families: 10 }, { rounds: 1, families: 1 })
const SIZES = [20, 60, 200]

/** Grown person by person, as somebody draws who asks on from the proband; the same for the same seed. */
function grown(size: number, seed: number): FamilyDocument {
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

const milliseconds = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

await compare({
  ...{ name: 'family-layout', settings, rounds: settings.rounds },
  contestants: SIZES.flatMap((size) => {
    const families = Array.from({ length: settings.families }, (_, seed) => grown(size, seed + 1))
    const drawn = families.map((family) => ({ family, layout: layoutFamily(family) }))
    return [
      {
        ...{ name: `${size} people, afresh`, unit: 'ms' },
        round: async () => families.map((family) => milliseconds(() => layoutFamily(family))),
      },
      {
        ...{ name: `${size} people, one more`, unit: 'ms' },
        round: async () =>
          drawn.map(({ family, layout }) => {
            let last = 0
            const { document } = addSiblings(
              family,
              family.people[0]?.key ?? '',
              [{ gender: 'woman' }],
              () => {
                last += 1
                return `new-${last}`
              },
            )
            return milliseconds(() => layoutAfterEdit(document, layout))
          }),
      },
    ]
  }),
})
