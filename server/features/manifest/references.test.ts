import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { columnsOf, REFERENCE } from '#domain/manifest/columns.ts'
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
  const recognized = `This row was recognized as order ${id}, which is for a patient of another name or date of birth.`
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
