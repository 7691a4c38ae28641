import { expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleOrder } from '#adapters/laboratory/testing/order.ts'
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
        { code: 'WES01', name: 'Exome, whole' },
        { code: 'MIT02', name: 'Mitochondrial genome' },
      ],
      specimens: [
        { type: 'Blood', collected: '20260311' },
        { type: 'Buccal Swab', collected: '' },
      ],
    },
  })
})

test.each([
  ['another type', ORDER.replace('OML^O21^OML_O21', 'ADT^A01'), 'AR', 'Unsupported message type ADT^A01'],
  ['no patient', ORDER.replace(/\rPID.*?\rNK1/, '\rNK1'), 'AE', 'PID is missing'],
  ['no name', ORDER.replace('Nguyễn^Linh^^^^^L||2019', '||2019'), 'AE', 'PID-5 is missing'],
  ['no placer number', ORDER.replaceAll('ORC|NW|41^KARYO', 'ORC|NW|'), 'AE', 'ORC-2 is missing'],
  ['a cancellation', ORDER.replaceAll('ORC|NW', 'ORC|CA'), 'AE', 'ORC-1 CA is not taken in'],
  ['no test', ORDER.replace(/\rORC[\s\S]*/, '\rORC|NW|41\r'), 'AE', 'OBR is missing'],
  ['a test without code', ORDER.replace('WES01^Exome, whole^L', ''), 'AE', 'OBR-4 is missing'],
])('an order with %s is refused', (_, raw, code, words) => {
  expect(readOrder(raw)).toMatchObject({ kind: 'refused', code, reason: expect.stringContaining(words) })
})
