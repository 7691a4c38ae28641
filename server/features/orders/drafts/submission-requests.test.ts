import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { PORTAL_ORIGIN, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'

const hospital = PARENT
const creator = 'OrderCreator@P1'

let portal: TestPortal
/** User ids by subject. */
const ids: Record<string, number> = {}
beforeAll(async () => {
  portal = await startPortal()
  for (const { id, subject } of await portal.worker.db
    .selectFrom('physician')
    .select(['id', 'subject'])
    .execute())
    ids[subject] = id
})
afterAll(() => portal?.stop())

const begin = () => portal.draft(readyOrder('Secret'), { by: creator, at: hospital })
const requestSubmission = (id: number, who: string, note = '', as = creator) =>
  portal.as(as).orders.askToSubmit({ params: { hospital, id }, body: { physicianId: ids[who] ?? 0, note } })
const queue = async (as: string) =>
  (await portal.as(as).orders.list({ params: { hospital }, query: { askedOfMe: 'true' } })).ordersDTO
const lastMail = async (subject: string) =>
  (await portal.mailsTo(`${subject}@demo.test`.toLowerCase())).at(-1)

/** A mail names neither the patient, nor the test, nor the note. */
function expectDiscreet(mail: { subject: string; body: string } | undefined) {
  for (const word of ['Secret', 'Linh', 'Exome', 'WES1', 'indication'])
    expect(`${mail?.subject} ${mail?.body}`).not.toContain(word)
}

describe('a request to submit', () => {
  test('can go to active users with the permission there or at the parent', async () => {
    const submitters = async (at: string, as: string) =>
      (await portal.as(as).orders.submitters({ params: { hospital: at } })).map(({ name }) => name)
    // A degree ends the name, and is named so that a screen need not guess it.
    for (const { name, suffix } of await portal
      .as(creator)
      .orders.submitters({ params: { hospital: PARENT } }))
      expect(name.endsWith(suffix)).toBe(true)
    const here = await submitters(PARENT, creator)
    expect(here).toEqual(
      expect.arrayContaining(['Test OrderSubmitter@P1', 'Test SuperUser@P1', 'Test provider']),
    )
    for (const other of [
      'OrderCreator@P1',
      'blocked',
      'inactive',
      'waiting',
      'OrderSubmitter@C1',
      'OrderSubmitter@F1',
    ])
      expect(here).not.toContain(`Test ${other}`)
    expect(await submitters(CHILD, creator)).toEqual(
      expect.arrayContaining(['Test OrderSubmitter@C1', 'Test OrderSubmitter@P1']),
    )
  })

  test('lists the colleagues who can take the draft over: active users who prepare orders, even for a user who cannot list users', async () => {
    const colleagues = await portal.as(creator).orders.colleagues({ params: { hospital } })
    expect(colleagues).toContainEqual({ id: ids[creator], name: `Test ${creator}` })
    const names = colleagues.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Test OrderSubmitter@P1', 'Test SuperUser@P1']))
    const others = ['OrderViewer@P1', 'UserAdmin@P1', 'blocked', 'inactive', 'waiting', 'OrderCreator@C1']
    for (const other of others) expect(names).not.toContain(`Test ${other}`)
    const child = await portal.as(creator).orders.colleagues({ params: { hospital: CHILD } })
    expect(child.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Test OrderCreator@C1', 'Test OrderCreator@P1']),
    )
  })

  test("is in the submitter's queue, and the order can be submitted from there", async () => {
    const { id, version } = await begin()
    const order = await requestSubmission(id, 'provider', 'Please check the indication.')
    expect(order).toMatchObject({
      version,
      state: 'draft',
      submissionAsked: {
        ...{ physicianId: ids.provider, name: 'Test provider', askedBy: `Test ${creator}` },
        note: 'Please check the indication.',
      },
    })
    expect(order.events.at(-1)).toMatchObject({
      kind: 'submission-asked',
      detail: 'Test provider: Please check the indication.',
    })
    const row = (await queue('provider')).find((one) => one.id === id)
    expect(row).toMatchObject({ submitterName: 'Test provider' })
    expect((await queue('OrderSubmitter@P1')).map((one) => one.id)).not.toContain(id)
    const mail = await lastMail('provider')
    expect(mail?.subject).toBe(`Order ${id}: ready for you to submit`)
    expect(mail?.body).toContain(`${PORTAL_ORIGIN}/create?draft=${id}`)
    expectDiscreet(mail)

    // A repeated request sends no second mail.
    const mails = (await portal.mailsTo('provider@demo.test')).length
    expect((await requestSubmission(id, 'provider', 'Please check the indication.')).events).toEqual(
      order.events,
    )
    expect(await portal.mailsTo('provider@demo.test')).toHaveLength(mails)

    const submitted = await portal
      .as('provider')
      .orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
    expect(submitted).toMatchObject({ state: 'en-route', orderedBy: 'Test provider', submissionAsked: null })
    expect((await queue('provider')).map((one) => one.id)).not.toContain(id)
  })

  test('can be returned with what needs to be changed', async () => {
    const { id } = await begin()
    const submitterId = (await requestSubmission(id, 'provider')).submissionAsked?.physicianId
    const listed = async () => {
      const query = { keyword: String(id) }
      return (await portal.as(creator).orders.list({ params: { hospital }, query })).ordersDTO
    }
    expect(await listed()).toMatchObject([{ isSentBack: false }])
    const back = (as: string) =>
      portal
        .as(as)
        .orders.sendBack({ params: { hospital, id }, body: { note: 'The indication is missing.' } })
    expect((await portal.as(creator).orders.get({ params: { hospital, id } })).abilities).not.toContain(
      'sendBack',
    )
    expect(await problemOfCall(back(creator))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await portal.as('provider').orders.get({ params: { hospital, id } })).abilities).toContain(
      'sendBack',
    )
    const order = await back('provider')
    expect(order).toMatchObject({ submissionAsked: null, sentBackNote: 'The indication is missing.' })
    expect(order.sentBack).toEqual({
      ...{ by: 'Test provider', note: 'The indication is missing.', at: expect.any(String) },
    })
    expect(order.lastSubmitterId).toBe(submitterId)
    expect(order.events.at(-1)).toMatchObject({ kind: 'sent-back', actor: 'Test provider' })
    expect((await queue('provider')).map((one) => one.id)).not.toContain(id)
    const mail = await lastMail(creator)
    expect(mail?.subject).toBe(`Order ${id}: returned to you`)
    expectDiscreet(mail)
    expect(await problemOfCall(back('provider'))).toMatchObject({
      ...{ status: 409, code: 'wrong-state', detail: 'Nobody has been asked to submit this order.' },
    })
    // Requested again, it no longer counts as returned. The requester is told of a return, whoever prepared
    // the draft.
    expect(await listed()).toMatchObject([{ isSentBack: true }])
    expect(await requestSubmission(id, 'provider', '', 'OrderSubmitter@P1')).toMatchObject({
      ...{ sentBackNote: '', sentBack: null },
    })
    expect(await listed()).toMatchObject([{ isSentBack: false }])
    await back('provider')
    expect(await lastMail('OrderSubmitter@P1')).toMatchObject({ subject: `Order ${id}: returned to you` })
  })

  test('returned by a user of the child, reaches by mail who asked and works there by a role at the parent', async () => {
    const at = {
      hospital: CHILD,
      id: (await portal.draft(readyOrder('Secret'), { by: creator, at: CHILD })).id,
    }
    await portal.as(creator).orders.askToSubmit({
      ...{ params: at, body: { physicianId: ids['OrderSubmitter@C1'] ?? 0, note: '' } },
    })
    await portal.as('OrderSubmitter@C1').orders.sendBack({ params: at, body: { note: 'Look again.' } })
    expect((await lastMail(creator))?.subject).toBe(`Order ${at.id}: returned to you`)
  })

  test.each([
    'OrderCreator@P1',
    'OrderViewer@P1',
    'blocked',
    'OrderSubmitter@C1',
    'OrderSubmitter@F1',
    'nobody',
  ])('cannot go to %s, who may not submit there', async (who) => {
    const before = await begin()
    expect(await problemOfCall(requestSubmission(before.id, who))).toMatchObject({
      status: 422,
      errors: [{ path: '/physicianId', rule: 'able' }],
    })
    expect(await portal.as(creator).orders.get({ params: { hospital, id: before.id } })).toEqual(before)
  })

  test('can go to another user when the first may no longer submit', async () => {
    const { id } = await begin()
    await requestSubmission(id, 'SuperUser@P1')
    const setStatus = (status: string) =>
      administer(portal.database.url, (db) =>
        db
          .updateTable('membership')
          .set({ status: status as 'Active' })
          .where('physician_id', '=', ids['SuperUser@P1'] ?? 0)
          .execute(),
      )
    await setStatus('Inactive')
    const { submissionAsked } = await portal.as(creator).orders.get({ params: { hospital, id } })
    expect(submissionAsked?.name).toBe('Test SuperUser@P1')
    expect((await requestSubmission(id, 'provider')).submissionAsked?.name).toBe('Test provider')
    await setStatus('Active')
    expect(await queue('SuperUser@P1')).toEqual([])
  })

  test('is for drafts only', async () => {
    const { id } = await portal.submitted()
    expect(await problemOfCall(requestSubmission(id, 'provider'))).toMatchObject({
      status: 409,
      code: 'wrong-state',
    })
  })
})

describe('handing over a draft', () => {
  const handOver = (id: number, who: string) =>
    portal.as(creator).orders.handOver({ params: { hospital, id }, body: { physicianId: ids[who] ?? 0 } })

  test('gives it to a colleague, who continues with it', async () => {
    const { id } = await begin()
    const order = await handOver(id, 'OrderSubmitter@P1')
    expect(order).toMatchObject({
      responsibleName: 'Test OrderSubmitter@P1',
      responsibleId: ids['OrderSubmitter@P1'],
    })
    expect(order.events.at(-1)).toMatchObject({
      ...{ kind: 'handed-over', detail: 'from Test OrderCreator@P1 to Test OrderSubmitter@P1' },
    })
    const mail = await lastMail('OrderSubmitter@P1')
    expect(mail?.body).toContain(`/create?draft=${id}`)
    expectDiscreet(mail)
    expect((await handOver(id, 'OrderSubmitter@P1')).events).toEqual(order.events)
  })

  test('puts it among what is assigned to the colleague, until somebody is asked to submit it', async () => {
    const { id } = await begin()
    const assignedTo = async (as: string) => {
      const query = { askedOfMe: 'true', orResponsible: 'true' } as const
      const { ordersDTO } = await portal.as(as).orders.list({ params: { hospital }, query })
      return ordersDTO.filter((row) => row.id === id).map((row) => [row.responsibleName, row.submitterName])
    }
    const [own, next, submitter] = ['Test OrderCreator@P1', 'Test OrderSubmitter@P1', 'Test provider']
    expect(await assignedTo(creator)).toEqual([[own, null]])
    await handOver(id, 'OrderSubmitter@P1')
    expect(await assignedTo(creator)).toEqual([])
    expect(await assignedTo('OrderSubmitter@P1')).toEqual([[next, null]])
    // To have to go on with it is no request to submit it.
    expect((await queue('OrderSubmitter@P1')).map((row) => row.id)).not.toContain(id)
    await requestSubmission(id, 'provider')
    expect(await assignedTo('OrderSubmitter@P1')).toEqual([])
    expect(await assignedTo('provider')).toEqual([[next, submitter]])
    await portal.as('provider').orders.sendBack({ params: { hospital, id }, body: { note: '' } })
    expect(await assignedTo('OrderSubmitter@P1')).toEqual([[next, null]])
  })

  test('assigns a verification to its colleague, but not while it waits for the payer', async () => {
    const { id } = await portal.draft(readyVerification(), { by: creator, at: hospital })
    const change = (vobStatus: 'submitted' | 'draft') =>
      portal.as(creator).orders.vob({ params: { h: hospital, id }, headers: {}, body: { vobStatus } })
    const assigned = async () => {
      const query = { askedOfMe: 'true', orResponsible: 'true' } as const
      const { ordersDTO, total } = await portal.as(creator).orders.list({ params: { hospital }, query })
      return { isListed: ordersDTO.some((row) => row.id === id), total }
    }
    const before = await assigned()
    expect(before.isListed).toBe(true)
    await change('submitted')
    expect(await assigned()).toEqual({ isListed: false, total: before.total - 1 })
    await change('draft')
    expect(await assigned()).toEqual(before)
  })

  test.each(['OrderViewer@P1', 'inactive', 'OrderCreator@C1', 'OrderSubmitter@F1'])(
    'is refused for %s',
    async (who) => {
      const { id } = await begin()
      expect(await problemOfCall(handOver(id, who))).toMatchObject({
        errors: [{ path: '/physicianId', rule: 'able' }],
      })
    },
  )

  test('is refused for a submitted order', async () => {
    const { id } = await portal.submitted()
    expect(await problemOfCall(handOver(id, 'OrderSubmitter@P1'))).toMatchObject({ status: 409 })
  })
})
