import { describe, expect, test } from 'vitest'
import { placerKey } from '#domain/ehr/ehr-order.ts'
import { ehrCodec } from './codec.ts'
import { SAMPLE_ORDERS } from './testing/sample-orders.ts'

const codec = ehrCodec({ sendingApplication: 'KARYO', sendingFacility: 'LAB', processingId: 'P' })

describe.skipIf(SAMPLE_ORDERS.length === 0)('orders of other people’s systems', () => {
  test('are read but for the one without a name, with a number in its namespace, and a person', () => {
    const read = SAMPLE_ORDERS.map(({ name, raw }) => ({ name, ...codec.read(raw) }))
    expect(read.filter(({ kind }) => kind !== 'orders').map(({ name }) => name)).toEqual([
      'hl7/cdc-msh_present_but_missing_msh-10.hl7',
    ])
    for (const message of read)
      for (const { placer, patient, tests } of message.kind === 'orders' ? message.orders : []) {
        expect(placerKey(placer), message.name).toMatch(/^\S[^^]*\^/)
        expect(patient.lastName + patient.firstName, message.name).not.toBe('')
        expect(tests[0]?.[0]?.code, message.name).toBeTruthy()
      }
  })
})
