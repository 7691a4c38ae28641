import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { columnsOf, REASON, REFERENCE } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const [exome] = testContext(goodOrder()).tests
const columns = exome ? columnsOf(exome) : []
const user = () => portal.as('OrderSubmitter@P1')

/** The result of a manifest with one row, for a patient of this name. */
async function imported(
  firstName: string,
  lastName: string,
  goAhead: 'no' | 'draft' | 'submit',
  more: Record<string, string> = {},
) {
  const cells: Record<string, string> = {
    ...rowOf(goodOrder(), columns),
    ...{ [REFERENCE]: '1', 'First name': firstName, 'Last name': lastName, ...more },
  }
  const headings = columns.map(({ heading }) => heading)
  const content = new TextEncoder().encode(writeCsv(headings, [headings.map((one) => cells[one] ?? '')]))
  const file = { filename: 'manifest.csv', mediaType: 'text/csv', content }
  const { rows } = await user().manifest.import({
    ...{ params: { testCode: 'WES1', hospitalCode: 'P1' }, query: {} },
    body: { goAhead, ...SIGNED, file },
  })
  return rows[0] ?? expect.fail('the row has no result')
}

test('refuses a Reference that another patient’s order has, draft or submitted, and leaves that order as it is', async () => {
  const id = (await imported('Ada', 'Gale', 'draft')).orderId ?? 0
  const patient = async () => {
    const { document } = await user().orders.get({ params: { hospital: 'P1', id } })
    return document.patients[0]?.lastName
  }
  const refused = {
    ...{ outcome: 'refused', orderId: id },
    errors: [{ column: REFERENCE, rule: 'another-patient', severity: 'error' }],
  }
  for (const goAhead of ['no', 'draft', 'submit'] as const)
    expect(await imported('Bob', 'Hale', goAhead)).toMatchObject(refused)
  expect(await patient()).toBe('Gale')
  // A corrected name is still the same patient's.
  expect(await imported('Ada', 'Gayle', 'submit')).toMatchObject({ outcome: 'submitted', orderId: id })
  expect(await imported('Bob', 'Hale', 'submit')).toMatchObject(refused)
  expect(await patient()).toBe('Gayle')
})

test('takes a Reference for the same patient whose two names were exchanged', async () => {
  const second = { [REFERENCE]: '2' }
  const { orderId } = await imported('Gale', 'Ada', 'draft', second)
  expect(await imported('Ada', 'Gale', 'draft', second)).toMatchObject({ outcome: 'drafted', orderId })
})

test('says how to go on if the patient was renamed, as newborns are, for a draft, an order and a cancelled one', async () => {
  const third = { [REFERENCE]: '3' }
  const newborn = (goAhead: 'draft' | 'submit') => imported('Baby', 'Girl Doe', goAhead, third)
  const renamed = () => imported('Jane', 'Doe', 'draft', third)
  const id = (await newborn('draft')).orderId ?? 0
  const params = { hospital: 'P1', id }
  const write = (firstName: string, lastName: string) =>
    user().orders.patch({
      ...{ params, headers: {} },
      body: Object.entries({ firstName, lastName }).map(([name, value]) => ({
        ...{ op: 'replace' as const, path: `/patients/0/${name}`, value },
      })),
    })
  const recognized = `This row was recognized as order ${id}, which is for a patient with a different name, date of birth or MRN.`
  const isNew = `${recognized} If the row is for another patient, give it a new Reference`
  const messageOf = async () => (await renamed()).errors[0]?.message
  const another = await imported('Jane', 'Doe', 'draft', { ...third, 'Date of birth': '2019-03-20' })
  expect(another.errors[0]?.message).toBe(isNew)
  expect(await messageOf()).toBe(
    `${isNew}. If this patient was renamed, leave the row out, change the name in that order, and continue there`,
  )
  await write('Jane', 'Doe')
  expect(await renamed()).toMatchObject({ outcome: 'standing', orderId: id, errors: [] })
  await write('Baby', 'Girl Doe')
  expect(await newborn('submit')).toMatchObject({ outcome: 'submitted', orderId: id })
  expect(await messageOf()).toBe(
    `${isNew}. If this patient was renamed, leave the row out, and call the laboratory with the new name`,
  )
  await portal.worker.db.updateTable('orders').set({ state: 'cancelled' }).where('id', '=', id).execute()
  expect(await messageOf()).toBe(
    `${recognized} That order was cancelled. To order for the patient of this row, give the row a new Reference`,
  )
})

test('refuses a Reference that the twin’s order has: first name and MRN differ, or the figure in the name', async () => {
  const first = { [REFERENCE]: '4', MRN: 'A-1' }
  const { orderId } = await imported('Mia', 'Roe', 'draft', first)
  const refused = { outcome: 'refused', orderId, errors: [{ rule: 'another-patient' }] }
  expect(await imported('Zoe', 'Roe', 'draft', { ...first, MRN: 'A-2' })).toMatchObject(refused)
  expect(await imported('Mia', 'Roe', 'draft', { ...first, MRN: 'A-3' })).toMatchObject({
    ...{ outcome: 'drafted', orderId },
  })
  const second = { [REFERENCE]: '5', MRN: '' }
  const numbered = await imported('Twin1', 'Roe', 'draft', second)
  expect(await imported('Twin2', 'Roe', 'draft', second)).toMatchObject({
    ...{ ...refused, orderId: numbered.orderId },
  })
})

test('names the correction, too, where the MRN and one of name and date of birth differ', async () => {
  const tenth = { [REFERENCE]: '10', MRN: 'A-1' }
  const { orderId } = await imported('Nia', 'Coe', 'draft', tenth)
  const isNew = `This row was recognized as order ${orderId}, which is for a patient with a different name, date of birth or MRN. If the row is for another patient, give it a new Reference`
  const messageOf = async (firstName: string, more: Record<string, string> = {}) =>
    (await imported(firstName, 'Coe', 'draft', { ...tenth, MRN: 'A-2', ...more })).errors[0]?.message
  const corrected = `${isNew}. If this patient’s data were corrected, leave the row out, and correct that draft`
  expect(await messageOf('Mia')).toBe(corrected)
  expect(await messageOf('Nia', { 'Date of birth': '2019-03-20' })).toBe(corrected)
  await imported('Nia', 'Coe', 'submit', tenth)
  expect(await messageOf('Mia')).toBe(
    `${isNew}. If this patient’s data were corrected, leave the row out, and call the laboratory with the right data`,
  )
})

const none = { [REFERENCE]: '' }
const recordNumberOf = async (id: number | null) => {
  const { document } = await user().orders.get({ params: { hospital: 'P1', id: id ?? 0 } })
  return document.patients[0]?.recordNumber
}

test('refuses the row of a twin, or a corrected MRN, without a Reference, whatever its reason to go ahead', async () => {
  const baby = (
    MRN: string,
    goAhead: 'no' | 'draft' | 'submit' = 'draft',
    more: Record<string, string> = {},
  ) => imported('Baby Boy', 'Toe', goAhead, { ...none, MRN, ...more })
  const { orderId } = await baby('')
  // Filled in, and written otherwise, it is the same patient's.
  expect(await baby('0771')).toMatchObject({ outcome: 'drafted', orderId })
  expect(await baby('771')).toMatchObject({ outcome: 'drafted', orderId })
  const refused = {
    ...{ outcome: 'refused', orderId },
    errors: [{ column: REFERENCE, rule: 'another-patient', severity: 'error' }],
  }
  const isNew = `This row was recognized as order ${orderId}, which is for a patient with the same name and date of birth but a different MRN. If the row is for another patient, such as a twin, give it a Reference of its own`
  for (const goAhead of ['no', 'draft', 'submit'] as const)
    for (const reason of ['', 'Twins']) {
      const row = await baby('772', goAhead, { [REASON]: reason })
      expect(row).toMatchObject(refused)
      expect(row.errors[0]?.message).toBe(
        `${isNew}. If the MRN was corrected, leave the row out, and correct that draft`,
      )
    }
  // A row without an MRN may be the twin's as well: it does not overwrite the draft.
  const refusal = await baby('', 'submit')
  expect(refusal).toMatchObject(refused)
  expect(refusal.errors[0]?.message).toContain('give it a Reference of its own. If it is for the same one')
  expect(await recordNumberOf(orderId)).toBe('771')
  const second = await baby('772', 'draft', { [REFERENCE]: 'Toe 2' })
  expect(second.outcome).toBe('drafted')
  expect(second.orderId).not.toBe(orderId)
  expect(await baby('771', 'submit')).toMatchObject({ outcome: 'submitted', orderId })
  const afterwards = await baby('773', 'submit', { [REASON]: 'Twins' })
  expect(afterwards).toMatchObject(refused)
  expect(afterwards.errors[0]?.message).toBe(
    `${isNew}. If the MRN was corrected, leave the row out, and call the laboratory with the right data`,
  )
  await portal.worker.db
    .updateTable('orders')
    .set({ state: 'cancelled' })
    .where('id', '=', orderId ?? 0)
    .execute()
  expect((await baby('773')).errors[0]?.message).toContain(
    'That order was cancelled. To order for the patient of this row, give the row a Reference of its own',
  )
})

test('refuses the row of a twin who has another figure in the name, until both have a Reference', async () => {
  const twin = (firstName: string, more: Record<string, string> = none) =>
    imported(firstName, 'Poe', 'draft', { MRN: '', ...more })
  const { orderId } = await twin('Twin1')
  expect(await twin('Twin')).toMatchObject({ outcome: 'drafted', orderId })
  expect(await twin('Twin1')).toMatchObject({ outcome: 'drafted', orderId })
  const refused = await twin('Twin2')
  expect(refused).toMatchObject({ outcome: 'refused', orderId, errors: [{ rule: 'another-patient' }] })
  expect(refused.errors[0]?.message).toContain(
    'but a different number in the name. If the row is for another',
  )
  expect(await twin('Twin2', { [REFERENCE]: 'Poe 2' })).toMatchObject({ outcome: 'drafted', errors: [] })
})

test('refuses a row whose MRN or Reference cannot be read before it is taken for an order', async () => {
  const { orderId } = await imported('Uma', 'Roy', 'submit', { ...none, MRN: '123456789012' })
  for (const heading of ['MRN', REFERENCE])
    expect(await imported('Uma', 'Roy', 'submit', { ...none, [heading]: '1.23457E+11' })).toMatchObject({
      ...{ outcome: 'refused', orderId: null },
      errors: [{ column: heading, rule: 'unreadable' }],
    })
  expect(await imported('Uma', 'Roy', 'no', { ...none, MRN: '123456789012' })).toMatchObject({
    ...{ outcome: 'standing', orderId },
  })
})

test('tells a draft from an order that was submitted, and names what of the row a submitted order does not have', async () => {
  const sixth = { [REFERENCE]: '6' }
  const { orderId } = await imported('Ida', 'Voe', 'draft', sixth)
  const stands = { outcome: 'standing', orderId }
  expect(await imported('Ida', 'Voe', 'no', sixth)).toMatchObject({
    ...stands,
    orderState: 'draft',
    errors: [],
  })
  const submitted = await imported('Ida', 'Voe', 'submit', sixth)
  expect(submitted).toEqual({ row: 2, outcome: 'submitted', orderId, errors: [] })
  const asBefore = { ...stands, orderState: 'en-route', errors: [] }
  expect(await imported('Ida', 'Voe', 'submit', sixth)).toMatchObject(asBefore)
  const corrected = { ...sixth, MRN: 'B-17', 'ICD-10 code 1': '', Sex: 'W', City: ' Springvale ' }
  for (const goAhead of ['no', 'draft', 'submit'] as const) {
    const row = await imported('Ida', 'Voe', goAhead, corrected)
    expect(row).toMatchObject({ ...asBefore, errors: [{ column: '', rule: 'differs', severity: 'warning' }] })
    expect(row.errors[0]?.message).toBe(
      `Order ${orderId} was submitted before, and differs from this row: Sex, MRN, ICD-10 code 1. The row does not change it. If the row is right, call the laboratory to correct the order`,
    )
  }
  const { document } = await user().orders.get({ params: { hospital: 'P1', id: orderId ?? 0 } })
  expect(document.patients[0]?.recordNumber).toBe('MRN-1001')
})

test('names what an edited draft has otherwise', async () => {
  const seventh = { [REFERENCE]: '7' }
  const id = (await imported('Eva', 'Woe', 'draft', seventh)).orderId ?? 0
  const body = [{ op: 'replace' as const, path: '/patients/0/recordNumber', value: 'B-18' }]
  await user().orders.patch({ params: { hospital: 'P1', id }, headers: {}, body })
  const row = await imported('Eva', 'Woe', 'no', seventh)
  expect(row).toMatchObject({
    outcome: 'standing',
    orderState: 'draft',
    errors: [{ rule: 'version-conflict' }],
  })
  expect(row.errors[0]?.message).toContain('so it no longer matches the row: MRN. Submit that draft from')
})

test('says of a row without Reference and date how the test is ordered again once its order is reported', async () => {
  const id = (await imported('Ava', 'Zoe', 'submit', none)).orderId ?? 0
  expect(await imported('Ava', 'Zoe', 'no', none)).toMatchObject({ outcome: 'standing', errors: [] })
  await portal.worker.db.updateTable('orders').set({ state: 'reported' }).where('id', '=', id).execute()
  const undated = await imported('Ava', 'Zoe', 'no', none)
  expect(undated).toMatchObject({ ...{ outcome: 'standing', orderId: id }, errors: [{ rule: 'undated' }] })
  const again = { [REFERENCE]: 'again', [REASON]: 'A second specimen' }
  expect(await imported('Ava', 'Zoe', 'submit', again)).toMatchObject({ outcome: 'submitted' })
})
