import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unescapeText } from '#adapters/hl7/escapes.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT, readyOrder } from '../testing/world.ts'

/** The separators of every message we send. */
const HL7 = {
  ...{ fieldSeparator: '|', componentSeparator: '^', repetitionSeparator: '~' },
  ...{ escapeCharacter: '\\', subcomponentSeparator: '&' },
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Names that people have and that software mishandles. */
const NAMES = [
  ['Zoë', 'O’Brien-Nuñez'],
  ["D'Arcy", 'St. John'],
  ['İsmet', 'IŞIK'],
  ['Linh', 'Nguyễn'.normalize('NFD')],
  ['X Æ', 'Null'],
  ['서연', '김'],
  ['小明', '𠮷田'],
  ['علي', 'بن أحمد'],
  ['Владимир', 'Ёлкин'],
  ['नमिता', 'कृष्णन्'],
  ['Ng', 'O'],
  ['=HYPERLINK', '@SUM'],
  ['A|B^C&D~E', 'F\\G'],
]

test('a name is stored, sent, listed, found and exported exactly as entered', async () => {
  const as = portal.as('OrderSubmitter@P1')
  for (const [firstName = '', lastName = ''] of NAMES) {
    const document = readyOrder()
    for (const patient of document.patients)
      if (patient.key === PROBAND) Object.assign(patient, { firstName, lastName })
    const { id } = await portal.submitted(document)
    const { document: stored } = await as.orders.get({ params: { hospital: PARENT, id } })
    const [patient] = stored.patients
    expect([patient?.firstName, patient?.lastName]).toEqual([firstName, lastName])
    const found = await as.orders.list({ params: { hospital: PARENT }, query: { keyword: lastName } })
    expect(
      found.ordersDTO.map((one) => one.id),
      lastName,
    ).toContain(id)
    const [message] = await portal.worker.db
      .selectFrom('message_out')
      .select('body')
      .where('order_id', '=', id)
      .execute()
    const [family, given] = (/^PID\|(?:[^|]*\|){4}([^|]*)/m.exec(message?.body ?? '')?.[1] ?? '').split('^')
    expect([given, family].map((one) => unescapeText(one ?? '', HL7))).toEqual([firstName, lastName])
  }
  const csv = await as.orders.export({ params: { hospital: PARENT }, query: {} })
  const rows: string[][] = parse(Buffer.from(csv), { bom: true })
  expect(rows).toHaveLength(NAMES.length + 1)
  // No spreadsheet takes any cell for a formula.
  expect(rows.flat().filter((cell) => /^[=+@\t\r-]./.test(cell))).toEqual([])
})
