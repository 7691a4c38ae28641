import { expect, test } from 'vitest'
import { HOLD_META, REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import type { LabUpdate } from './port.ts'
import { codec, result } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'

function onlyUpdate(...segments: string[]): LabUpdate {
  const message = codec.read(result(...segments))
  const [update, ...more] = message.kind === 'news' ? message.updates : []
  if (!update || more.length > 0) throw new Error(`expected one order of news: ${JSON.stringify(message)}`)
  return update
}

const OBR = 'OBR|1|12|26-1|WES01^Exome^L'
/** An ORC with its reason in ORC-16. */
const orc = (control: string, reason = '') => `ORC|${control}|12|26-1${'|'.repeat(13)}${reason}`
/** An SPM with SPM-18 (received), 20 (available) and 21 (why rejected). */
const spm = (number: string, received = '', available = '', reason = '') =>
  `SPM|1|${number}||BLD^Blood^L${'|'.repeat(14)}${received}||${available}|${reason}`

test.each([
  ['MISSING-INFO^Family history?^L^H7', 'missing-information', 'H7', 'Family history?'],
  ['MISSING-SAMPLE^The mother’s^L', 'missing-sample', 'MISSING-SAMPLE', 'The mother’s'],
  ['authorization^Of the payer', 'authorization', 'AUTHORIZATION', 'Of the payer'],
  ['CONSENT', 'consent', 'CONSENT', HOLD_META.consent.title],
  ['IDENTITY^The label is Mira’s^L^H8', 'identity', 'H8', 'The label is Mira’s'],
  ['BILLING^Who pays?^L^99', 'other', '99', 'Who pays?'],
  ['^Please call', 'other', 'other', 'Please call'],
  ['', 'other', 'other', HOLD_META.other.title],
])('begins a hold for ORC-1 OH with ORC-16 %j: %s, named %s', (reason, kind, key, words) => {
  expect(onlyUpdate(orc('OH', reason), OBR)).toMatchObject({
    ...{ orderId: 12, hold: { kind, key, words }, release: null, state: null },
  })
})

test('continues a hold’s question in the notes of its group', () => {
  const { hold } = onlyUpdate(
    orc('OH', 'CONSENT^Signed?'),
    OBR,
    'NTE|1||Of the mother',
    'NTE|2||and the father',
  )
  expect(hold?.words).toBe('Signed?\nOf the mother and the father')
})

test.each([
  ['MISSING-INFO^^L^H7', 'H7'],
  ['consent', 'CONSENT'],
  ['', null],
])('releases, for ORC-1 OE with ORC-16 %j, the hold named %j', (reason, key) => {
  expect(onlyUpdate(orc('OE', reason), OBR)).toMatchObject({ release: { key }, hold: null, state: null })
})

test('reads the progress of an order on hold from OBR-25 alone, as it may be waiting for the specimen', () => {
  const held = (status: string) => onlyUpdate(orc('OH', 'CONSENT'), `${OBR}${'|'.repeat(21)}${status}`).state
  expect(['', 'O', 'I'].map(held)).toEqual([null, 'en-route', 'in-process'])
  expect(onlyUpdate(orc('RE', 'CONSENT'), OBR)).toMatchObject({
    hold: null,
    release: null,
    state: 'accessioned',
  })
})

test('recognizes a specimen by the order’s number for it, and its arrival by SPM-18', () => {
  const order = sampleOrder(12)
  const lines = codec.writeOrder(order).split('\r')
  const sent = new Set(lines.flatMap((line) => (line.startsWith('SPM|') ? [line.split('|')[2]] : [])))
  const segments = [...sent].map((number) => spm(`${number}^A77`, '20260313080000-0500', 'Y'))
  const { specimens } = onlyUpdate(OBR, ...segments)
  const arrivedAt = new Date('2026-03-13T13:00:00Z')
  expect(specimens).toEqual(
    order.document.samples.map(({ key }) => ({ orderId: 12, key, arrivedAt, rejected: null })),
  )
})

test.each([
  ['12-s1', '12', 's1'],
  ['12-s1-r2&KARYO^A77&LIS', '12', 's1-r2'],
  ['7-s3', '7', 's3'],
])('reads SPM-2 %j as the specimen of order %s called %s', (number, orderId, key) => {
  expect(onlyUpdate(OBR, spm(number)).specimens).toEqual([
    { orderId: Number(orderId), key, arrivedAt: null, rejected: null },
  ])
})

test.each(['', '^A77', 's1', 'X-s1', '12-', '1234567890123456-s1'])(
  'SPM-2 %j names none of ours',
  (number) => {
    expect(onlyUpdate(OBR, spm(number, '20260313')).specimens).toEqual([])
  },
)

test.each([
  ['N', 'RH^Hemolyzed, please draw again^HL70490', { code: 'RH', words: 'Hemolyzed, please draw again' }],
  ['N', 'rh', { code: 'RH', words: REJECT_REASONS.RH }],
  ['N', 'ZZ', { code: 'ZZ', words: 'ZZ' }],
  ['N', '^Frozen on the way', { code: '', words: 'Frozen on the way' }],
  ['N', '^^^^^^^^Frozen on the way', { code: '', words: 'Frozen on the way' }],
  ['N', '^^^CLT^Clotted^99USL', { code: 'CLT', words: 'Clotted' }],
  ['N', '', null],
  ['Y', 'RH', null],
  ['y', 'RH', null],
  // The Laboratory Results Interface guide's own examples leave SPM-20 empty.
  ['', 'RC^Clotting^HL70490^CLT^Clotted^99USL', { code: 'RC', words: 'Clotting' }],
  ['""', 'RH', { code: 'RH', words: REJECT_REASONS.RH }],
  ['', '', null],
])('reads SPM-20 %j with SPM-21 %j as rejected %j', (available, reason, rejected) => {
  const [specimen] = onlyUpdate(OBR, spm('12-s1', '20260313', available, reason)).specimens
  expect(specimen).toMatchObject({ rejected, arrivedAt: new Date('2026-03-13T05:00:00Z') })
})

test.each([
  ['WES01^Exome^L^81247-9^Panel^LN', 'WES01', 'Exome'],
  ['^^^WES01^Exome^L', 'WES01', 'Exome'],
  ['WES01^^L^^^^^^Exome as ordered', 'WES01', 'Exome as ordered'],
  ['""^""^""^WES01^Exome^L', 'WES01', 'Exome'],
])('[MSG-01] OBR-4 %j is the test %s, called %s', (field, code, name) => {
  const update = onlyUpdate(
    `OBR|1|12|26-1|${field}|||||||||||||||||||||F`,
    'OBX|1|NM|718-7^Hemoglobin^LN||9.1||||||F',
    'OBX|2|TX|TREATMENT^Diet^L|1|Text||||||F',
  )
  expect(update.testCode).toBe(code)
  expect(update.report).toMatchObject({ identity: { testCode: code }, testName: name })
  expect(update.treatments).toMatchObject([{ key: `${code}/1` }])
})

test('reads a treatment from OBX-5 in paragraphs, named by OBR-4 and OBX-4', () => {
  const { treatments } = onlyUpdate(
    OBR,
    'OBX|1|TX|TREATMENT^Ketogenic diet^L|1|Start \\T\\ watch~In 3 months again||||||F',
    'OBX|2|FT|TREATMENT^Ketogenic diet^L|1|Not with valproate||||||F',
    'OBX|3|ST|TREATMENT|2|Refer to neurology||||||F',
  )
  expect(treatments).toEqual([
    {
      ...{ key: 'WES01/1', title: 'Ketogenic diet' },
      text: 'Start & watch\n\nIn 3 months again\n\nNot with valproate',
    },
    { key: 'WES01/2', title: 'Treatment recommendation', text: 'Refer to neurology' },
  ])
})

test.each([
  ['with its text', 'OBX|1|TX|TREATMENT^Diet|1|Text||||||W'],
  ['emptied', 'OBX|1|TX|TREATMENT^Diet|1|||||||D'],
])('[MSG-02] a treatment that is taken back by itself, %s, takes no report back', (_what, obx) => {
  const { treatments, report } = onlyUpdate(OBR, obx)
  expect(treatments).toEqual([{ key: 'WES01/1', title: 'Diet', text: '' }])
  expect(report).toBeNull()
  const withAnother = onlyUpdate(OBR, obx, 'OBX|2|TX|TREATMENT^Diet|1|Another||||||F')
  expect(withAnother.treatments).toEqual([{ key: 'WES01/1', title: 'Diet', text: 'Another' }])
})

test.each([
  ['another kind of result', 'OBX|1|TX|SUM^Summary|1|Text'],
  ['no text', 'OBX|1|TX|TREATMENT^Diet|1|'],
  ['no text type', 'OBX|1|NM|TREATMENT^Diet|1|12'],
])('reads no treatment from %s', (_what, obx) => {
  expect(onlyUpdate(OBR, obx).treatments).toEqual([])
})

const LONG = 'x'.repeat(200)
test.each([
  ['ORC-16', [orc('OH', `${LONG}^Words`), OBR]],
  ['OBR-4', [`OBR|1|12|26-1|${LONG}`]],
  ['SPM-2', [OBR, spm(`12-${LONG}`)]],
  ['OBX-4', [OBR, `OBX|1|TX|TREATMENT|${LONG}|Text`]],
])('refuses a name that is too long: %s', (field, segments) => {
  expect(codec.read(result(...segments))).toMatchObject({
    ...{ kind: 'refused', code: 'AE', reason: `${field} is longer than 199 characters` },
  })
})
