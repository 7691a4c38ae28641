import { expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleAddOn, sampleCancellation, sampleOrder } from '#adapters/laboratory/testing/order.ts'
import { readOrder } from './read-order.ts'

const ORDER = codec.writeOrder(sampleOrder(41))

test('an order of the portal is understood', () => {
  expect(readOrder(ORDER)).toMatchObject({
    kind: 'order',
    order: {
      controlId: 'K41-1',
      sender: 'KARYO|PORTAL',
      orderId: '41',
      placerNamespace: 'KARYO',
      patient: {
        recordNumber: 'MRN^88',
        lastName: 'Nguyễn',
        firstName: 'Linh',
        birthDate: '20190314',
        sex: 'F',
      },
      provider: { npi: '1234567893', lastName: 'Oduya', firstName: 'Maren' },
      institution: 'Harbor & Vale Clinic',
      tests: [
        { code: 'WES01', name: 'Exome, whole', chosenBy: '1300', genes: [] },
        { code: 'MIT02', name: 'Mitochondrial genome', chosenBy: '', genes: [] },
      ],
      specimens: [
        { number: '41-s1', type: 'Blood', collected: '20260311', of: '41-proband' },
        { number: '41-s2', type: 'Buccal Swab', collected: '', of: '41-relative-1' },
      ],
      relatives: [{ number: '41-relative-1', lastName: 'Nguyễn', firstName: 'Mai', relationship: 'Mother' }],
      existingNumber: '',
    },
  })
})

test('chosen genes are of their test only, also where a relative has a record number', () => {
  const order = sampleOrder(42)
  order.document.addOnTests[0]?.genes.push('MT-ND1', 'MT-TL1')
  for (const patient of order.document.patients) patient.recordNumber = 'MRN9'
  const read = readOrder(codec.writeOrder(order))
  if (read.kind !== 'order') throw new Error('expected an order')
  expect(read.order.tests.map(({ genes }) => genes)).toEqual([[], ['MT-ND1', 'MT-TL1']])
  expect(read.order.relatives[0]?.number).toBe('42-relative-1')
})

test('an add-on names the specimen and the number that are there', () => {
  const read = readOrder(codec.writeOrder(sampleAddOn()))
  expect(read).toMatchObject({
    kind: 'order',
    order: { existingNumber: '26-104417', specimens: [{ number: '4700-s1', type: 'Blood' }] },
  })
})

test('a cancellation is understood', () => {
  expect(readOrder(codec.writeCancellation(sampleCancellation(41, 'CA41-1')))).toMatchObject({
    kind: 'cancellation',
    message: { controlId: 'CA41-1' },
    cancellation: {
      controlId: 'CA41-1',
      sender: 'KARYO|PORTAL',
      orderId: '41',
      reason: 'Ordered twice | by mistake',
    },
  })
})

test.each([
  ['another type', ORDER.replace('OML^O21^OML_O21', 'ADT^A01'), 'AR', 'Unsupported message type ADT^A01'],
  ['no patient', ORDER.replace(/\rPID.*?\rNK1/, '\rNK1'), 'AE', 'PID is missing'],
  ['no name', ORDER.replace('Nguyễn^Linh^^^^^L||2019', '||2019'), 'AE', 'PID-5 is missing'],
  ['no placer number', ORDER.replaceAll('ORC|NW|41^KARYO', 'ORC|NW|'), 'AE', 'ORC-2 is missing'],
  ['another wish', ORDER.replaceAll('ORC|NW', 'ORC|HD'), 'AE', 'ORC-1 HD is not taken in'],
  ['no test', ORDER.replace(/\rORC[\s\S]*/, '\rORC|NW|41\r'), 'AE', 'OBR is missing'],
  [
    'a test without code',
    ORDER.replace('WES01^Exome, whole^L^1300^Exome, whole^99DISPLAY', ''),
    'AE',
    'OBR-4 is missing',
  ],
])('an order with %s is refused', (_, raw, code, words) => {
  expect(readOrder(raw)).toMatchObject({ kind: 'refused', code, reason: expect.stringContaining(words) })
})
