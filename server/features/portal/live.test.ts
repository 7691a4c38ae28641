import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { testPayer } from '../../testing/payer.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { active, insuredOrder } from '../../testing/world-payers.ts'
import { type LiveUpdate, MOST_PAGES, startLive } from './live.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** A page that follows live updates: returns them one by one, and `undefined` once the stream has ended. */
async function follow(authorization: string, codes?: string) {
  const gone = new AbortController()
  const response = await fetch(`${portal.origin}/api/events`, {
    signal: gone.signal,
    headers: { authorization, ...(codes === undefined ? {} : { 'institution-codes': codes }) },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    async next(): Promise<LiveUpdate | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const [frame, rest] = [text.slice(0, end), text.slice(end + 2)]
          text = rest
          if (frame.startsWith('data: ')) return JSON.parse(frame.slice(6)) as LiveUpdate
          continue
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return undefined
        text += value
      }
    },
    close: () => gone.abort(),
  }
}
const bearer = async (subject: string, options?: { expiresIn: number }) =>
  `Bearer ${await portal.tokenOf(subject, options)}`

test("a page receives updates about its institutions' orders only", async () => {
  const page = await follow(await bearer('OrderViewer@P1'))
  expect(page.response.headers.get('content-type')).toBe('text/event-stream')
  expect(page.response.headers.get('cache-control')).toContain('no-cache')
  // The other institution's update comes first: if it were sent, it would arrive first.
  const foreign = await portal.submitted(readyOrder(), { by: 'OrderSubmitter@F1', at: FOREIGN })
  await portal.receive(
    laboratoryMessage('L1', { order: foreign.id, number: 'L-F', status: 'F', pdf: REPORT }),
  )
  const own = await portal.submitted()
  const update = (kind: string, state: string, order = own) => ({
    ...{ about: 'order', orderId: order.id, hospitalCode: order.hospitalCode, kind, state },
  })
  // The state is read when the update is sent: the draft may be submitted by then.
  const begun = await page.next()
  expect([update('draft-begun', 'draft'), update('draft-begun', 'en-route')]).toContainEqual(begun)
  expect(await page.next()).toEqual(update('submitted', 'en-route'))
  await portal.receive(laboratoryMessage('L2', { order: own.id, number: 'L-1', status: 'F', pdf: REPORT }))
  expect(await page.next()).toEqual(update('reported', 'reported'))
  const child = await portal.submitted(readyOrder(), { by: 'OrderSubmitter@C1', at: CHILD })
  expect(await page.next()).toMatchObject({ kind: 'draft-begun', orderId: child.id, hospitalCode: CHILD })
  expect(await page.next()).toMatchObject({ kind: 'submitted', orderId: child.id })
  page.close()
})

test('[API-00] the institution-codes header narrows the updates', async () => {
  const page = await follow(await bearer('OrderViewer@P1'), CHILD)
  await portal.draft()
  const child = await portal.draft(readyOrder(), { by: 'OrderSubmitter@C1', at: CHILD })
  // Earlier updates from there may still arrive.
  for (let update = await page.next(); ; update = await page.next()) {
    expect(update).toMatchObject({ about: 'order', hospitalCode: CHILD })
    if (update?.about === 'order' && update.orderId === child.id) break
  }
  page.close()
})

test("an update about a payer's check is received at its institution only", async () => {
  const [page, other] = [
    await follow(await bearer('OrderViewer@P1')),
    await follow(await bearer('OrderSubmitter@F1')),
  ]
  const document = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-LIVE' })
  const { id } = await portal.as('OrderSubmitter@P1').coverage.check({
    ...{ params: { hospital: PARENT }, body: { document, orderId: null } },
  })
  const update = { about: 'coverage', checkId: id, hospitalCode: PARENT, orderId: null }
  expect(await page.next()).toEqual(update)
  await portal.runCheck(testPayer(active(0)), id)
  expect(await page.next()).toEqual(update)
  page.close()
  const foreign = await portal.draft(undefined, { by: 'OrderSubmitter@F1', at: 'F1' })
  // Earlier updates from there may still arrive.
  for (let update = await other.next(); ; update = await other.next()) {
    expect(update).toMatchObject({ about: 'order', hospitalCode: FOREIGN })
    if (update?.about === 'order' && update.orderId === foreign.id) break
  }
  other.close()
})

test('a page is told of a discarded draft: its lists would lead to one that is missing', async () => {
  const { id } = await portal.draft()
  const page = await follow(await bearer('OrderViewer@P1'))
  await portal.as('OrderSubmitter@P1').orders.discard({ params: { h: PARENT, id } })
  for (let update = await page.next(); ; update = await page.next()) {
    // Of its beginning the page may still be told.
    if (update?.about === 'order' && update.orderId === id && update.kind === 'draft-begun') continue
    expect(update).toEqual({
      ...{ about: 'order', orderId: id, hospitalCode: PARENT },
      ...{ kind: 'draft-discarded', state: 'draft' },
    })
    break
  }
  page.close()
})

test('when a portal starts, every page reconnects: a killed one may have left updates unsent', async () => {
  const page = await follow(await bearer('OrderViewer@P1'))
  const again = await startLive(portal.worker, { onEnd: () => undefined })
  expect(await page.next()).toBeUndefined()
  await again.close()
})

test('a rolled-back change sends no update', async () => {
  const page = await follow(await bearer('OrderViewer@P1'))
  await portal.worker.db
    .transaction()
    .execute(async (db) => {
      const [order] = await db
        .selectFrom('orders')
        .select('id')
        .where('institution_code', '=', PARENT)
        .limit(1)
        .execute()
      const event = {
        order_id: order?.id ?? 0,
        institution_code: PARENT,
        kind: 'cancelled' as const,
        actor: 'Karyo',
      }
      await db
        .insertInto('order_event')
        .values({ ...event, actor_id: null })
        .execute()
      throw new Error('taken back')
    })
    .catch(() => undefined)
  const { id } = await portal.draft()
  expect(await page.next()).toMatchObject({ orderId: id, kind: 'draft-begun' })
  page.close()
})

test('the stream ends with its token and leaves nothing behind', async () => {
  // A token may end before its page is told of the draft: then a longer one is tried.
  for (let [expiresIn, isTold] = [2, false]; !isTold; expiresIn *= 2) {
    const page = await follow(await bearer('OrderViewer@P1', { expiresIn }))
    const { id } = await portal.draft()
    for (let update = await page.next(); update; update = await page.next())
      isTold ||= update.about === 'order' && update.orderId === id
  }
  // The next connection needs a valid token.
  const refused = await follow(await bearer('OrderViewer@P1', { expiresIn: -1 }))
  expect(refused.response.status).toBe(401)
  refused.close()
  await expect.poll(() => portal.live.listeners()).toBe(0)
})

test('users are told when they are approved or lose a role: the stream ends, and the next has the new scope', async () => {
  const waiting = await follow(await bearer('waiting'))
  const colleague = await follow(await bearer('OrderViewer@P1'))
  const { id } = await portal.draft()
  // Updates are sent once their state is read: this one is over before the next page follows.
  expect(await colleague.next()).toMatchObject({ about: 'order', orderId: id })
  colleague.close()
  await administer(portal.database.url, (db) =>
    db
      .updateTable('membership')
      .set({ status: 'Active' })
      .where('physician_id', '=', (eb) =>
        eb.selectFrom('physician').select('id').where('subject', '=', 'waiting'),
      )
      .execute(),
  )
  expect(await waiting.next()).toEqual({ about: 'profile' })
  expect(await waiting.next()).toBeUndefined()

  const viewer = await follow(await bearer('OrderCreator@P1'))
  await administer(portal.database.url, (db) =>
    db
      .deleteFrom('customer_role')
      .where('physician_id', '=', (eb) =>
        eb.selectFrom('physician').select('id').where('subject', '=', 'OrderCreator@P1'),
      )
      .execute(),
  )
  expect(await viewer.next()).toEqual({ about: 'profile' })
  expect(await viewer.next()).toBeUndefined()
  const after = await follow(await bearer('OrderCreator@P1'))
  const other = await follow(await bearer('OrderViewer@P1'))
  const { id: unseen } = await portal.draft()
  expect(await other.next()).toMatchObject({ about: 'order', orderId: unseen })
  other.close()
  await administer(portal.database.url, (db) =>
    db.updateTable('physician').set({ suffix: 'RN' }).where('subject', '=', 'OrderCreator@P1').execute(),
  )
  // Nothing about the draft.
  expect(await after.next()).toEqual({ about: 'profile' })
})

test('a token that is valid for longer than the maximum timer keeps the stream open', async () => {
  const page = await follow(await bearer('OrderViewer@P1', { expiresIn: 40 * 24 * 3600 }))
  const { id } = await portal.draft()
  expect(await page.next()).toMatchObject({ orderId: id })
  const other = await portal.draft()
  expect(await page.next()).toMatchObject({ orderId: other.id })
  page.close()
})

test('[SEC-18] a user who loses a role while connecting receives nothing they may no longer see', async () => {
  const gone = new AbortController()
  const looked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<string[]>()
  const institutions = () => {
    looked.resolve()
    return found.promise
  }
  const following = portal.live.follow(
    { subject: 'OrderSubmitter@F1', sessionId: null, institutions },
    gone.signal,
  )
  await looked.promise
  await administer(portal.database.url, (db) =>
    db.updateTable('physician').set({ suffix: 'MD' }).where('subject', '=', 'OrderSubmitter@F1').execute(),
  )
  // The change is announced before the draft, both while the scope is still being read.
  await portal.draft(undefined, { by: 'OrderSubmitter@F1', at: FOREIGN })
  found.resolve([FOREIGN])
  const update: LiveUpdate[] = []
  for await (const one of await following) update.push(one)
  expect(update).toEqual([{ about: 'profile' }])
})

test('[SEC-18] the scope is read after the connection is registered, not taken from its admission', async () => {
  const page = await follow(await bearer('OrderSubmitter@C1'))
  const { id } = await portal.draft(undefined, { by: 'OrderSubmitter@C1', at: CHILD })
  expect(await page.next()).toMatchObject({ orderId: id })
  page.close()
})

test('[SEC-18] one user can follow from a limited number of pages', async () => {
  const gone = new AbortController()
  const who = { subject: 'somebody', sessionId: null, institutions: async () => [PARENT] }
  // Pages of other tests leave a moment after they are closed.
  await expect.poll(() => portal.live.listeners()).toBe(0)
  for (let page = 0; page < MOST_PAGES; page += 1) await portal.live.follow(who, gone.signal)
  await expect(portal.live.follow(who, gone.signal)).rejects.toMatchObject({
    problem: { code: 'too-many-requests' },
  })
  await portal.live.follow({ ...who, subject: 'somebody else' }, gone.signal)
  // An unread stream is removed as well.
  gone.abort()
  expect(portal.live.listeners()).toBe(0)
})
