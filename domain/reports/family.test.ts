import { expect, test } from 'vitest'
import { matchPerson } from './person.ts'
import { ASSIGNER, dice, FAMILY, fitting, mixedUp } from './testing/family.ts'

const ORDER = { orderId: 4711, people: FAMILY, assigners: [ASSIGNER] }
const RESULTS = 10_000

test('[MSG-03] [MATCH-01] files none of 10,000 mixed-up results of a family of six with twins on the wrong person, and loses none', () => {
  const roll = dice(1)
  const counts = { accepted: 0, waiting: 0, refused: 0 }
  for (let n = 0; n < RESULTS; n += 1) {
    const { truth, message } = mixedUp(roll)
    const identity = matchPerson(message, ORDER)
    counts[identity.outcome] += 1
    const right = fitting(message, truth)
    const about = JSON.stringify({ truth: truth.key, message, identity })
    if (identity.outcome === 'accepted')
      expect([identity.person, right >= 2], about).toEqual([truth.key, true])
    // Two matching identifiers are enough, unless a relative matches as well: twins share their birth date.
    if (right >= 2) expect(identity.outcome, about).toBe('accepted')
    // A result that is refused as another person's, and goes back to the laboratory, matches no identifier of
    // the person.
    if (identity.outcome === 'refused') expect(right, about).toBe(0)
  }
  expect(counts.accepted + counts.waiting + counts.refused).toBe(RESULTS)
  // With this seed 4,741 are filed, 4,369 wait for a decision, and 890 go back to the laboratory.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(RESULTS / 20)
})
