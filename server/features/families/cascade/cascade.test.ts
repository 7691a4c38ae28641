import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CascadeView } from '#contract/family-cascade.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { authorizeInterface } from '../../../database/scope.ts'
import type { HeavyWork } from '../../../heavy/heavy-work.ts'
import { FINDING_REQUEST } from '../../../testing/examples/family-cascade.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../../testing/world.ts'
import { getCascade } from './findings.ts'
import { cascadeView, type ReadCascade } from './view.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
/** Keys of unions as the contract has them. */
const keyed = (document: FamilyDocument): FamilyDocument =>
  JSON.parse(JSON.stringify(document).replaceAll('+', '-'))
const DOCUMENT = keyed(
  drawn(
    ['grandmother', 'woman'],
    ['grandfather', 'man'],
    ['mother', 'woman', ['grandfather', 'grandmother']],
    ['aunt', 'woman', ['grandfather', 'grandmother']],
    ['spouse', 'man'],
    ['cousin', 'woman', ['spouse', 'aunt']],
    ['father', 'man'],
    ['proband', 'woman', ['father', 'mother'], { isProband: true, lastName: 'Quillon', born: '1980-02-03' }],
  ),
)

const as = (by = CREATOR) => portal.as(by).familyCascade
async function start(hospital = PARENT, by = CREATOR) {
  const { id } = await portal.as(by).families.create({
    params: { hospital },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital, id }
  const body = { ...FINDING_REQUEST, member: 'proband', findingKey: randomUUID() }
  const added = await as(by).addFinding({ params, body })
  const findingId = added.findings[0]?.id ?? 0
  return { params, added, ofFinding: { ...params, findingId }, body }
}
type Started = Awaited<ReturnType<typeof start>>
const record = (
  { ofFinding }: Started,
  member: string,
  kind: 'told' | 'positive' | 'negative' | 'sample' | 'declined' | 'result withdrawn',
  on = '2026-10-10',
) =>
  as().record({ params: ofFinding, body: { member, kind, on, ...(kind === 'told' ? { way: 'phone' } : {}) } })
const agree = ({ params }: Started, member: string, shows: 'nothing' | 'tested' | 'result') =>
  as().agree({ params, body: { member, shows, on: '2026-10-09', words: 'By phone' } })
const listed = ({ findings }: CascadeView) =>
  findings[0]?.relatives.map(
    ({ relation, chance, state }) => `${relation} ${Math.round((chance?.one ?? 0) * 100)} % ${state}`,
  )

describe('a finding of a family', () => {
  test('lists the relatives with chance, step and who comes next; a repeated request finds the same', async () => {
    const { added, params, body } = await start()
    expect(listed(added)).toEqual([
      'mother 50 % not reached',
      'father 50 % not reached',
      'maternal grandmother 25 % not reached',
      'maternal grandfather 25 % not reached',
      'maternal aunt 25 % not reached',
      'maternal first cousin 13 % not reached',
    ])
    const [finding] = added.findings
    expect(finding).toMatchObject({
      ...{ orderId: null, variantClass: 'Pathogenic', state: 'known', laboratory: 'Quay Genetics' },
      coverage: { atRisk: 6, told: 0, codeGiven: 0, redeemed: 0, tested: 0, positive: 0 },
      changes: [{ reason: 'The finding was recorded.', closed: [] }],
    })
    expect(finding?.next[0]).toMatchObject({ member: 'mother' })
    expect(finding?.next[0]?.reason).toMatch(/^Tells about father/)
    // Another laboratory's finding opens no window here.
    expect(finding?.offers.every(({ window }) => window === null)).toBe(true)
    expect(await as().addFinding({ params, body })).toEqual(added)
    expect(await as('OrderViewer@P1').get({ params })).toEqual(added)
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'people'])
      .where('entity', '=', 'family')
      .where('entity_id', '=', String(params.id))
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual([
      'family.create',
      ...['family.finding', 'family.finding', 'family.cascade'],
    ])
    for (const { people } of lines) expect(people).toEqual(['quillon proband 1980-02-03'])
  })

  test('[CASC-05] a result and a class open and close steps, with the reason', async () => {
    const started = await start()
    await agree(started, 'mother', 'result')
    await record(started, 'mother', 'negative')
    const after = await as().changeClass({
      params: started.ofFinding,
      body: { variantClass: 'Uncertain significance', on: '2026-11-01', words: 'Corrected report' },
    })
    const closed = after.findings[0]?.changes.map(({ reason, closed }) => [reason, closed])
    expect(closed).toEqual([
      ['The finding was recorded.', []],
      ['Mother does not have the finding.', ['grandmother', 'grandfather', 'aunt', 'cousin']],
      ['The class changed from Pathogenic to Uncertain significance.', ['father']],
    ])
    expect(after.findings[0]?.relatives.some(({ isOpen }) => isOpen)).toBe(false)
    await record(started, 'mother', 'result withdrawn', '2026-11-02')
    const back = await as().changeClass({
      params: started.ofFinding,
      body: { variantClass: 'Pathogenic', on: '2026-11-03' },
    })
    expect(back.findings[0]?.changes.at(-1)?.opened).toHaveLength(6)
  })

  test('names all that is wrong at once, and stores nothing', async () => {
    const { params, added } = await start()
    const wrong = {
      ...{ ...FINDING_REQUEST, findingKey: randomUUID(), member: 'nobody', variants: [], reportedOn: null },
      agreed: { on: '2999-01-01', words: 'Later' },
    }
    const { errors } = await problemOfCall(as().addFinding({ params, body: wrong }))
    expect(errors?.map(({ path }) => path)).toEqual(['/member', '/agreed/on', '/variants', '/reportedOn'])
    expect(await as().get({ params })).toEqual(added)
  })
})

test('the copies of a recessive finding that was recorded without them are recorded later, once', async () => {
  const { params, body } = await start()
  const recessive = { ...body, inheritance: 'autosomal recessive' as const, copies: [2] }
  const added = await as().addFinding({ params, body: { ...recessive, findingKey: randomUUID() } })
  const findingId = added.findings.at(-1)?.id ?? 0
  await portal.worker.db
    .updateTable('family_finding')
    .set({ copies: [] })
    .where('id', '=', findingId)
    .execute()
  const found = async () => (await as().get({ params })).findings.at(-1)
  expect(await found()).toMatchObject({ state: 'copies unknown', copies: [] })
  const change = (copies: number[]) =>
    as().changeClass({
      params: { ...params, findingId },
      body: { variantClass: 'Pathogenic', on: '2026-10-10', copies },
    })
  expect(await problemOfCall(change([1, 1]))).toMatchObject({ errors: [{ path: '/copies' }] })
  await change([1])
  expect(await found()).toMatchObject({ state: 'known', copies: [1] })
  await change([2])
  expect(await found()).toMatchObject({ copies: [1] })
})

test('of a recessive finding with one variant it has to be told whether the person has one copy or both', async () => {
  const { params, body } = await start()
  const recessive = { ...body, inheritance: 'autosomal recessive' as const, condition: '' }
  const add = (more: object) =>
    as().addFinding({ params, body: { ...recessive, findingKey: randomUUID(), ...more } })
  expect(await problemOfCall(add({}))).toMatchObject({ errors: [{ path: '/copies', rule: 'required' }] })
  const both = (await add({ copies: [2] })).findings.at(-1)
  expect(both?.relatives.find(({ member }) => member === 'mother')?.chance?.one).toBeCloseTo(1)
  const variants = ['c.1del', 'c.2del'].flatMap(
    (cdna) => body.variants?.map((one) => ({ ...one, cdna })) ?? [],
  )
  const two = await add({ variants })
  expect(two.findings.at(-1)).toMatchObject({ state: 'known', copies: [] })
})

describe('[CASC-02] what nobody may see', () => {
  /** Every reply of the family's reading routes, for each reader. */
  async function replies({ params }: Started) {
    const readers = ['OrderViewer@P1', 'OrderSubmitter@P1', 'SuperUser@P1', CREATOR]
    return Promise.all(
      readers.flatMap((by) => [
        as(by).get({ params }),
        portal.as(by).families.get({ params }),
        portal.as(by).families.list({ params: { hospital: params.hospital }, query: { keyword: 'Quillon' } }),
      ]),
    )
  }
  const without = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, one) =>
        ['id', 'familyId', 'addedAt', 'changedAt'].includes(key) ? undefined : one,
      ),
    )

  test.each(['positive', 'negative', 'sample'] as const)(
    'no reply changes when a %s is hidden or absent, and it counts once the person agrees',
    async (kind) => {
      for (const member of ['mother', 'aunt', 'cousin', 'father']) {
        const started = await start()
        const absent = await replies(started)
        const written = await record(started, member, kind)
        expect(written.familyId).toBe(started.params.id)
        expect(await replies(started)).toEqual(absent)
        await agree(started, member, kind === 'sample' ? 'tested' : 'result')
        const agreed = await as().get({ params: started.params })
        const states = agreed.findings[0]?.relatives.map((one) => [one.member, one.state])
        expect(states).toContainEqual([member, kind])
        // Who takes it back is as if never tested, but for what they said.
        await agree(started, member, 'nothing')
        const hidden = await as().get({ params: started.params })
        const [before] = absent as CascadeView[]
        const bare = (view: CascadeView | undefined) =>
          without(
            view?.findings.map((one) => ({
              ...one,
              relatives: one.relatives.map((r) => ({ ...r, agreed: 0 })),
            })),
          )
        expect(bare(hidden)).toEqual(bare(before))
      }
    },
  )

  test('“tested” alone shows no result', async () => {
    const started = await start()
    await agree(started, 'aunt', 'tested')
    const view = await record(started, 'aunt', 'negative')
    expect(listed(view)).toContain('maternal aunt 25 % not reached')
  })

  test.each([
    ['nothing', 'not reached'],
    ['tested', 'not reached'],
    ['result', 'negative'],
  ] as const)('a finding of their own leaves it at “%s”', async (shows, state) => {
    const started = await start()
    await agree(started, 'aunt', shows)
    await record(started, 'aunt', 'negative')
    const { params, body } = started
    const view = await as().addFinding({
      params,
      body: { ...body, member: 'aunt', findingKey: randomUUID() },
    })
    expect(view.findings[0]?.relatives.find(({ member }) => member === 'aunt')).toMatchObject({
      ...{ state, agreed: { shows, words: body.agreed.words } },
    })
  })

  test('the database itself hides it from every query of the scope', async () => {
    const started = await start()
    await record(started, 'mother', 'negative')
    const visible = () =>
      portal.portal.db.transaction().execute(async (db) => {
        await sql`select set_config('karyo.institutions', ${PARENT}, true)`.execute(db)
        return db
          .selectFrom('family_step')
          .select('kind')
          .where('finding_id', '=', started.ofFinding.findingId)
          .execute()
      })
    expect(await visible()).toEqual([{ kind: 'class' }])
    await agree(started, 'mother', 'result')
    expect(await visible()).toEqual([{ kind: 'class' }, { kind: 'negative' }])
  })

  test.each([
    ['OrderViewer@P1', PARENT, 'read'],
    ['OrderCreator@P1', PARENT, 'write'],
    [`OrderSubmitter@${CHILD}`, PARENT, 'nothing'],
    [`OrderSubmitter@${FOREIGN}`, PARENT, 'nothing'],
    [`OrderSubmitter@${FOREIGN}`, FOREIGN, 'nothing'],
  ] as const)('%s at %s: %s', async (by, hospital, may) => {
    const { params, ofFinding } = await start()
    const statusOf = async (call: Promise<unknown>) =>
      call.then(
        () => 200,
        async () => (await problemOfCall(call)).status,
      )
    const [read, write] = await Promise.all([
      statusOf(as(by).get({ params: { ...params, hospital } })),
      statusOf(
        as(by).record({
          params: { ...ofFinding, hospital },
          body: { member: 'aunt', kind: 'told', on: '2026-10-10', way: 'phone' },
        }),
      ),
    ])
    const expected = { read: [200, 403], write: [200, 200], nothing: [404, 404] }[may]
    expect([read, write]).toEqual(expected)
  })
})

test('a cascade is computed in another thread, from a copy of what was read', async () => {
  const { params, added } = await start()
  const works: HeavyWork[] = []
  const heavy = async (work: HeavyWork) => {
    works.push(structuredClone(work))
    return added as never
  }
  const deps = { connection: portal.portal, now: () => new Date(), laboratoryName: 'Larkfield', heavy }
  const authority = authorizeInterface(
    { id: 'reader', name: 'Reader', physicianId: 1, institution: PARENT },
    'request',
  )
  expect(await getCascade(deps)(authority, { params } as never)).toBe(added)
  expect(works).toMatchObject([{ name: 'cascadeView', who: 'reader' }])
  expect(cascadeView(works[0]?.input as ReadCascade)).toEqual(await as().get({ params }))
})
