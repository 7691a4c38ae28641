import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { field } from './testing/receiver.ts'
import { connected, outcomes, outgoing, reporting, statusOf } from './testing/reported.ts'

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']>
beforeAll(async () => {
  portal = await startPortal()
  delivery = portal.sendResults()
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

const { send, report, withdraw } = reporting(() => portal)

/** Sends a report of these OBX alone; `as`: OBX-11 of them all. */
const sendObx = (order: number, obx: readonly string[], as = 'F') =>
  send({ order, number: `L${order}`, status: 'F' }, (raw) => {
    const rows = obx.map((one) => one.replace(/\|F\r?$/, `|${as}\r`))
    return raw + rows.join('')
  })
const observations = (raw: string) =>
  raw
    .split('\r')
    .filter((line) => line.startsWith('OBX|'))
    .map((line) => line.split('|'))

test('the text of an addendum that brings no PDF goes with the PDF that it adds to', async () => {
  const { ehr, id } = await connected(portal, { changed: 'AB' })
  await report(id)
  await sendObx(id, ['OBX|1|TX|ADD^Addendum||The variant is reclassified: likely pathogenic.||||||F'], 'B')
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  const rows = observations(ehr.messages.at(-1) ?? '')
  expect(rows.map((obx) => [obx[2], obx[11]])).toEqual([
    ['ED', 'B'],
    ['TX', 'B'],
  ])
  expect(rows[1]?.[5]).toBe('The variant is reclassified: likely pathogenic.')
  await withdraw(id)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken', 'taken'])
  expect(observations(ehr.messages.at(-1) ?? '').map((obx) => [obx[2], obx[5], obx[11]])).toEqual([
    ['ED', '', 'W'],
    ['TX', '', 'W'],
  ])
})

test('a report that is another kind of file goes as that file, byte for byte', async () => {
  const { ehr, id } = await connected(portal)
  const rtf = Buffer.from('{\\rtf1 Negative}')
  await sendObx(id, [`OBX|1|ED|REPORT||^application^RTF^Base64^${rtf.toString('base64')}||||||F`])
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken'])
  expect(field(ehr.messages[0] ?? '', 'OBX', 5)).toBe(`^application^rtf^Base64^${rtf.toString('base64')}`)
})

test('a report of which nothing can be sent is no report to the hospital: it waits for Support', async () => {
  const { ehr, id } = await connected(portal, { release: 'by-clinic' })
  await report(id)
  await sql`update ehr_message_out set result = jsonb_set(result, '{parts}', '[]'), held_until = now()
    where order_id = ${id}`.execute(portal.worker.db)
  const reason = 'Not sent: the report has no part that can be sent'
  await expect.poll(() => outgoing(portal, id)).toMatchObject([{ outcome: 'refused', reason }])
  expect(ehr.messages).toEqual([])
})

test('a class that an addendum has replaced is not sent with it, and no two findings have one number', async () => {
  const { ehr, id } = await connected(portal, { structured: true })
  const VUS = {
    gene: 'BRCA2',
    cdna: 'NM_000059.4:c.5946del',
    variantClass: 'Uncertain significance',
  } as const
  const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Pathogenic' } as const
  await sendObx(id, geneticObx('Inconclusive', [VUS]))
  await sendObx(id, geneticObx('Positive', [{ ...VUS, variantClass: 'Pathogenic' }, CFTR]), 'B')
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  const raw = ehr.messages.at(-1) ?? ''
  expect(raw).not.toMatch(/Uncertain significance|Inconclusive/)
  const genes = observations(raw).filter((obx) => obx[3]?.startsWith('48018-6'))
  expect(genes.map((obx) => obx[5]?.match(/BRCA2|CFTR/)?.[0]).toSorted()).toEqual(['BRCA2', 'CFTR'])
  expect(new Set(genes.map((obx) => obx[4])).size).toBe(2)
})

test('a system that files by OBX-3 and OBX-4 has the new class in place of the old one, and no observation twice', async () => {
  const { ehr, id } = await connected(portal, { structured: true })
  const VUS = {
    gene: 'BRCA2',
    cdna: 'NM_000059.4:c.5946del',
    variantClass: 'Uncertain significance',
  } as const
  const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Benign' } as const
  await sendObx(id, geneticObx('Inconclusive', [VUS, CFTR]))
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken'])
  await sendObx(id, geneticObx('Positive', [{ ...VUS, variantClass: 'Pathogenic' }]), 'B')
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  const [before, after] = ehr.messages.map(observations)
  const places = (rows: string[][] = []) => rows.map((obx) => `${obx[3]}|${obx[4]}`).toSorted()
  expect(places(after)).toEqual(places(before))
  await withdraw(id)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken', 'taken'])
  expect(places(observations(ehr.messages.at(-1) ?? ''))).toEqual(places(before))
})

test('a withdrawal names all that was sent, also what a later message left out', async () => {
  const { ehr, id } = await connected(portal, { structured: true })
  const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', variantClass: 'Pathogenic' } as const
  const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Pathogenic' } as const
  await sendObx(id, geneticObx('Positive', [BRCA2, CFTR]))
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken'])
  await sendObx(id, geneticObx('Positive', [BRCA2]), 'C')
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  await withdraw(id)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken', 'taken'])
  const [first, , last] = ehr.messages.map((raw) =>
    observations(raw)
      .map((obx) => `${obx[3]}|${obx[4]}`)
      .toSorted(),
  )
  expect(last).toEqual(first)
})

test('a preliminary report after a withdrawal is preliminary', async () => {
  const { ehr, id } = await connected(portal, { progress: true })
  await report(id)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken'])
  await withdraw(id)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  await report(id, 'P', Buffer.concat([REPORT, Buffer.from('% preliminary\n')]))
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken', 'taken'])
  const raw = ehr.messages.at(-1) ?? ''
  expect(statusOf(raw)).toEqual(['P', 'P'])
  expect(field(raw, 'NTE', 3)).toBe('NOT FINAL: REPLACES THE REPORT SENT BEFORE')
})
