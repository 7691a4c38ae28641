import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { hospital, orderMessage } from './testing/hospital.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const support = () => portal.as('Support').ehr

test('lists what came and is not mapped; mapping it applies the waiting drafts again, and is audited', async () => {
  const { code, send, orders } = await hospital(portal)
  await send(orderMessage({ placer: '1^E' }))
  await send(orderMessage({ placer: '2^E' }))
  await send(orderMessage({ placer: '3^E' }))
  const [, , edited] = await orders()
  await portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id: edited?.order_id ?? 0 },
    headers: {},
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'Edited here' }],
  })
  const before = await support().overview()
  expect(before.interfaces).toContainEqual(
    expect.objectContaining({ code, hospitalCode: PARENT, mapped: 0, orders: 3, refused: 0 }),
  )
  expect(before.unmapped.filter((one) => one.interfaceCode === code)).toEqual([
    expect.objectContaining({ kind: 'test', code: 'GEN1', words: 'Epilepsy panel', orders: 3 }),
  ])

  const mapping = { kind: 'test', code: 'gen1', meaning: 'EPI2' } as const
  expect(await support().map({ params: { interface: code }, body: mapping })).toEqual({ applied: 3 })
  const after = await support().overview()
  expect(after.unmapped.filter((one) => one.interfaceCode === code)).toEqual([])
  const tests = (await orders()).map(({ document }) => document?.tests[0]?.testCode)
  expect(tests).toEqual(['EPI2', 'EPI2', ''])
  const line = await portal.worker.db
    .selectFrom('audit_event')
    .select(['actor_subject', 'detail'])
    .where('action', '=', 'ehr.map')
    .where('entity_id', '=', code)
    .execute()
  expect(line).toEqual([{ actor_subject: 'Support', detail: mapping }])
})

test('a code that turns out to mean a cancellation takes its draft away', async () => {
  const { code, send, orders } = await hospital(portal)
  await send(orderMessage({ control: 'CD:9' }))
  expect(await orders()).toMatchObject([{ is_cancelled: false, state: 'draft' }])
  await support().map({ params: { interface: code }, body: { kind: 'control', code: 'CD:9', meaning: 'CA' } })
  expect(await orders()).toMatchObject([{ is_cancelled: true, order_id: null }])
})

test('names orders whose hospital said something else since a person works on them', async () => {
  const { send, orders } = await hospital(portal)
  await send(orderMessage())
  const id = (await orders())[0]?.order_id ?? 0
  await portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id },
    headers: {},
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'Edited here' }],
  })
  await send(orderMessage({ control: 'XO', at: 1, name: 'OKAFOR^ADA' }))
  expect((await support().overview()).differing).toContainEqual(
    expect.objectContaining({ orderId: id, hospitalCode: PARENT, isDraft: true, isCancelled: false }),
  )
})

test.each([
  ['test', 'NOTEST', 'is not the code of a test'],
  ['provider', '12', 'is not an NPI'],
  ['specimen', 'Ichor', 'is not a specimen type'],
  ['control', 'ZZ', 'is not NW, XO or CA'],
] as const)('refuses that a %s means %s', async (kind, meaning, words) => {
  const { code } = await hospital(portal)
  const body = { kind, code: 'X', meaning }
  const { errors } = await problemOfCall(support().map({ params: { interface: code }, body }))
  expect(errors).toEqual([{ path: '/meaning', rule: 'meaning', message: expect.stringContaining(words) }])
})
