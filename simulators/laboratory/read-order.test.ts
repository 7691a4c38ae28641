import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleWithdrawal } from '#adapters/laboratory/testing/consents.ts'
import { codec, ormCodec } from '#adapters/laboratory/testing/messages.ts'
import {
  sampleAddOn,
  sampleCancellation,
  sampleChange,
  sampleOrder,
} from '#adapters/laboratory/testing/order.ts'
import { readOrder } from './read-order.ts'

const ORDER = codec.writeOrder(sampleOrder(41))

test('reads an order of the portal', () => {
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
        { number: '41-s1', type: 'Blood', collected: '20260311', of: '41-proband', isHere: false },
        { number: '41-s2', type: 'Buccal Swab', collected: '', of: '41-relative-1', isHere: false },
      ],
      relatives: [{ number: '41-relative-1', lastName: 'Nguyễn', firstName: 'Mai', relationship: 'Mother' }],
      existingNumber: '',
    },
  })
})

test('reads chosen genes for their test only, even if a relative has a record number', () => {
  const order = sampleOrder(42)
  order.document.addOnTests[0]?.genes.push('MT-ND1', 'MT-TL1')
  for (const patient of order.document.patients) patient.recordNumber = 'MRN9'
  const read = readOrder(codec.writeOrder(order))
  if (read.kind !== 'order') throw new Error('expected an order')
  expect(read.order.tests.map(({ genes }) => genes)).toEqual([[], ['MT-ND1', 'MT-TL1']])
  expect(read.order.relatives[0]?.number).toBe('42-relative-1')
})

test('reads the existing specimen and number of an add-on', () => {
  const read = readOrder(codec.writeOrder(sampleAddOn()))
  expect(read).toMatchObject({
    kind: 'order',
    order: { existingNumber: '26-104417', specimens: [{ number: '4700-s1', type: 'Blood', isHere: true }] },
  })
})

test('reads the same from an order as ORM^O01 of version 2.3', () => {
  for (const order of [sampleOrder(43), sampleAddOn(44)]) {
    const [now, before] = [readOrder(codec.writeOrder(order)), readOrder(ormCodec.writeOrder(order))]
    if (now.kind !== 'order' || before.kind !== 'order') throw new Error('expected orders')
    expect(before.order).toEqual(now.order)
  }
})

test.each([
  ['OML^O21', codec],
  ['ORM^O01', ormCodec],
])('reads an answer and a recollected specimen, as %s', (_, { writeChange }) => {
  const answered = readOrder(
    writeChange({
      ...sampleChange(41),
      answer: {
        hold: { kind: 'consent', key: 'H1' },
        text: 'Signed by both parents\nsee the form',
        documents: [{ filename: 'form.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1') }],
      },
    }),
  )
  expect(answered).toMatchObject({
    kind: 'change',
    change: {
      ...{ controlId: 'XO41-1', sender: 'KARYO|PORTAL', orderId: '41', specimens: [] },
      answer: {
        ...{ code: 'CONSENT', number: 'H1', text: 'Signed by both parents\nsee the form' },
        documents: [{ filename: 'form.pdf', mediaType: 'application/pdf', bytes: 6 }],
      },
    },
    order: { existingNumber: '26-1', patient: { lastName: 'Nguyễn' }, tests: [{ code: 'WES01' }] },
  })
  const taken = readOrder(
    writeChange({
      ...sampleChange(41),
      specimen: {
        ...{ key: 's2-r1', type: 'Blood', dateOfCollection: '2026-03-13', patientKey: 'relative-1' },
        shipment: null,
      },
    }),
  )
  expect(taken).toMatchObject({
    kind: 'change',
    change: {
      answer: null,
      specimens: [
        { number: '41-s2-r1', type: 'Blood', collected: '20260313', of: '41-relative-1', isHere: false },
      ],
    },
  })
})

test.each([
  ['OML^O21', codec],
  ['ORM^O01', ormCodec],
])('[CNST-05] reads a withdrawn consent, as %s', (_, { writeChange }) => {
  const withdrawal = { ...sampleWithdrawal(), hold: { key: 'WITHDRAWN-1', words: 'Testing: stopped' } }
  expect(readOrder(writeChange({ ...sampleChange(41), withdrawal }))).toMatchObject({
    kind: 'change',
    change: {
      ...{ answer: null, specimens: [] },
      withdrawn: {
        ...{ of: '41-proband', items: ['testing', 'secondary-findings'] },
        hold: { number: 'WITHDRAWN-1', words: 'Testing: stopped' },
      },
    },
  })
  const inParts = readOrder(writeChange({ ...sampleChange(41), withdrawal: { ...withdrawal, hold: null } }))
  expect(inParts).toMatchObject({ change: { withdrawn: { hold: null } } })
})

test('reads a cancellation', () => {
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
  ['no placer number', ORDER.replaceAll('|41^KARYO', '|'), 'AE', 'ORC-2 is missing'],
  ['two orders', ORDER.replace('|41^KARYO', '|42^KARYO'), 'AE', 'ORC-2 names several orders, 42 and 41'],
  ['a change of nothing', codec.writeChange(sampleChange()), 'AE', 'The message has no change'],
  ['another wish', ORDER.replaceAll('ORC|NW', 'ORC|HD'), 'AE', 'ORC-1 HD is not supported'],
  ['no test', ORDER.replace(/\rORC[\s\S]*/, '\rORC|NW|41\r'), 'AE', 'OBR is missing'],
  [
    'a test without code',
    ORDER.replace('WES01^Exome, whole^L^1300^Exome, whole^99DISPLAY', ''),
    'AE',
    'OBR-4 is missing',
  ],
])('refuses an order with %s', (_, raw, code, words) => {
  expect(readOrder(raw)).toMatchObject({ kind: 'refused', code, reason: expect.stringContaining(words) })
})

const SAMPLES = '../shared/samples/hl7'

test.skipIf(!existsSync(SAMPLES)).each([
  ['cdc-001_Ochsner_OML_O21_0_initial_message', { kind: 'order', order: { orderId: '243217771' } }],
  [
    'cdc-001_Epic_ORM_O01',
    {
      kind: 'cancellation',
      cancellation: { orderId: '968906415', reason: 'No Show' },
      message: { type: 'ORM^O01' },
    },
  ],
  ['cdc-001_CA_OML_O21', { kind: 'refused', code: 'AE', reason: 'OBR-4 is missing' }],
  [
    'cdc-001_Natus_ACK',
    { kind: 'refused', code: 'AR', reason: expect.stringContaining('Unsupported message type ACK') },
  ],
  ['cdc-002_Epic_ORU_R01', { kind: 'refused', code: 'AR', reason: expect.stringContaining('ORU^R01') }],
  [
    'cdc-msh_present_but_missing_msh-9',
    { kind: 'refused', reason: expect.stringContaining('MSH-9 is missing') },
  ],
  [
    'cdc-msh_present_but_missing_msh-10',
    { kind: 'refused', reason: expect.stringContaining('MSH-10 is missing') },
  ],
  ['lfh-ORU-multiline-short', { kind: 'refused', code: 'AR' }],
])('reads another sender’s message, or refuses it with a clear reason: %s', (name, expected) => {
  expect(readOrder(readFileSync(`${SAMPLES}/${name}.hl7`, 'utf8'))).toMatchObject(expected)
})

test('reads the priority, its reason and the day by which the result is needed, in either version', () => {
  const order = sampleOrder(43)
  expect(readOrder(codec.writeOrder(order))).not.toHaveProperty('order.priority')
  order.document.priority = { level: 'ASAP', reason: 'Transplant', neededBy: '2026-03-30' }
  const expected = { order: { priority: { code: 'A', neededBy: '20260330', reason: 'Transplant' } } }
  for (const { writeOrder } of [codec, ormCodec]) expect(readOrder(writeOrder(order))).toMatchObject(expected)
})
