import { expect, test } from 'vitest'
import { codec, ormCodec } from '#adapters/laboratory/testing/messages.ts'
import { sampleChange, sampleOrder } from '#adapters/laboratory/testing/order.ts'
import type { Sample } from '#domain/orders/document.ts'
import { readOrder } from './read-order.ts'

function order() {
  const order = sampleOrder(41)
  const [first, second] = order.document.samples
  const blood: Partial<Sample> = { additive: 'EDTK', amount: '3', amountUnit: 'mL', condition: 'COOL' }
  const tissue: Partial<Sample> = {
    ...{ specimenType: 'Fresh Tissue', tissue: 'POC', state: 'Cultured', role: 'Tumor', parent: 's1' },
  }
  if (first) Object.assign(first, blood)
  if (second) Object.assign(second, tissue)
  return order
}

test.each([
  ['OML^O21', codec],
  ['ORM^O01', ormCodec],
])('[SPCM-02] reads what a specimen is, as %s', (_, { writeOrder }) => {
  const read = readOrder(writeOrder(order()))
  if (read.kind !== 'order') throw new Error('expected an order')
  expect(read.order.specimens).toEqual([
    {
      ...{ number: '41-s1', type: 'Blood', collected: '20260311', of: '41-proband', isHere: false },
      ...{ snomed: '445295009', additive: 'EDTK', amount: '3', condition: 'COOL' },
    },
    {
      ...{ number: '41-s2', type: 'Fresh Tissue', collected: '', of: '41-relative-1', isHere: false },
      ...{ snomed: '258428005', state: 'CULTURED', role: 'TUMOR', madeFrom: '41-s1' },
    },
  ])
})

test('[SPCM-05] reads a recollection under its own number, with the role of the first specimen', () => {
  const { document } = order()
  const specimen = {
    key: 's2-r1',
    type: 'Fresh Tissue',
    dateOfCollection: '2026-03-13',
    patientKey: 'relative-1',
  }
  const read = readOrder(
    codec.writeChange({ ...sampleChange(41), document, specimen: { ...specimen, shipment: null } }),
  )
  if (read.kind !== 'change') throw new Error('expected a change')
  expect(read.change.specimens).toMatchObject([{ number: '41-s2-r1', role: 'TUMOR', collected: '20260313' }])
})
