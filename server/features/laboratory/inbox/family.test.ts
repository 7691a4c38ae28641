import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIsoDate } from '#domain/dates/dates.ts'
import { blankPatient } from '#domain/orders/document.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import { ASSIGNER, dice, FAMILY, fitting, mixedUp } from '#domain/reports/testing/family.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const RESULTS = 100

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/**
 * A submitted order for the family; the laboratory knows its clinic by the name of the MRN's assigning
 * authority.
 */
async function ofFamily(): Promise<number> {
  const { id } = await portal.submitted()
  const patients = FAMILY.map((member) => ({ ...blankPatient('Sibling', member.key), ...member }))
  await administer(portal.database.url, async (db) => {
    const { document } = await db
      .selectFrom('orders')
      .select('document')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('orders')
      .set({ document: { ...document, patients } })
      .where('id', '=', id)
      .execute()
    await db.updateTable('institution').set({ name: ASSIGNER }).where('code', '=', PARENT).execute()
  })
  return id
}

/** The `n`th result, with a unique text, made a minute after the previous one. */
function message(
  order: number,
  n: number,
  { identifiers, names, dateOfBirth, sex }: PersonInMessage,
): string {
  const [number, name] = [identifiers[0], names[0]]
  const at = new Date(Date.UTC(2026, 3, 1, 8, n)).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return [
    `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|${at}||ORU^R01^ORU_R01|F${n}|P|2.5.1`,
    `PID|1||${number ? `${number.value}^^^${number.assigner}^${number.type}` : ''}||${name ? `${name.last}^${name.first}` : ''}||${dateOfBirth.replaceAll('-', '')}|${sex.slice(0, 1)}`,
    `ORC|RE|${order}|L-1`,
    `OBR|1|${order}|L-1|WES1^Exome${'|'.repeat(18)}${at}|||F`,
    `OBX|1|FT|50398-7^Narrative||Result ${n}.||||||F`,
  ]
    .map((segment) => `${segment}\r`)
    .join('')
}

test('[MATCH-01] of a hundred mixed-up results for a family with twins, none is filed for the wrong person and none is lost', async () => {
  const order = await ofFamily()
  const roll = dice(1)
  const sent = []
  for (let n = 0; n < RESULTS; n += 1) {
    const { truth, message: messageText } = mixedUp(roll)
    const answer = (await portal.receive(message(order, n, messageText))) ?? ''
    // An impossible date is refused before any matching, and the laboratory is told why.
    const isReadable = messageText.dateOfBirth === '' || isIsoDate(messageText.dateOfBirth)
    const right = fitting(messageText, truth)
    sent.push({ n, truth: truth.key, right, isReadable, isTaken: answer.includes('MSA|AA') })
  }
  const db = portal.worker.db
  const filed = await db
    .selectFrom('report')
    .select(['person', 'parts'])
    .where('order_id', '=', order)
    .execute()
  const waiting = await db.selectFrom('result_check').select('news').where('order_id', '=', order).execute()
  const refused = await db.selectFrom('message_in').select('raw').where('outcome', '=', 'refused').execute()
  const became = sent.map(({ n, truth, right, isReadable, isTaken }) => {
    const is = (what: unknown) => JSON.stringify(what).includes(`Result ${n}.`)
    const outcomes = [
      ...filed.filter(({ parts }) => is(parts)).map(({ person }) => person),
      ...waiting.filter(({ news: labUpdate }) => is(labUpdate)).map(() => 'waits'),
      ...refused.filter(({ raw }) => is(raw)).map(() => 'refused'),
    ]
    // One outcome each: two matching identifiers are filed for their person, one waits, and with none it may
    // be refused.
    const doubtful = right === 0 ? [['waits'], ['refused']] : [['waits']]
    const expected = !isReadable ? [['refused']] : right >= 2 ? [[truth]] : doubtful
    expect(expected, JSON.stringify({ n, truth, right })).toContainEqual(outcomes)
    expect(isTaken).toBe(outcomes[0] !== 'refused')
    return outcomes[0]
  })
  const count = (outcome: string) => became.filter((one) => one === outcome).length
  expect(count('waits')).toBeGreaterThan(RESULTS / 20)
  expect(count('refused')).toBeGreaterThan(RESULTS / 50)
  expect(RESULTS - count('waits') - count('refused')).toBeGreaterThan(RESULTS / 5)
})
