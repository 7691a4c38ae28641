import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { testPayer } from '#server/testing/payer.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { CATALOGUE, PARENT, readyOrder } from '../../testing/world.ts'
import { active, insuredOrder } from '../../testing/world-payers.ts'
import { sampleOf } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  const retention = {
    ...{ state: 'NY', rule: 'retention-days' as const, value: '60', consent: 'research' },
    ...{ validFrom: '2000-01-01', validTo: '' },
  }
  const stateRules = [...CATALOGUE.stateRules, retention]
  await administer(portal.database.url, (db) => importCatalogue(db, { ...CATALOGUE, stateRules }))
})
afterAll(() => portal?.stop())

const params = { hospital: PARENT }
const by = 'OrderSubmitter@P1'
const DAY = addDays(todayAtLaboratory(new Date()), -10)
/** An order whose specimen was collected ten days ago. */
const collected = (document: OrderDocument, more: Partial<OrderDocument['samples'][number]> = {}) => ({
  ...document,
  samples: document.samples.map((one) => ({ ...one, dateOfCollection: DAY, ...more })),
})
const checked = (document: OrderDocument) =>
  portal.as(by).orders.check({ params, body: { document, orderId: null } })
/** With a reason for each warning. */
async function withReasons(document: OrderDocument): Promise<OrderDocument> {
  const { points } = await checked(document)
  const keys = points.flatMap(({ severity, key }) => (severity === 'warning' ? [key] : []))
  return { ...document, overrides: keys.map((key) => ({ key, reason: 'Discussed with the laboratory' })) }
}
/** A draft of a test added on the specimen of this order, which is at the laboratory, and that order. */
async function added(document: OrderDocument, testCode = 'EPI2') {
  const first = await portal.submitted(await withReasons(document))
  const { id, order } = await sampleOf(portal, first)
  const draft = await portal.as(by).samples.addTest({
    params: { h: PARENT, id },
    body: { draftKey: randomUUID(), testCodes: [testCode] },
  })
  return { id, order, draft: { ...draft, document: { ...draft.document, consents: document.consents } } }
}
const pointsOf = async ({ document }: Pick<Order, 'document'>) =>
  (await checked(document)).points.flatMap(({ path, rule }) => (path === '/addOn/sampleId' ? [rule] : []))

test('[SPCM-04, SPCM-01] an added test is judged by the specimen that the laboratory has', async () => {
  const { draft } = await added(collected(readyOrder()))
  const patients = draft.document.patients.map((one) => ({
    ...one,
    bloodHistory: { transplant: 'Allogeneic' as const, transplantedOn: '2020-05-01' },
  }))
  expect(await pointsOf(draft)).toEqual([])
  expect(await pointsOf({ document: { ...draft.document, patients } })).toEqual(['donor-cells'])
  const saliva = await added(collected(readyOrder(), { specimenType: 'Saliva' }), 'OVA3')
  expect(await pointsOf(saliva.draft)).toEqual(['specimen-unsuited'])
})

test('is judged by the one that was collected again, of which no more is known than stays true', async () => {
  const { draft, id } = await added(collected(readyOrder(), { additive: 'EDTK', collector: 'Ada' }))
  const again = { sample_key: 's1-r1', date_of_collection: addDays(DAY, 4) }
  await administer(portal.database.url, (db) =>
    db.updateTable('sample').set(again).where('id', '=', id).execute(),
  )
  const sample = (await checked(draft.document)).facts.specimenOf?.sample
  expect(sample).toMatchObject({
    ...{ key: 's1-r1', patient: 'proband', specimenType: 'Blood', additive: 'EDTK' },
    dateOfCollection: addDays(DAY, 4),
  })
  expect(sample?.collector).toBeUndefined()
})

test('[PAY-02] its payer is asked about the day of that specimen’s collection', async () => {
  const insured = insuredOrder({
    ...{ company: 'Tidewater Mutual', memberId: 'TM-ADDED', dateOfBirth: '1990-02-04' },
  })
  const { document } = (await added(collected(insured))).draft
  const { id } = await portal
    .as(by)
    .coverage.check({ params, body: { document, orderId: null, again: true } })
  const payer = testPayer(active(0))
  await portal.runCheck(payer, id)
  expect(payer.requests as EligibilityRequest[]).toMatchObject([{ date: DAY }])
  const price = await portal.as(by).coverage.price({ params, body: { document, orderId: null } })
  expect(price.check).toMatchObject({ id, serviceDay: DAY, isCurrent: true })
})

test('[CNST-03] says until when a New York patient’s specimen may be kept', async () => {
  const ordered = collected(readyOrder())
  const { draft } = await added({
    ...ordered,
    patients: ordered.patients.map((one) => ({
      ...one,
      addresses: one.addresses.map((address) => ({
        ...address,
        ...{ addressLine1: '1 Quay', city: 'Troy', state: 'NY', postalCode: '12180' },
      })),
    })),
    consents: ordered.consents.map((one) => ({ ...one, answer: one.consentId === 'testing' })),
  })
  const { id } = await portal.draft(await withReasons(draft.document))
  const submitted = await portal.as(by).orders.submit({
    ...{ params: { ...params, id }, headers: {}, query: { ...SIGNED, isAddOn: 'true' } },
  })
  const destroyBy = addDays(DAY, 60)
  expect(submitted.consentLedger).toMatchObject([{ retention: { state: 'New York', days: 60, destroyBy } }])
  const { body } = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(body).toContain(
    `|DT|DESTROY-SPECIMEN-BY^Last day on which the specimen may be kept^L|${id}-proband|`,
  )
  expect(body).toContain(`|${destroyBy.replaceAll('-', '')}|`)
})

test('an added test’s order names its specimen: the order that it came with need not be opened for it', async () => {
  const { draft, order } = await added(collected(readyOrder()))
  const specimen = { key: 's1', specimenType: 'Blood', dateOfCollection: DAY }
  expect(await portal.as(by).orders.get({ params: { ...params, id: draft.id } })).toMatchObject({
    storedSpecimen: specimen,
  })
  const original = await portal.as(by).orders.get({ params: { ...params, id: order.id } })
  expect(original).not.toHaveProperty('storedSpecimen')
})
