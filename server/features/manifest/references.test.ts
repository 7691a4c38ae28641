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
    errors: [
      {
        ...{ column: REFERENCE, rule: 'another-patient', severity: 'error' },
        message: `This row was recognized as order ${id}, which is for another patient. Give the row a new Reference`,
      },
    ],
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
