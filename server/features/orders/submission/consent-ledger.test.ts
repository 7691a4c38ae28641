import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { blankRecord, type ConsentRecord } from '#domain/consent/record.ts'
import { WITHDRAWN_HOLD } from '#domain/consent/withdrawal.ts'
import { startOfDay } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CATALOGUE, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

const hospital = PARENT

type Texts = typeof CATALOGUE.consentTexts
const version = (consent: string, number: string, more: Partial<Texts[number]> = {}): Texts[number] => ({
  ...{ consent, version: number, language: 'en', jurisdiction: '', validFrom: '2020-01-01', validTo: '' },
  ...{ list: '', title: 'Consent for genetic testing', text: `Words of version ${number}` },
  ...more,
})
const FIRST = [
  version('testing', '1'),
  version('testing', '1', { language: 'es', title: 'Consentimiento', text: 'Palabras' }),
]

let portal: TestPortal
const importTexts = (consentTexts: Texts) =>
  administer(portal.database.url, (db) => importCatalogue(db, { ...CATALOGUE, consentTexts }))

beforeAll(async () => {
  portal = await startPortal()
  await importTexts(FIRST)
})
afterAll(() => portal?.stop())

const as = (who: string) => portal.as(who).orders
const get = (id: number) => as('OrderViewer@P1').get({ params: { hospital, id } })
const messages = (id: number) =>
  portal.worker.db.selectFrom('message_out').selectAll().where('order_id', '=', id).orderBy('id').execute()
const printed = async (id: number) => {
  const pdf = await portal.as('OrderViewer@P1').documents.requisition({ params: { h: PARENT, id } })
  return piecesOf(pdf)
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

/** The mother signed for her child, in Spanish. */
const signedByMother: ConsentRecord = {
  ...blankRecord('proband'),
  ...{ signer: 'parent', signerName: 'Mai Nguyễn', relation: 'mother', signedOn: laboratoryDay(0) },
  ...{ method: 'paper', language: 'es', interpreter: 'Ana Ruiz' },
}
const withRecords = (...consentRecords: ConsentRecord[]): OrderDocument => ({
  ...readyOrder(),
  consentRecords,
})

describe('[CNST-01] an order keeps the very words', () => {
  test('in its version and language, on the order, the requisition and in the message, after every import', async () => {
    const order = await portal.submitted(withRecords(signedByMother))
    const testing = () => order.consentLedger[0]?.items.find(({ id }) => id === 'testing')
    expect(testing()).toMatchObject({
      title: 'Consentimiento',
      text: 'Palabras',
      version: '1',
      language: 'es',
    })
    await importTexts([version('testing', '2', { validFrom: laboratoryDay(0), text: 'Other words' })])
    expect((await get(order.id)).consentLedger).toEqual(order.consentLedger)
    const requisition = await printed(order.id)
    expect(requisition).toContain('Consentimiento (version 1, Spanish): Palabras')
    expect(requisition).toContain('Signed by Mai Nguyễn (mother), parent')
    const [message] = await messages(order.id)
    const document = /\|ED\|59284-0\^Consent Document\^LN\|\d+-proband\|\^text\^plain\^Base64\^([^|]+)/.exec(
      message?.body ?? '',
    )
    expect(Buffer.from(document?.[1] ?? '', 'base64').toString()).toContain('Palabras')
    expect((await portal.submitted()).consentLedger[0]?.items[0]).toMatchObject({ version: '2' })
  })

  test('that were in use when the answers were confirmed, though the order is submitted after their last day', async () => {
    const { id } = await portal.draft()
    const yesterday = laboratoryDay(-1)
    await importTexts([
      version('research', '1', { title: 'Research', text: 'Before', validTo: yesterday }),
      version('research', '2', { title: 'Research', text: 'After', validFrom: laboratoryDay(0) }),
    ])
    const submitted = async (orderId: number) => {
      const order = await as('OrderSubmitter@P1').submit({
        ...{ params: { hospital, id: orderId }, headers: {}, query: { signedText: '1' } },
      })
      return order.consentLedger[0]?.items.find((item) => item.id === 'research')?.version
    }
    await administer(portal.database.url, (db) =>
      sql`update orders set consents_confirmed = jsonb_set(consents_confirmed, '{people,0,at}', ${JSON.stringify(startOfDay(yesterday))}::jsonb)
        where id = ${id}`.execute(db),
    )
    expect(await submitted(id)).toBe('1')
    expect(await submitted((await portal.draft()).id)).toBe('2')
  })

  test('an import with other words for a version is refused, and changes nothing', async () => {
    const before = await portal.worker.db.selectFrom('consent_text').selectAll().orderBy('version').execute()
    await expect(
      importTexts([version('testing', '3'), version('testing', '1', { text: 'Secretly changed' })]),
    ).rejects.toThrow(
      "consent-texts.csv, row 3, column text: version 1 of 'testing' was imported before with other words",
    )
    const after = portal.worker.db.selectFrom('consent_text').selectAll().orderBy('version')
    expect(await after.execute()).toEqual(before)
  })

  test('an older order states that the text of that time is not known', async () => {
    const { id } = await portal.submitted()
    await administer(portal.database.url, (db) =>
      db.updateTable('orders').set({ consents_asked: null }).where('id', '=', id).execute(),
    )
    const [one] = (await get(id)).consentLedger
    expect(one?.items.map(({ text }) => text)).toEqual(one?.items.map(() => null))
    expect(await printed(id)).toContain('The text of that time is not known.')
  })
})

describe('[CNST-02] the confirmation of a person’s consents', () => {
  const prefilled = (): OrderDocument => {
    const document = readyOrder()
    return { ...document, consents: document.consents.map((one) => ({ ...one, reviewed: false })) }
  }
  const confirmed = async (id: number) => (await get(id)).consentLedger[0]?.confirmed?.by ?? null
  const patch = async (who: string, id: number, path: string, value: z.core.util.JSONType) => {
    const { version: seen } = await get(id)
    return as(who).patch({
      ...{ params: { hospital, id }, headers: { 'if-match': String(seen) } },
      body: [{ op: 'add', path, value }],
    })
  }

  test('names the user who confirmed them, however often others save', async () => {
    const { id } = await portal.draft(prefilled())
    expect(await confirmed(id)).toBeNull()
    for (const index of readyOrder().consents.keys())
      await patch('OrderCreator@P1', id, `/consents/${index}/reviewed`, true)
    expect(await confirmed(id)).toBe('Test OrderCreator@P1')
    await patch('OrderSubmitter@P1', id, '/clinicalNotes', 'More')
    expect(await confirmed(id)).toBe('Test OrderCreator@P1')
    await patch('OrderSubmitter@P1', id, '/consentRecords', [{ ...signedByMother, language: 'en' }])
    expect(await confirmed(id)).toBe('Test OrderSubmitter@P1')
    const params = { hospital, id }
    const query = { signedText: '1' }
    const order = await as('OrderSubmitter@P1').submit({ params, headers: {}, query })
    expect(order.consentLedger[0]).toMatchObject({
      confirmed: { by: 'Test OrderSubmitter@P1' },
      record: { signer: 'parent', signerName: 'Mai Nguyễn' },
      attested: null,
    })
  })

  test('with a recorded signature stays theirs when somebody else submits', async () => {
    const { id } = await portal.draft(withRecords({ ...signedByMother, language: 'en' }), {
      ...{ by: 'OrderCreator@P1', at: PARENT },
    })
    const before = (await get(id)).consentLedger[0]?.confirmed
    expect(before?.by).toBe('Test OrderCreator@P1')
    const query = { signedText: '1' }
    const order = await as('OrderSubmitter@P1').submit({ params: { hospital, id }, headers: {}, query })
    expect(order.consentLedger[0]?.confirmed).toEqual(before)
  })

  test('for one person is none for another, for whom the draft is used', async () => {
    const { id } = await portal.draft(readyOrder(), { by: 'OrderCreator@P1', at: PARENT })
    const submit = () =>
      as('OrderSubmitter@P1').submit({
        ...{ params: { hospital, id }, headers: {}, query: { signedText: '1' } },
      })
    await patch('OrderSubmitter@P1', id, '/patients/0/firstName', 'Abe')
    await patch('OrderSubmitter@P1', id, '/patients/0/dateOfBirth', '2018-01-01')
    const { errors } = await problemOfCall(submit())
    expect(errors).toMatchObject([{ path: '/consents/proband/reviewed', rule: 'other-person' }])
    expect(errors?.[0]?.message).toContain(
      'Test OrderCreator@P1 confirmed these consents for Linh Nguyễn, and the order is now for Abe Nguyễn.',
    )
    for (const reviewed of [false, true])
      for (const index of readyOrder().consents.keys())
        await patch('OrderSubmitter@P1', id, `/consents/${index}/reviewed`, reviewed)
    expect((await submit()).consentLedger[0]?.confirmed).toMatchObject({ by: 'Test OrderSubmitter@P1' })
  })

  test('that a client sends is refused: the server records it', async () => {
    const { id } = await portal.draft(prefilled())
    const forged = { by: 'Somebody', byId: 1, at: new Date().toISOString() }
    const refusal = await problemOfCall(patch('OrderCreator@P1', id, '/consents/0/confirmed', forged))
    expect(refusal.code).toBe('invalid-fields')
    expect(await confirmed(id)).toBeNull()
  })

  test('is the submitter’s, if nobody’s was recorded', async () => {
    const { id } = await portal.draft(readyOrder(), { by: 'OrderCreator@P1', at: PARENT })
    await administer(portal.database.url, (db) =>
      db.updateTable('orders').set({ consents_confirmed: null }).where('id', '=', id).execute(),
    )
    const query = { signedText: '1' }
    const order = await as('OrderSubmitter@P1').submit({ params: { hospital, id }, headers: {}, query })
    expect(order.consentLedger[0]).toMatchObject({
      confirmed: { by: 'Test OrderSubmitter@P1' },
      record: null,
      attested: { by: 'Test OrderSubmitter@P1', on: laboratoryDay(0) },
    })
  })
})

describe('[CNST-05] a withdrawn consent', () => {
  const body = () => ({
    ...{ patient: 'proband', items: ['testing'], reason: 'The family changed its mind' },
    on: laboratoryDay(0),
  })
  const withdraw = (id: number, more: Partial<ReturnType<typeof body>> = {}) =>
    as('OrderSubmitter@P1').withdrawConsent({ params: { hospital, id }, body: { ...body(), ...more } })

  test('for testing holds the order, keeps the first consent, and tells the laboratory', async () => {
    const { id } = await portal.submitted()
    const order = await withdraw(id)
    expect(order).toMatchObject({ onHold: true, state: 'en-route' })
    expect(order.holds).toMatchObject([{ kind: 'consent', words: WITHDRAWN_HOLD, releasedAt: null }])
    expect(order.consentLedger[0]?.items.find((item) => item.id === 'testing')).toMatchObject({
      ...{
        answer: true,
        withdrawn: { on: laboratoryDay(0), reason: body().reason, by: 'Test OrderSubmitter@P1' },
      },
    })
    expect(order.events.at(-1)).toMatchObject({ kind: 'consent-withdrawn', actor: 'Test OrderSubmitter@P1' })
    expect(order.events.at(-1)?.detail).toContain('Reason: The family changed its mind')
    const [, change] = await messages(id)
    expect(change?.kind).toBe('change')
    const about = `${id}-proband`
    expect(change?.body).toContain(`|CE|testing^Consent^L|${about}|N^No^HL70136`)
    expect(change?.body).toContain(`|CE|19826-7^Informed consent obtained^LN|${about}|N^No^HL70136`)
    expect(change?.body).toContain(
      `|CONSENT-HOLD^Testing stops until the clinic decides^L|${about}|WITHDRAWN-1:`,
    )
    const audited = await portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_subject', 'detail'])
      .where('action', '=', 'consent.withdraw')
      .where('entity_id', '=', String(id))
      .execute()
    expect(audited).toEqual([
      { actor_subject: 'OrderSubmitter@P1', detail: { ...body(), stopsTesting: true } },
    ])
  })

  test('stays held through the laboratory’s events until it resumes the order', async () => {
    const { id } = await portal.submitted()
    const say = async (key: string, options: object) =>
      expect(
        await portal.receive(laboratoryMessage(key, { order: id, number: `L-${id}`, ...options })),
      ).toContain('MSA|AA')
    await say(`A${id}`, { status: 'O' })
    await withdraw(id)
    await say(`B${id}`, { status: 'I' })
    const held = await get(id)
    expect(held.holds).toMatchObject([{ words: WITHDRAWN_HOLD, releasedAt: null }])
    expect(held.onHold).toBe(true)
  })

  test('in parts leaves testing alone; the same request again has no effect', async () => {
    const { id } = await portal.submitted()
    const order = await withdraw(id, { items: ['research'] })
    expect(order).toMatchObject({ onHold: false, holds: [] })
    expect(order.consentLedger[0]?.withdrawable).not.toContain('research')
    expect(order.consentLedger[0]?.withdrawable).toContain('testing')
    expect(await withdraw(id, { items: ['research'] })).toEqual(order)
    const sent = (await messages(id)).filter(({ kind }) => kind === 'change')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toContain('|CE|research^Consent^L|')
    expect(sent[0]?.body).not.toContain('CONSENT-HOLD')
  })

  test('after the report is possible for what is kept or shared only', async () => {
    const { id } = await portal.submitted()
    const options = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
    expect(await portal.receive(laboratoryMessage(`R${id}`, options))).toContain('MSA|AA')
    const refusal = await problemOfCall(withdraw(id))
    expect(refusal.errors).toMatchObject([{ path: '/items/0', rule: 'done' }])
    expect((await withdraw(id, { items: ['research'] })).state).toBe('reported')
  })

  test('after the cancellation, too: nothing is said of a test that was done or of its report', async () => {
    const { id } = await portal.submitted()
    const options = { order: id, number: `L-${id}`, status: 'X' }
    expect(await portal.receive(laboratoryMessage(`X${id}`, options))).toContain('MSA|AA')
    const [error] = (await problemOfCall(withdraw(id))).errors ?? []
    expect(error).toMatchObject({ rule: 'done', message: expect.stringMatching(/^The order is cancelled/) })
    expect(error?.message).not.toMatch(/test has been done|report/)
    expect((await withdraw(id, { items: ['research'] })).state).toBe('cancelled')
  })

  test.each<[string, Partial<ReturnType<typeof body>>, string]>([
    ['an unknown person', { patient: 'nobody' }, '/patient unknown'],
    ['a consent that was not asked', { items: ['none'] }, '/items/0 unknown'],
    ['a day in the future', { on: '2999-01-01' }, '/on date'],
    ['a day before the consent', { on: '2020-01-01' }, '/on date'],
    ['no reason', { reason: ' ' }, '/reason'],
    ['nothing', { items: [] }, '/items'],
  ])('is refused for %s, and nothing is sent', async (_what, more, expected) => {
    const { id } = await portal.submitted()
    const { errors = [] } = await problemOfCall(withdraw(id, more))
    expect(errors.map(({ path, rule }) => `${path} ${rule}`).join()).toContain(expected)
    expect(await messages(id)).toHaveLength(1)
    expect((await get(id)).consentLedger[0]?.items.every(({ withdrawn }) => withdrawn === null)).toBe(true)
  })

  test('twice at the same moment is recorded and told once', async () => {
    const { id } = await portal.submitted()
    const reasons = ['Changed her mind', 'Asked on the phone', 'By letter']
    const tried = await Promise.allSettled(reasons.map((reason) => withdraw(id, { reason })))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tried)
      if (one.status === 'rejected')
        expect(one.reason.problem.errors).toMatchObject([{ path: '/items/0', rule: 'repeated' }])
    expect((await get(id)).holds).toHaveLength(1)
    expect(await messages(id)).toHaveLength(2)
  })

  test('can be neither changed nor removed, and another institution has no such order', async () => {
    const { id } = await portal.submitted()
    await withdraw(id, { items: ['research'] })
    for (const statement of [
      `update consent_withdrawal set reason = 'None' where order_id = ${id}`,
      `delete from consent_withdrawal where order_id = ${id}`,
    ])
      await expect(portal.portal.pool.query(statement)).rejects.toThrow('permission denied')
    const foreign = as('OrderSubmitter@F1').withdrawConsent
    for (const at of [FOREIGN, PARENT])
      expect((await problemOfCall(foreign({ params: { hospital: at, id }, body: body() }))).status).toBe(404)
    const viewer = as('OrderViewer@P1').withdrawConsent({ params: { hospital, id }, body: body() })
    expect((await problemOfCall(viewer)).status).toBe(403)
  })

  test('is refused for a draft', async () => {
    const { id } = await portal.draft()
    expect((await problemOfCall(withdraw(id))).code).toBe('wrong-state')
  })
})
