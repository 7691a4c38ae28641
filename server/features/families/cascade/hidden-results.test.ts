import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import { FORMAT_NAMES } from '#domain/family/formats/format.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { cases } from '#domain/testing/cases.ts'
import { FINDING_REQUEST } from '../../../testing/examples/family-cascade.ts'
import { startPortal, type TestPortal } from '../../../testing/portal.ts'
import { PARENT } from '../../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
const RELATIVES = ['grandmother', 'grandfather', 'mother', 'father', 'aunt', 'brother', 'cousin'] as const
const DOCUMENT = JSON.parse(
  JSON.stringify(
    drawn(
      ['grandmother', 'woman'],
      ['grandfather', 'man'],
      ['mother', 'woman', ['grandfather', 'grandmother']],
      ['aunt', 'woman', ['grandfather', 'grandmother']],
      ['spouse', 'man'],
      ['cousin', 'woman', ['spouse', 'aunt']],
      ['father', 'man'],
      ['proband', 'woman', ['father', 'mother'], { isProband: true, lastName: 'Quillon' }],
      ['brother', 'man', ['father', 'mother']],
    ),
  ).replaceAll('+', '-'),
)

/**
 * Every reading route about one family or the list of them: a new one is tried without being named here. The PDF, which
 * holds the moment of its making, is drawn from what `families.get` answers.
 */
const ROUTES = [api.families, api.familyCascade, api.familyFiles].flatMap((routes) =>
  Object.values(routes).filter(({ method, path }) => method === 'GET' && !path.endsWith('/drawing')),
)

/** What each reader is answered, with the moment of the answer left out. */
async function replies(id: number) {
  const paths = ROUTES.flatMap(({ path }) => {
    const filled = path.replace('{hospital}', PARENT).replace('{id}', String(id))
    return filled.includes('{familyFormat}')
      ? FORMAT_NAMES.flatMap((format) => [
          filled.replace('{familyFormat}', format),
          `${filled.replace('{familyFormat}', format)}?names=yes`,
        ])
      : // Of no order, which is refused alike.
        [filled.endsWith('reported-variants') ? `${filled}?orderId=1` : filled]
  })
  const answers: string[] = []
  for (const path of paths)
    for (const by of ['OrderViewer@P1', CREATOR]) {
      const response = await portal.request(path, { as: by })
      const text = await response.text()
      answers.push(
        `${by} ${path} ${response.status} ${text.replace(/"instance":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')}`,
      )
    }
  return answers
}

/** What is agreed, and a step that needs more than that. */
const anyHidden = fc
  .constantFrom<
    [VisibleToFamily | null, readonly ('sample' | 'tested' | 'positive' | 'negative' | 'result withdrawn')[]]
  >(
    [null, ['sample', 'tested', 'positive', 'negative', 'result withdrawn']],
    ['nothing', ['sample', 'tested', 'positive', 'negative', 'result withdrawn']],
    ['redeemed', ['sample', 'tested', 'positive', 'negative']],
    ['tested', ['positive', 'negative', 'result withdrawn']],
  )
  .chain(([shows, kinds]) =>
    fc.record({
      shows: fc.constant(shows),
      steps: fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          on: fc.constantFrom('2026-10-02', '2026-10-10', '2026-10-20'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  )

test('[CASC-02] no reply of any route about a family changes when results are hidden or absent', async () => {
  expect(ROUTES.length).toBeGreaterThan(5)
  const hidden = fc.uniqueArray(fc.tuple(fc.constantFrom(...RELATIVES), anyHidden), {
    ...{ minLength: 1, maxLength: 4 },
    selector: ([member]) => member,
  })
  await fc.assert(
    fc.asyncProperty(hidden, async (relatives) => {
      const { id } = await portal.as(CREATOR).families.create({
        params: { hospital: PARENT },
        body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
      })
      const params = { hospital: PARENT, id }
      const cascade = portal.as(CREATOR).familyCascade
      const added = await cascade.addFinding({
        params,
        body: { ...FINDING_REQUEST, member: 'proband', findingKey: randomUUID() },
      })
      for (const [member, { shows }] of relatives)
        if (shows !== null)
          await cascade.agree({ params, body: { member, shows, on: '2026-10-01', words: 'By phone' } })
      const absent = await replies(id)
      for (const [member, { steps }] of relatives)
        for (const { kind, on } of steps)
          await cascade.record({
            params: { ...params, findingId: added.findings[0]?.id ?? 0 },
            body: { member, kind, on },
          })
      expect(await replies(id)).toEqual(absent)
    }),
    { numRuns: cases(30) },
  )
})
