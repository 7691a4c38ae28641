import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankPatient, PROBAND } from '#domain/orders/document.ts'
import type { Named } from '#domain/orders/identity.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

const [creator, submitter] = ['OrderCreator@P1', 'OrderSubmitter@P1']

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const ready = readyOrder()

const upload = (id: number) =>
  portal.as(creator).documents.upload({
    params: { h: PARENT, id },
    body: {
      ...{ uploadKey: randomUUID(), type: 'Report', description: 'Microarray' },
      file: { filename: 'report.txt', mediaType: 'text/plain', content: Buffer.from('Linh has it.') },
    },
  })

const rename = (id: number, { firstName, lastName, dateOfBirth }: Named) =>
  portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      ...Object.entries({ firstName, lastName, dateOfBirth }).map(([field, value]) => ({
        ...{ op: 'replace' as const, path: `/patients/0/${field}`, value },
      })),
      { op: 'replace' as const, path: '/consents', value: ready.consents.map((one) => ({ ...one })) },
    ],
  })

/** A draft with a file, changed to another patient after the file was uploaded. */
async function changedDraft(firstName: string) {
  const { id } = await portal.draft({ ...ready, consents: [] })
  const uploaded = await upload(id)
  await rename(id, { firstName, lastName: 'Lind', dateOfBirth: '2018-02-03' })
  return { id, file: uploaded.id }
}
const submit = (id: number) =>
  portal.as(submitter).orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED })
const check = async (orderId: number) => {
  const { document } = await portal.as(creator).orders.get({ params: { hospital: PARENT, id: orderId } })
  return portal.as(creator).orders.check({ params: { hospital: PARENT }, body: { document, orderId } })
}

test('a draft that was changed to another patient is not submitted with the first one’s file', async () => {
  const { id, file } = await changedDraft('Ada')
  const refusal = await problemOfCall(submit(id))
  expect(refusal).toMatchObject({
    code: 'order-not-ready',
    errors: [{ path: '/patients/0/lastName', rule: 'file-of-another' }],
  })
  expect((await check(id)).facts.uploads).toEqual([
    {
      ...{ id: file, filename: 'report.txt' },
      uploadedFor: expect.objectContaining({ lastName: ready.patients[0]?.lastName }),
    },
  ])
  await portal.as(creator).documents.remove({ params: { h: PARENT, id, documentId: file } })
  expect((await check(id)).facts.uploads).toBeUndefined()
  expect((await submit(id)).state).toBe('en-route')
})

test('it is submitted with the file if the clinic gives a reason to keep it', async () => {
  const { id } = await changedDraft('Eve')
  const [warning] = (await check(id)).points
  await portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      {
        op: 'add',
        path: '/overrides/-',
        value: { key: warning?.key ?? '', reason: 'The file is about Eve' },
      },
    ],
  })
  const { state, document, events } = await submit(id)
  expect(state).toBe('en-route')
  expect(document.overrides).toEqual([{ key: warning?.key, reason: 'The file is about Eve' }])
  // The first patient is not named in the second one's timeline.
  expect(JSON.stringify(events)).not.toContain(ready.patients[0]?.lastName)
})

test('a file that was uploaded before anybody was named is the first patient’s', async () => {
  const [patient] = ready.patients
  const blank = { firstName: '', lastName: '', dateOfBirth: '' }
  const { id } = await portal.draft({
    ...ready,
    patients: [{ ...blankPatient('Proband', PROBAND), ...blank }],
  })
  await upload(id)
  await rename(id, patient ?? blank)
  expect((await check(id)).points.map(({ rule }) => rule)).not.toContain('file-of-another')
  await rename(id, { firstName: 'Ina', lastName: 'Lind', dateOfBirth: '2018-02-03' })
  expect((await check(id)).points.map(({ rule }) => rule)).toContain('file-of-another')
})
