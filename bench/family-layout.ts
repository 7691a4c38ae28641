/**
 * Lays out random families of 20, 60 and 200 people, with half siblings, twins and cousins who marry: afresh, and after one more
 * person. Counts processor time, which other work on the machine stretches less than the time of day.
 */
import { addSiblings } from '#domain/family/additions.ts'
import { layoutAfterEdit, layoutFamily } from '#domain/family/layout/layout.ts'
import { compare, settingsOf } from './harness.ts'
import { grown } from './web/grown-family.ts'

const settings = settingsOf({ rounds: 10, families: 10 }, { rounds: 1, families: 1 })
const SIZES = [20, 60, 200]

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
