import { existsSync, globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dice } from '#adapters/laboratory/testing/mutations.ts'
import { cases, isThorough } from '#domain/testing/cases.ts'
import { read271 } from './read-271.ts'
import { any271 } from './testing/any-271.ts'
import * as generated from './testing/generated.ts'
import { ANSWERING } from './testing/messages.ts'
import { mutated } from './testing/mutations.ts'
import { refereed } from './testing/referee.ts'
import { write271 } from './write-271.ts'
import { X12Fault } from './x12.ts'

const REFEREED = cases(3_000)

/** Messages written by others; missing in a clone of the project alone. */
const FOLDER = '../shared/samples/x12'
const OTHERS = existsSync(FOLDER) ? globSync('*.271', { cwd: FOLDER }).sort() : []

function whatIsLost(raw: string): string[] {
  const found = refereed(raw, read271(raw))
  return found ? [...found.lost, ...found.misread] : []
}

test.skipIf(OTHERS.length === 0).each(OTHERS)(
  '[PAY-08] of %s nothing is lost or misread (skipped where ../shared/samples is absent)',
  (file) => {
    expect(whatIsLost(readFileSync(`${FOLDER}/${file}`, 'utf8'))).toEqual([])
  },
)

describe('a second, naive reader agrees', () => {
  function all(messages: () => string) {
    const counts = { compared: 0, reported: 0, refused: 0 }
    for (let n = 0; n < REFEREED; n += 1) {
      const raw = messages()
      try {
        const found = refereed(raw, read271(raw))
        if (found === null) counts.reported += 1
        else counts.compared += 1
        const wrong = found ? [...found.lost, ...found.misread] : []
        if (wrong.length > 0)
          throw new Error(`lost or misread: ${wrong.join('; ')} of ${JSON.stringify(raw)}`)
      } catch (error) {
        if (!(error instanceof X12Fault)) throw error
        counts.refused += 1
      }
    }
    if (isThorough) console.info(counts)
    return counts
  }

  test('[PAY-08] on answers with everything that can occur in one', () => {
    const roll = dice(27)
    expect(all(() => any271(roll)).compared).toBeGreaterThan(REFEREED / 2)
  })

  test('on damaged answers', () => {
    const roll = dice(28)
    const { compared, refused } = all(() => mutated(any271(roll), roll))
    expect(compared).toBeGreaterThan(REFEREED / 4)
    expect(refused).toBeGreaterThan(0)
  })

  test('on answers that the simulated payer writes', () => {
    fc.assert(
      fc.property(generated.answer, (answer) => {
        expect(whatIsLost(write271(answer, ANSWERING))).toEqual([])
      }),
      { numRuns: REFEREED },
    )
  })
})
