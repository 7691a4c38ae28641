import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankFetus, blankPregnancy, type Outcome } from '#domain/orders/pregnancy.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

const pregnancyOf = (outcome: Outcome, ...labels: string[]) => ({
  ...blankPregnancy(outcome),
  fetuses: labels.map((label, index) => blankFetus(`fetus-${index + 1}`, label)),
})
const MOTHER = readyOrder('Lind')
const WORDS = ['', 'fetus A', 'fetus B', 'fetuses A and B', 'pregnancy loss']

let portal: TestPortal
const ids: number[] = []
beforeAll(async () => {
  portal = await startPortal()
  const tested = [
    pregnancyOf('Ongoing', 'A'),
    pregnancyOf('Ongoing', 'B'),
    pregnancyOf('Ongoing', 'A', 'B'),
    pregnancyOf('Ended', 'A'),
  ]
  for (const order of [MOTHER, ...tested.map((pregnancy) => ({ ...MOTHER, pregnancy }))])
    ids.push((await portal.draft(order)).id)
})
afterAll(() => portal?.stop())

async function listed(keyword: string) {
  const { ordersDTO } = await portal.as('OrderViewer@P1').orders.list({
    params: { hospital: PARENT },
    query: { keyword, orderBy: 'id', isAscending: 'true' },
  })
  return ordersDTO.map(({ patient }) => patient.fetuses)
}

test('a mother’s own order, that of each fetus and that of a loss are told apart, and found by it', async () => {
  expect(await listed('lind')).toEqual(WORDS)
  expect(await listed('lind fetus')).toEqual(['fetus A', 'fetus B', 'fetuses A and B'])
  expect(await listed('loss')).toEqual(['pregnancy loss'])
})

test('the exported file tells them apart', async () => {
  const response = await portal.request(
    `/api/Orders/${PARENT}/export?ids=${ids}&orderBy=id&isAscending=true`,
    {
      as: 'OrderViewer@P1',
    },
  )
  const rows: Record<string, string>[] = parse(await response.text(), { bom: true, columns: true })
  expect(rows.map((row) => [row['Last name'], row.Fetus])).toEqual(WORDS.map((words) => ['Lind', words]))
})

test('an order that turns out to be for a fetus is listed as such', async () => {
  const { id } = await portal.draft(readyOrder('Turned'))
  const patched = await portal.as('OrderCreator@P1').orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: { 'if-match': '1' } },
    body: [
      {
        op: 'add',
        path: '/pregnancy',
        value: { ...pregnancyOf('Ongoing'), fetuses: [{ ...blankFetus('fetus-1', 'C') }] },
      },
    ],
  })
  expect(patched.patient.fetuses).toBe('fetus C')
  expect(await listed('turned')).toEqual(['fetus C'])
})
