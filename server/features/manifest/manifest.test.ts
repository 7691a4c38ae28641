import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import type { ManifestRow } from '#contract/manifest.ts'
import { columnsOf, REASON, REFERENCE } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { ATTESTATION, SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { problemIn, startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const [exome] = testContext(goodOrder()).tests
if (!exome) throw new Error('the world has a test')
const columns = columnsOf(exome)
const PATH = '/api/orders/test-code/WES1/hospital-code/P1/import'

function patient(lastName: string, change: (document: OrderDocument) => void = () => {}): OrderDocument {
  const document = goodOrder()
  const [proband] = document.patients
  if (proband) proband.lastName = lastName
  change(document)
  return document
}

function csv(rows: Record<string, string>[]): string {
  const headings = columns.map((column) => column.heading)
  return writeCsv(
    headings,
    rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  )
}
const cells = (document: OrderDocument, more: Record<string, string> = {}) => ({
  ...rowOf(document, columns),
  ...more,
})

interface Sent {
  as?: string
  path?: string
  fields?: Record<string, string>
}

function send(
  content: string | Uint8Array,
  { as = 'OrderSubmitter@P1', path = PATH, fields = {} }: Sent = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...SIGNED, ...fields })) form.append(name, value)
  form.append('file', new Blob([content as BlobPart], { type: 'text/csv' }), 'manifest.csv')
  return portal.request(path, { as, method: 'POST', body: form })
}

async function imported(rows: Record<string, string>[], sent: Sent = {}): Promise<ManifestRow[]> {
  const response = await send(csv(rows), sent)
  expect(response.status).toBe(200)
  return ((await response.json()) as { rows: ManifestRow[] }).rows
}
const outcomes = (rows: ManifestRow[]) => rows.map((row) => row.outcome)

describe('[API-39] import of a manifest', () => {
  it("takes a patient's country from its columns, and reports a VA station where none is allowed", async () => {
    const abroad = { Address: 'Lindenbogen 14', City: 'Berlin', State: 'Brandenburg', 'ZIP code': '10115' }
    const rows = await imported([
      cells(patient('Dietz'), { ...abroad, Country: 'other', 'Which country': 'germany' }),
      cells(patient('Ehlers'), { ...abroad, Country: 'Other', 'Which country': 'DE' }),
      cells(patient('Fontaine'), {
        ...{ Address: '12 Rue', City: 'Ottawa', State: 'Ontario', 'ZIP code': 'K1A 0B1', Country: 'Canada' },
      }),
      cells(patient('Gray'), { Country: 'us' }),
      cells(patient('Hollis'), { ...abroad, Country: 'Other', 'Which country': 'Ruritania' }),
      cells(patient('Ibarra'), { Country: 'Germany' }),
      // P1 is not a VA hospital.
      cells(patient('Jarvis'), { 'VA station': '902A1' }),
    ])
    const documents = await Promise.all(
      rows.slice(0, 4).map(async ({ orderId }) => {
        if (orderId === null) throw new Error('a row became no draft')
        const params = { hospital: 'P1', id: orderId }
        return (await portal.as('OrderSubmitter@P1').orders.get({ params })).document
      }),
    )
    const german = { country: 'Other', otherCountry: 'DE', state: 'Brandenburg', postalCode: '10115' }
    expect(documents.map(({ patients }) => patients[0]?.addresses[0])).toMatchObject([
      { ...german, addressLine1: 'Lindenbogen 14', city: 'Berlin', type: 'Primary' },
      german,
      { country: 'Canada', state: 'Ontario', postalCode: 'K1A 0B1' },
      { country: 'USA' },
    ])
    expect(outcomes(rows).slice(4)).toEqual(['refused', 'refused', 'refused'])
    expect(rows[4]?.errors).toMatchObject([
      {
        ...{ column: 'Which country', path: '/patients/0/addresses/0/otherCountry', rule: 'unreadable' },
        message: expect.stringContaining('“Ruritania” is not a country'),
      },
    ])
    expect(rows[5]?.errors).toMatchObject([
      { column: 'Country', path: '/patients/0/addresses/0/country', rule: 'unreadable' },
    ])
    expect(rows[6]?.errors).toMatchObject([{ column: 'VA station', path: '/vaStation' }])
  })

  it('refuses what no order can hold, at its column, instead of making an order that nobody can edit', async () => {
    const long = 'x'.repeat(5000)
    const signed = {
      ...{
        'Consent signed by': 'Parent',
        'Signer’s name': 'Mai Nguyễn',
        'How consent was given': 'on paper',
      },
      'Date consent signed': '2026-03-02',
    }
    const rows = await imported([
      cells(patient('Kato'), { MRN: long, 'Clinical notes': long }),
      cells(patient('Lund'), { ...signed, 'Document of authority': long }),
      cells(patient(long)),
    ])
    expect(outcomes(rows)).toEqual(['refused', 'refused', 'refused'])
    expect(rows.map(({ errors }) => errors.map(({ column, rule }) => `${column}: ${rule}`))).toEqual([
      ['MRN: too-long', 'Clinical notes: too-long'],
      ['Document of authority: too-long'],
      ['Last name: too-long'],
    ])
    expect(rows[0]?.errors[0]?.message).toBe('MRN: At most 40 characters.')
  })

  it('[ORDER-06] checks every row, creates drafts from the valid ones, and none twice', async () => {
    const rows = [
      cells(patient('Abe')),
      cells(
        patient('Bua', (document) => Object.assign(document.payment, { billingType: '' })),
        { Sex: 'W' },
      ),
      cells(patient('Cho')),
    ]
    const first = await imported(rows)
    expect(outcomes(first)).toEqual(['drafted', 'refused', 'drafted'])
    expect(first.map((row) => row.row)).toEqual([2, 3, 4])
    expect(first[1]).toMatchObject({
      orderId: null,
      errors: [
        { column: 'Sex', path: '/patients/0/sex', rule: 'unreadable', severity: 'error' },
        { column: 'Billing', path: '/payment/billingType', rule: 'required', severity: 'error' },
      ],
    })
    const again = await imported([...rows.slice(0, 1), cells(patient('Bua')), ...rows.slice(2)])
    expect(outcomes(again)).toEqual(['standing', 'drafted', 'standing'])
    expect(again[0]?.orderId).toBe(first[0]?.orderId)
    const order = await portal
      .as('OrderSubmitter@P1')
      .orders.get({ params: { hospital: 'P1', id: first[0]?.orderId ?? 0 } })
    expect(order.document.patients[0]?.lastName).toBe('Abe')
    expect(order.events[0]).toMatchObject({ kind: 'draft-begun' })
    expect(order.events[0]?.detail).toContain('row 2 of a manifest, entered by')
  })

  it('[SEC-19 GAP-11] requires that a user known to the institution entered it', async () => {
    const rows = [cells(patient('Kaz'))]
    const enteredBy = (name: string) =>
      send(csv(rows), { path: `${PATH}?enteredBy=${encodeURIComponent(name)}` })
    const refused = await enteredBy('Dr. Nobody Here')
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ path: '/enteredBy', rule: 'unknown' }] })
    // At another institution.
    expect((await enteredBy('Test OrderSubmitter@F1')).status).toBe(422)
    const [row] = ((await (await enteredBy(' test orderCREATOR@P1')).json()) as { rows: ManifestRow[] }).rows
    const order = await portal
      .as('OrderSubmitter@P1')
      .orders.get({ params: { hospital: 'P1', id: row?.orderId ?? 0 } })
    expect(order.events[0]?.detail).toBe('row 2 of a manifest, entered by Test OrderCreator@P1')
  })

  it('submits valid rows once, including drafts from an earlier upload, and only checks if nothing else is requested', async () => {
    const rows = [cells(patient('Dao')), cells(patient('Eze'))]
    expect(outcomes(await imported(rows, { fields: { goAhead: 'no' } }))).toEqual(['ready', 'ready'])
    const [drafted] = await imported(rows.slice(0, 1))
    const submitted = await imported(rows, {
      fields: { goAhead: 'submit', referral1: 'Dr Copy, copy@clinic.test' },
    })
    expect(outcomes(submitted)).toEqual(['submitted', 'submitted'])
    expect(submitted[0]?.orderId).toBe(drafted?.orderId)
    expect(outcomes(await imported(rows, { fields: { goAhead: 'submit' } }))).toEqual([
      'standing',
      'standing',
    ])
    const order = await portal
      .as('OrderSubmitter@P1')
      .orders.get({ params: { hospital: 'P1', id: submitted[1]?.orderId ?? 0 } })
    expect(order).toMatchObject({
      state: 'en-route',
      document: { recipients: [{ name: 'Dr Copy', email: 'copy@clinic.test' }] },
    })
    const sent = await portal.worker.db
      .selectFrom('message_out')
      .select('id')
      .where('order_id', '=', order.id)
      .execute()
    expect(sent).toHaveLength(1)
  })

  it('[UX-20] refuses a copy recipient without fax or email, and creates nothing', async () => {
    const answer = await send(csv([cells(patient('Dell'))]), { fields: { referral1: 'Dr Copy' } })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: '/referral1', rule: 'required' }] })
  })

  it('two concurrent uploads create one order per row', async () => {
    const row = [cells(patient('Farr'))]
    const both = await Promise.all([
      imported(row, { fields: { goAhead: 'submit' } }),
      imported(row, { fields: { goAhead: 'submit' } }),
    ])
    expect(new Set(both.flat().map((one) => one.orderId)).size).toBe(1)
    const [order] = both.flat()
    const sent = await portal.worker.db
      .selectFrom('message_out')
      .select('id')
      .where('order_id', '=', order?.orderId ?? 0)
      .execute()
    expect(sent).toHaveLength(1)
  })

  it('a draft from an earlier upload is updated from its row until somebody edits it; then the row is refused with the reason', async () => {
    const as = portal.as('OrderSubmitter@P1')
    const row = (note: string) => [cells(patient('Fox'), { [REFERENCE]: 'Follow', 'Clinical notes': note })]
    const noteOf = async (id: number) =>
      (await as.orders.get({ params: { hospital: 'P1', id } })).document.clinicalNotes
    const [drafted] = await imported(row('first'))
    const id = drafted?.orderId ?? 0
    const same = { orderId: id }
    expect(await imported(row('first'), { fields: { goAhead: 'no' } })).toMatchObject([
      { ...same, outcome: 'standing' },
    ])
    expect(outcomes(await imported(row('second'), { fields: { goAhead: 'no' } }))).toEqual(['ready'])
    const submit = { fields: { goAhead: 'submit' } }
    const [second] = await imported(row('second'))
    expect([second, await noteOf(id)]).toMatchObject([{ ...same, outcome: 'drafted' }, 'second'])
    const [again] = await imported(row('second corrected'))
    expect([again, await noteOf(id)]).toMatchObject([{ ...same, outcome: 'drafted' }, 'second corrected'])
    const body = [{ op: 'replace' as const, path: '/clinicalNotes', value: 'of the form' }]
    await as.orders.patch({ params: { hospital: 'P1', id }, headers: {}, body })
    const conflict = { ...same, errors: [{ rule: 'version-conflict', severity: 'warning' }] }
    expect(await imported(row('third'))).toMatchObject([{ ...conflict, outcome: 'standing' }])
    const [refused] = await imported(row('third'), submit)
    expect(refused).toMatchObject({ outcome: 'refused', errors: [{ severity: 'error' }] })
    expect(refused?.errors[0]?.message).toContain(`Order ${id} was created from this row and edited since`)
    expect(await noteOf(id)).toBe('of the form')
    await as.orders.patch({
      ...{ params: { hospital: 'P1', id }, headers: {} },
      body: [{ op: 'replace', path: '/clinicalNotes', value: 'second' }],
    })
    const [submitted] = await imported(row('second'), submit)
    expect([submitted, await noteOf(id)]).toMatchObject([{ ...same, outcome: 'submitted' }, 'second'])
  })

  it("submits the row's current content, not the content when its draft was created", async () => {
    const [drafted] = await imported([cells(patient('Fry'), { 'Clinical notes': 'before' })])
    const now = [cells(patient('Fry'), { 'Clinical notes': 'now' })]
    const [submitted] = await imported(now, {
      fields: { goAhead: 'submit', referral1: 'Dr Copy, copy@clinic.test' },
    })
    expect(submitted).toMatchObject({ outcome: 'submitted', orderId: drafted?.orderId })
    const order = await portal
      .as('OrderSubmitter@P1')
      .orders.get({ params: { hospital: 'P1', id: drafted?.orderId ?? 0 } })
    expect(order.document).toMatchObject({
      clinicalNotes: 'now',
      recipients: [{ name: 'Dr Copy', email: 'copy@clinic.test' }],
    })
  })

  it('two concurrent uploads of one row with different content: each gets its result, and one order is submitted', async () => {
    const row = (note: string) => [cells(patient('Fay'), { [REFERENCE]: 'Both', 'Clinical notes': note })]
    const submit = { fields: { goAhead: 'submit' } }
    const [[one], [other]] = await Promise.all([
      imported(row('one'), submit),
      imported(row('other'), { ...submit, as: 'provider' }),
    ])
    expect([one?.outcome, other?.outcome].toSorted()).toEqual(['standing', 'submitted'])
  })

  it("warns as the form does, and overrides with the row's reason", async () => {
    const old = cells(patient('Goh'), { 'Date of collection': '2020-01-15' })
    const [refused] = await imported([old])
    expect(refused?.errors).toMatchObject([{ rule: 'specimen-old', severity: 'warning' }])
    const [drafted] = await imported([{ ...old, [REASON]: 'The only one there is' }])
    expect(drafted).toMatchObject({ outcome: 'drafted', errors: [] })
  })

  it('refuses a repeated row, another test, and a row whose order is finished', async () => {
    const same = cells(patient('Hsu'), { [REFERENCE]: 'R1' })
    const rows = await imported([
      same,
      same,
      cells(patient('Ito'), { 'Test code': 'EPI2' }),
      cells(patient('Jun'), { 'Test code': '' }),
    ])
    expect(rows.map((row) => row.errors.map((error) => [error.column, error.rule]))).toEqual([
      [],
      [['', 'repeated']],
      [['Test code', 'conflicts']],
      [],
    ])
    const [named] = await imported([cells(patient('Kim'), { 'Test code': '' })], {
      fields: { validateOrderTestCode: 'true' },
    })
    expect(named?.errors).toMatchObject([{ column: 'Test code', rule: 'required' }])
    const become = (state: 'reported' | 'cancelled') =>
      portal.worker.db
        .updateTable('orders')
        .set({ state, submitted_at: new Date(), submitted_by_name: 'x' })
        .where('id', '=', rows[0]?.orderId ?? 0)
        .execute()
    await become('reported')
    expect(await imported([same])).toMatchObject([{ outcome: 'standing', orderId: rows[0]?.orderId }])
    await become('cancelled')
    const [done] = await imported([same])
    expect(done).toMatchObject({ outcome: 'refused', errors: [{ rule: 'ordered-before' }] })
    expect(done?.errors[0]?.message).toContain('give the row a new Reference')
  })

  it('never executes a formula: it is treated as a name', async () => {
    const [made] = await imported([cells(patient('=HYPERLINK("x")'))])
    const order = await portal
      .as('OrderSubmitter@P1')
      .orders.get({ params: { hospital: 'P1', id: made?.orderId ?? 0 } })
    expect(order.document.patients[0]?.lastName).toBe('=HYPERLINK("x")')
  })

  test.each([
    ['an invalid file', '', 415, 'file-not-allowed'],
    ['another file', 'a,b\n1,2\n', 415, 'file-not-allowed'],
  ])('refuses %s with the reason', async (_what, content, status, code) => {
    const response = await send(content)
    expect(response.status).toBe(status)
    const problem = await problemIn(response)
    expect(problem.code).toBe(code)
    expect(problem.errors?.[0]).toMatchObject({ path: '/file', rule: 'manifest' })
  })

  test.each<[string, Sent, number, string]>([
    ['a view-only user', { as: 'OrderViewer@P1' }, 403, 'forbidden'],
    [
      'a submission by a user who may not submit',
      { as: 'OrderCreator@P1', fields: { goAhead: 'submit' } },
      403,
      'forbidden',
    ],
    ['another institution', { as: 'OrderSubmitter@F1' }, 404, 'not-found'],
    ['an unknown test', { path: PATH.replace('WES1', 'NONE') }, 404, 'not-found'],
    ['an unknown choice', { fields: { goAhead: 'later' } }, 422, 'invalid-fields'],
  ])('refuses %s', async (_what, sent, status, code) => {
    const response = await send(csv([cells(patient('Lim'))]), sent)
    expect([response.status, (await problemIn(response)).code]).toEqual([status, code])
  })

  it('[PERM-09] is offered at the configured institution only', async () => {
    const path = PATH.replace('P1', 'C1')
    const response = await send(csv([cells(patient('Mba'))]), { as: 'OrderSubmitter@C1', path })
    expect([response.status, (await problemIn(response)).code]).toEqual([403, 'not-offered'])
    const template = await portal.request(path.replace('import', 'template'), { as: 'OrderSubmitter@C1' })
    expect(template.status).toBe(403)
  })

  it('offers a template for each test as a download', async () => {
    const response = await portal.request(PATH.replace('import', 'template'), { as: 'OrderCreator@P1' })
    expect(response.headers.get('content-disposition')).toContain('manifest-WES1.csv')
    expect((await response.text()).replace('\uFEFF', '')).toMatch(/^Reference,Test code,First name/)
  })

  it('refuses a form without the file, and JSON', async () => {
    const form = new FormData()
    form.append('goAhead', 'no')
    const forbidden = await portal.request(PATH, { as: 'OrderSubmitter@P1', method: 'POST', body: form })
    expect((await problemIn(forbidden)).errors).toMatchObject([{ path: '/file' }])
    const json = await portal.request(PATH, {
      ...{ as: 'OrderSubmitter@P1', method: 'POST' },
      body: { draftKey: randomUUID() },
    })
    expect(json.status).toBe(415)
  })
})

test("[UX-13] the orders in a manifest are signed or not submitted; the file's answers count as reviewed", async () => {
  const row = cells(patient('Unsignwell'))
  const response = await send(csv([row]), { fields: { goAhead: 'submit', signedText: '' } })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: [{ path: '/signedText', rule: 'required' }] })
  const [submitted] = await imported([row], { fields: { goAhead: 'submit' } })
  expect(submitted).toMatchObject({ outcome: 'submitted' })
  const request = { params: { hospital: 'P1', id: submitted?.orderId ?? 0 } }
  const { document, signature } = await portal.as('OrderSubmitter@P1').orders.get(request)
  expect(document.consents.every(({ reviewed }) => reviewed)).toBe(true)
  expect(signature).toMatchObject({ version: ATTESTATION.version, by: 'Test OrderSubmitter@P1' })
})
