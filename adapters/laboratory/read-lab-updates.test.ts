import { expect, test } from 'vitest'
import type { LabUpdate } from './port.ts'
import { pdfsOf } from './testing/documents.ts'
import { codec, PDF, result } from './testing/messages.ts'

function onlyUpdate(raw: string): LabUpdate {
  const message = codec.read(raw)
  expect(message).toMatchObject({ kind: 'news' })
  if (message.kind !== 'news' || message.updates.length !== 1) throw new Error('expected one order of news')
  return message.updates[0] as LabUpdate
}

test('reads order, laboratory number, time and report from a final result', () => {
  const raw = result(
    'ORC|RE|4711^KARYO|26-104417^LIS',
    'OBR|1|4711^KARYO|26-104417^LIS|WES01^Exome^L||||||||||||||||||20260313100000-0500|||F',
    'OBX|1|TX|SUM^Summary^L||Negative \\T\\ final||||||F',
    `OBX|2|ED|PDF^Report^L||LIS^application^PDF^Base64^${PDF.toString('base64')}||||||F`,
  )
  expect(codec.read(raw)).toMatchObject({ controlId: 'M1', sender: 'LIS|LARKFIELD', type: 'ORU^R01' })
  const update = onlyUpdate(raw)
  expect(update).toMatchObject({
    orderId: 4711,
    laboratoryNumber: '26-104417',
    state: 'reported',
    at: new Date('2026-03-13T15:00:00Z'),
    report: {
      status: 'final',
      parts: [
        { kind: 'lines', label: 'Summary', lines: ['Negative & final'] },
        { kind: 'document', label: 'Report', filename: 'report-26-104417.pdf' },
      ],
    },
  })
  expect(pdfsOf(update)).toEqual([PDF])
})

test.each([
  ['O', '', 'en-route'],
  ['O', '26-1', 'accessioned'],
  ['', '26-1', 'accessioned'],
  ['', '', null],
  ['I', '26-1', 'in-process'],
  ['S', '', 'in-process'],
  ['N', '', 'in-process'],
  ['A', '', 'in-process'],
  ['P', '', 'in-process'],
  ['R', '', 'in-process'],
  ['F', '26-1', 'reported'],
  ['C', '26-1', 'reported'],
  ['X', '26-1', 'cancelled'],
  ['Y', '26-1', null],
] as const)('OBR-25 %j with filler number %j stands for %j', (status, filler, state) => {
  const update = onlyUpdate(result(`OBR|1|12|${filler}|T^Test^L|${'|'.repeat(20)}${status}`))
  expect(update.state).toBe(state)
  expect(update.report?.status === 'corrected').toBe(status === 'C')
})

test('reads a cancellation by the laboratory from ORC-1, even without an OBR', () => {
  const ack = 'MSH|^~\\&|LIS|L|K|P|20260313||ORL^O22^ORL_O22|M2|P|2.5.1\rMSA|AA|K1\r'
  expect(onlyUpdate(`${ack}ORC|CR|12|26-1\r`)).toMatchObject({ orderId: 12, state: 'cancelled' })
  expect(onlyUpdate(`${ack}ORC|OK|12|26-1\r`)).toMatchObject({ orderId: 12, state: 'accessioned' })
  expect(codec.read(ack)).toMatchObject({ kind: 'other', controlId: 'M2' })
})

test('reads a refused cancellation and its reason from ORC-1 UC', () => {
  const refused = (orc: string, ...more: string[]) => onlyUpdate(result(orc, ...more))
  expect(refused('ORC|UC|12|26-1|||||||||||||WORKING^It is being worked on^L')).toMatchObject({
    state: 'cancellation-refused',
    refusal: 'It is being worked on',
  })
  expect(refused('ORC|UC|12', 'OBR|1|12|26-1|T^Test^L', 'NTE|1||Too late')).toMatchObject({
    ...{ orderId: 12, state: 'cancellation-refused', refusal: 'Too late' },
  })
  expect(refused('ORC|UC|12').refusal).toBe('')
  expect(refused('ORC|CR|12||||||||||||||DUP^Asked for^L')).toMatchObject({ state: 'cancelled', refusal: '' })
  expect(refused('ORC|OC|12||||||||||||||QNS^Too little blood^L')).toMatchObject({
    ...{ state: 'cancelled', refusal: 'Too little blood' },
  })
})

test('reads each order group of a message as one update', () => {
  const message = codec.read(
    result(
      'ORC|RE|12',
      'OBR|1||26-1^LIS||||||||||||||||||||||I',
      'ORC|RE|13',
      'OBR|2||26-2',
      'OBR|3|14|26-3',
    ),
  )
  expect(
    message.kind === 'news' && message.updates.map((update) => [update.orderId, update.laboratoryNumber]),
  ).toEqual([
    [12, '26-1'],
    [13, '26-2'],
    [14, '26-3'],
  ])
})

test.each([
  ['OBR|1|PON_0d70c6c8^LAB|26-1', null],
  ['OBR|1|1234567890123456|26-1', null],
  ['OBR|1|-5|26-1', null],
  ['OBR|1||26-1', null],
  ['OBR|1| 15 ^EPC|26-1', 15],
])('reads the placer number of %j as %j', (obr, orderId) => {
  expect(onlyUpdate(result(obr)).orderId).toBe(orderId)
})

test('assigns a group with two different order numbers to neither order', () => {
  expect(onlyUpdate(result('ORC|RE|12', 'OBR|1|13|26-1')).orderId).toBeNull()
})

test('takes the first of several filler numbers as the laboratory number', () => {
  expect(onlyUpdate(result('OBR|1|12|~26-1^LIS~M99^REF')).laboratoryNumber).toBe('26-1')
})

test('takes the time from OBR-22, else MSH-7, else leaves it unknown', () => {
  expect(onlyUpdate(result('OBR|1|12|26-1')).at).toEqual(new Date('2026-03-13T15:15:00Z'))
  const undated = result('OBR|1|12|26-1||||||||||||||||||||TODAY').replace('20260313101500-0500', '2026')
  expect(onlyUpdate(undated).at).toBeNull()
})

test('uses the delimiters in MSH-1 and MSH-2, and accepts segments that end in LF or CR LF', () => {
  const raw = 'MSH#$*!-#L|S#LARK$1.2-3$ISO###20260313##ORU$R01#M!S!1#P#2.3\r\nOBR#1#12$KARYO#26!T!1\n'
  const message = codec.read(raw)
  expect(message).toMatchObject({ kind: 'news', controlId: 'M$1', sender: 'L\\F\\S|LARK^1.2&3^ISO' })
  expect(onlyUpdate(raw)).toMatchObject({ orderId: 12, laboratoryNumber: '26-1' })
})

test.each([
  ['MSH|^~\\&|LIS|L|||20260313||ORU^R01||P|2.5.1\rOBR|1|12\r', 'AE', 'MSH-10'],
  ['MSH|^~\\&|LIS|L|||20260313|||M1|P|2.5.1\rOBR|1|12\r', 'AE', 'MSH-9'],
  ['MSH|^~\\&|LIS|L|||20260313||ADT^A01|M1|P|2.5.1\r', 'AR', 'Unsupported message type ADT^A01'],
  ['MSH|^~\\&|LIS|L|||20260313||OML^O21|M1|P|2.5.1\r', 'AR', 'Unsupported message type OML^O21'],
  ['MSH|^~\\&|LIS|L|||20260313||ORU^R01|M1|P|3\r', 'AR', 'MSH-12'],
  ['MSH|^~\\&|LIS|L|||20260313||ORU^R01|M1|P|2.5.1\rPID|1\r', 'AE', 'OBR'],
  ['MSH|^^\\&|LIS|L|||20260313||ORU^R01|M1|P|2.5.1\r', 'AR', 'MSH-2'],
  ['FHS|^~\\&|LIS\rMSH|^~\\&|LIS\r', 'AR', 'MSH is missing'],
  ['', 'AR', 'MSH is missing'],
  [result(`OBR|1|12|${'9'.repeat(200)}`), 'AE', 'OBR-3'],
  [result('OBR|1|12|26-1').replace('|M1|', `|${'M'.repeat(200)}|`), 'AE', 'MSH-10'],
  [result('OBR|1|12|26-1', 'OBX|1|ED|P||^^PDF^Base64^SGVsbG8='), 'AE', 'OBX-5'],
])('refuses %j with %s and %s', (raw, code, words) => {
  const message = codec.read(raw)
  expect(message).toMatchObject({ kind: 'refused', code })
  expect(message.kind === 'refused' && message.reason).toContain(words)
})

test('understands an acknowledgement, and does not answer it', () => {
  expect(codec.read('MSH|^~\\&|L|F|||||ACK|A1|D|2.5.1|\rMSA|AA|K1|\r')).toMatchObject({
    kind: 'other',
    type: 'ACK',
  })
})
