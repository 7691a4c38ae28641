import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personKey } from '#domain/orders/identity.ts'
import { isAwaitingAnswer } from '#domain/orders/obstacles.ts'
import { ORDER_STATES, type OrderState, stageOf } from '#domain/orders/status.ts'
import { isSettled } from '#domain/samples/sample.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'

// Rules that the database applies itself, because it counts or indexes by them, compared with the same rules
// in domain/. Others: `late` in features/following/alerts.test.ts, second person and grantable roles in
// features/users.

let portal: TestPortal
/** With the owner's rights: no other role may call these functions. */
let sql: postgres.Sql
beforeAll(async () => {
  portal = await startPortal()
  sql = postgres(portal.database.url, { max: 1 })
})
afterAll(async () => {
  await sql?.end()
  await portal?.stop()
})

const SUBMITTED = ORDER_STATES.filter((state) => state !== 'draft')

describe('listed_state and stageOf', () => {
  const before = [null, ...SUBMITTED.filter((state) => state !== 'pending-cancellation')]
  test.each(SUBMITTED.flatMap((state) => before.map((stateBeforeCancel) => ({ state, stateBeforeCancel }))))(
    'agree on $state, before it $stateBeforeCancel',
    async ({ state, stateBeforeCancel }) => {
      const row = JSON.stringify({ state, state_before_cancel: stateBeforeCancel })
      const found =
        await sql`select listed_state(o) as stage from jsonb_populate_record(null::orders, ${row}::text::jsonb) o`
      expect(found[0]?.stage).toBe(stageOf({ state, stateBeforeCancel }))
    },
  )
})

describe('missing_info, on_hold_since and isAwaitingAnswer', () => {
  const instant = fc.integer({ min: 0, max: 6 }).map((hour) => new Date(Date.UTC(2026, 2, 2, hour)))
  const hold = fc.record({
    heldAt: instant,
    isReleased: fc.boolean(),
    isAnswered: fc.boolean(),
    isOfWithdrawal: fc.boolean(),
  })
  const order = fc.record({
    state: fc.constantFrom<OrderState>(...SUBMITTED),
    reportedAt: instant,
    hasPendingTest: fc.boolean(),
    areHeldFirst: fc.boolean(),
    holds: fc.array(hold, { maxLength: 3 }),
  })

  test('agree on which questions are open, in each state and for any sequence of questions and report', async () => {
    const { id } = await portal.submitted()
    await fc.assert(
      fc.asyncProperty(order, async ({ state, reportedAt, hasPendingTest, areHeldFirst, holds }) => {
        const { db } = portal.worker
        await db
          .updateTable('orders')
          .set({ state: 'in-process', reported_at: null, has_pending_test: false })
          .where('id', '=', id)
          .execute()
        await db
          .updateTable('order_hold')
          .set({ released_at: new Date(0) })
          .where('order_id', '=', id)
          .execute()
        const keyed = holds.map((one) => ({
          ...one,
          key: `${one.isOfWithdrawal ? 'WITHDRAWN-' : ''}${keys++}`,
        }))
        const kept = keyed.map((one, index) => ({
          ...{
            order_id: id,
            institution_code: PARENT,
            kind: 'missing-information' as const,
            words: `Question ${index}?`,
          },
          ...{ hold_key: one.key, held_at: one.heldAt },
          ...{
            released_at: one.isReleased ? one.heldAt : null,
            answered_at: one.isAnswered ? one.heldAt : null,
          },
        }))
        const keep = async () => kept.length > 0 && db.insertInto('order_hold').values(kept).execute()
        if (areHeldFirst) await keep()
        const reported_at = state === 'reported' ? reportedAt : null
        const has_pending_test = state === 'reported' && hasPendingTest
        await db
          .updateTable('orders')
          .set({ state, reported_at, has_pending_test })
          .where('id', '=', id)
          .execute()
        if (!areHeldFirst) await keep()
        const found = await db
          .selectFrom('orders')
          .select(['missing_info', 'on_hold_since'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const open = keyed.filter(({ key, heldAt, isReleased }) =>
          isAwaitingAnswer(
            { key, heldAt: heldAt.toISOString(), releasedAt: isReleased ? heldAt.toISOString() : null },
            { state, reportedAt: reported_at?.toISOString() ?? null, hasPendingTest: has_pending_test },
          ),
        )
        expect(found.missing_info).toBe(open.some(({ isAnswered }) => !isAnswered))
        // An order with reports of all its tests is not on hold, whatever is asked since.
        const isDone = state === 'reported' && !hasPendingTest
        expect(found.on_hold_since !== null).toBe(open.length > 0 && !isDone)
      }),
      { numRuns: 60 },
    )
  })
  let keys = 0
})

describe('missing_info and isSettled', () => {
  const instant = fc.integer({ min: 0, max: 4 }).map((hour) => new Date(Date.UTC(2026, 2, 2, hour)))
  const order = fc.record({
    state: fc.constantFrom<OrderState>(...SUBMITTED),
    reportedAt: fc.option(instant),
    hasPendingTest: fc.boolean(),
    rejections: fc.array(fc.record({ at: instant, isTakenAgain: fc.boolean() }), { maxLength: 3 }),
    areRejectedFirst: fc.boolean(),
  })

  test('agree on which specimens are to be taken again, in each state and sequence of rejections and report', async () => {
    const { id } = await portal.submitted()
    const { db } = portal.worker
    const samples = db.selectFrom('sample').selectAll().where('order_id', '=', id)
    const [first] = await samples.execute()
    if (!first) throw new Error('a submitted order has a sample')
    const { id: _, changed_at: __, created_at: ___, ...of } = first
    const add = async (sample: object) =>
      db
        .insertInto('sample')
        .values({ ...of, sample_key: `k${keys++}`, ...sample })
        .returning('id')
        .executeTakeFirstOrThrow()
    await fc.assert(
      fc.asyncProperty(order, async ({ state, reportedAt, hasPendingTest, rejections, areRejectedFirst }) => {
        await db
          .updateTable('sample')
          .set({ accessioned_at: new Date(0) })
          .where('order_id', '=', id)
          .execute()
        const ofOrder = db.updateTable('orders').where('id', '=', id)
        await ofOrder.set({ state: 'in-process', reported_at: null, has_pending_test: false }).execute()
        const reject = async () => {
          for (const { at, isTakenAgain } of rejections) {
            const { id: recollection_of } = await add({ rejected_at: at })
            await add({ recollection_of, collected_again_at: isTakenAgain ? at : null })
          }
        }
        if (areRejectedFirst) await reject()
        await ofOrder.set({ state, reported_at: reportedAt, has_pending_test: hasPendingTest }).execute()
        if (!areRejectedFirst) await reject()
        const found = await db
          .selectFrom('orders')
          .select('missing_info')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const needed = rejections.filter(
          ({ at, isTakenAgain }) =>
            !isTakenAgain &&
            state !== 'cancelled' &&
            state !== 'pending-cancellation' &&
            !isSettled(
              { replacedRejectedAt: at.toISOString() },
              { state, reportedAt: reportedAt?.toISOString() ?? null, hasPendingTest },
            ),
        )
        expect(found.missing_info).toBe(needed.length > 0)
      }),
      { numRuns: 60 },
    )
  })
  let keys = 0
})

describe('birthdays_of and personKey', () => {
  test.each(['1931-01-09', '2026-11-22'])('agree on %s', async (dateOfBirth) => {
    const people = [personKey({ firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth })]
    const found = await sql`select birthdays_of(${people as string[]}) as days`
    expect(found[0]?.days).toEqual([dateOfBirth])
  })
})
