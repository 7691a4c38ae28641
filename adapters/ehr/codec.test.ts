import { describe, expect, test } from 'vitest'
import { ehrCodec } from './codec.ts'

const codec = ehrCodec({ sendingApplication: 'KARYO', sendingFacility: 'LAB', processingId: 'P' })
const MSH = 'MSH|^~\\&|EPIC|HOSPITAL|K|L|20260312091500||ORM^O01|C1|P|2.3|||'
const PID = 'PID|1||M1^^^HOSPITAL^MR||BERG&van den&BERG^JON||20190314|M'

function ordersIn(...segments: string[]) {
  const read = codec.read([MSH, PID, ...segments].join('\r'))
  return read.kind === 'orders' ? read.orders : []
}
const placers = (...segments: string[]) => ordersIn(...segments).map(({ placer }) => placer)

describe('the number of an order', () => {
  test.each([
    ['in both places', 'ORC|NW|7^E', 'OBR|1|7^E||T', { number: '7', namespace: 'E' }],
    ['in ORC-2 alone', 'ORC|NW|7^E', 'OBR|1|||T', { number: '7', namespace: 'E' }],
    ['in OBR-2, with its namespace', 'ORC|NW|7', 'OBR|1|7^E||T', { number: '7', namespace: 'E' }],
    [
      'in ORC-2, with its namespace',
      'ORC|NW|7^E^1.2^ISO',
      'OBR|1|7||T',
      { universalId: '1.2', universalIdType: 'ISO' },
    ],
    [
      'in OBR-2, where ORC-2 has a namespace only',
      'ORC|NW|^E',
      'OBR|1|7^F||T',
      { number: '7', namespace: 'F' },
    ],
  ])('%s', (_, orc, obr, expected) => {
    expect(placers(orc, obr)).toMatchObject([expected])
  })

  test('tells one order with several tests from several orders under one ORC', () => {
    const tests = ordersIn('ORC|NW|7^E', 'OBR|1|7^E||T1', 'OBR|2|7^E||T2').map(({ tests }) => tests)
    expect(tests).toMatchObject([[[{ code: 'T1' }], [{ code: 'T2' }]]])
    expect(placers('ORC|NW|7^E', 'OBR|1|7^E||T1', 'OBR|2|8^E||T2')).toMatchObject([
      { number: '7' },
      { number: '8' },
    ])
  })

  test('is required', () => {
    expect(codec.read([MSH, PID, 'ORC|NW', 'OBR|1|||T'].join('\r'))).toMatchObject({
      kind: 'refused',
      code: 'AE',
    })
  })
})

test('takes HL7’s null for nothing, and an insurance without payer and member for none', () => {
  const [order] = ordersIn(
    'IN1|1|""|""|""||||""||||||||""|""|""',
    'ORC|NW|7^E||""||||||||""^""',
    'OBR|1|7^E||T|||""||||||||""&""^""|""^""',
    'SPM|1|||""^""',
    'OBX|1|ST|Q^Note||""',
    'NTE|1||""',
  )
  expect(order).toMatchObject({
    ...{ group: '', provider: null, insurance: [], notes: [] },
    specimen: { type: [], collectedOn: '' },
    answers: [{ choice: null, words: '' }],
  })
})

test('reads everything as it is said: the person, the provider’s numbers, questions, insurance, diagnoses', () => {
  const [order] = ordersIn(
    'IN1|1|1|AET^Aetna Plan|AETNA||||G5||||||||BERG^ANNA|SPO|19800101||||||||||||||||||W123',
    'ORC|CD:2539|7^E||G1^E||||||||5551^DALE^ROBIN^^^^^^Local~1578594032^DALE^ROBIN^^^^^^NPI^L^^^NPI',
    'OBR|1|7^E||T1^One^L^1-1^Eins^LN|||20260311||||||||BLD&Blood',
    'OBX|1|CE|Q1^Sick?^L||Y^Yes^L~N^Or no^L',
    'OBX|2|NM|Q2^Weight^L||3040|g^gram^UCUM',
    'DG1|1|I10|G40.909^Epilepsy',
    'NTE|1||Call first',
  )
  expect(order).toEqual({
    ...{ control: null, controlCode: 'CD:2539', group: 'G1^E', notes: ['Call first'] },
    placer: { number: '7', namespace: 'E', universalId: '', universalIdType: '' },
    tests: [
      [
        { code: 'T1', text: 'One', system: 'L' },
        { code: '1-1', text: 'Eins', system: 'LN' },
      ],
    ],
    patient: {
      ...{ lastName: 'BERG', firstName: 'JON', dateOfBirth: '2019-03-14', sex: 'M', phone: '', email: '' },
      numbers: [{ number: 'M1', system: 'HOSPITAL', type: 'MR' }],
      address: { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
    },
    provider: {
      ...{ lastName: 'DALE', firstName: 'ROBIN' },
      numbers: [
        { number: '5551', system: 'Local', type: '' },
        { number: '1578594032', system: 'NPI', type: 'NPI' },
      ],
    },
    specimen: { type: [{ code: 'BLD', text: 'Blood', system: '' }], collectedOn: '2026-03-11' },
    diagnoses: [{ code: 'G40.909', text: 'Epilepsy', system: 'I10' }],
    insurance: [
      {
        payer: { code: 'AET', text: 'AETNA', system: '' },
        ...{ memberId: 'W123', groupNumber: 'G5', relationship: 'SPO' },
        holder: { lastName: 'BERG', firstName: 'ANNA', dateOfBirth: '1980-01-01' },
      },
    ],
    answers: [
      {
        question: [{ code: 'Q1', text: 'Sick?', system: 'L' }],
        ...{ choice: { code: 'Y', text: 'Yes', system: 'L' }, words: 'Yes; Or no' },
      },
      { question: [{ code: 'Q2', text: 'Weight', system: 'L' }], choice: null, words: '3040 gram' },
    ],
  })
})

describe('each specimen has its own type and day', () => {
  const [BLOOD, SALIVA] = [
    { code: 'BLD', text: 'Blood', system: 'L' },
    { code: 'SAL', text: 'Saliva', system: 'L' },
  ]
  const spm = (type: string, day = '') => `SPM|1|||${type}${'|'.repeat(13)}${day}`
  const specimens = (...segments: string[]) => {
    const [order] = ordersIn(...segments)
    return [order?.specimen, ...(order?.furtherSpecimens ?? [])]
  }
  const OBR = 'OBR|1|7^E||T1|||20260310||||||||BLD&Blood'

  test.each<[string, string[], [type: object[], day: string][]]>([
    [
      'of one test',
      ['ORC|NW|7^E', OBR, spm('BLD^Blood^L', '20260311'), spm('SAL^Saliva^L', '20260312')],
      [
        [[BLOOD], '2026-03-11'],
        [[SALIVA], '2026-03-12'],
      ],
    ],
    [
      'the day of the second is not that of the first, which OBR-7 has',
      ['ORC|NW|7^E', OBR, spm('BLD^Blood^L'), spm('SAL^Saliva^L', '20260312')],
      [
        [[BLOOD], '2026-03-10'],
        [[SALIVA], '2026-03-12'],
      ],
    ],
    [
      'of the same test twice',
      ['ORC|NW|7^E', OBR, spm('BLD^Blood^L', '20260311'), spm('BLD^Blood^L', '20260311'), spm('')],
      [[[BLOOD], '2026-03-11']],
    ],
    [
      'of two tests below an ORC each',
      [
        ...['ORC|NW|7^E', 'OBR|1|7^E||T1', spm('BLD^Blood^L', '20260311')],
        ...['ORC|NW|7^E', 'OBR|2|7^E||T2', spm('SAL^Saliva^L', '20260312')],
      ],
      [
        [[BLOOD], '2026-03-11'],
        [[SALIVA], '2026-03-12'],
      ],
    ],
  ])('%s', (_, segments, expected) => {
    expect(specimens(...segments)).toEqual(expected.map(([type, collectedOn]) => ({ type, collectedOn })))
  })
})

describe('a message that is no order is refused', () => {
  test.each([
    [MSH.replace('ORM^O01', 'ADT^A08'), 'AR', 'type'],
    [MSH, 'AE', 'unreadable'],
    ['HELLO', 'AR', 'unreadable'],
  ])('%s', (raw, code, cause) => {
    expect(codec.read(raw)).toMatchObject({ kind: 'refused', code, cause })
  })

  test('but an acknowledgement is not answered', () => {
    const read = codec.read(`${MSH.replace('ORM^O01', 'ACK')}\rMSA|AA|X`)
    expect(read.kind).toBe('other')
    expect(codec.answer(read, null)).toBe('')
  })
})

test('a refusal in enhanced mode is a commit error, also if only errors are wanted', () => {
  for (const [mode, code] of [
    ['', 'AR'],
    ['AL', 'CR'],
    ['ER', 'CR'],
    ['SU', ''],
    ['NE', ''],
  ]) {
    const read = codec.read(`${MSH.replace('ORM^O01', 'ADT^A08')}${mode}`)
    expect(/\rMSA\|(..)/.exec(codec.answer(read, null))?.[1] ?? '', mode).toBe(code)
  }
})

describe('a message that would keep the portal from its other work is refused', () => {
  const refused = (...segments: string[]) => codec.read([MSH, PID, ...segments].join('\r'))
  const many = (count: number, segment: string) => Array.from({ length: count }, () => segment)

  test('with more segments than an order has', () => {
    expect(refused(...many(3_000, 'DG1|1'), ...many(3_000, 'ORC|NW|7^E'))).toMatchObject({
      ...{ kind: 'refused', code: 'AE' },
      reason: 'The message has 6002 segments: at most 5000 are read',
    })
  })

  test('with more above its orders than each of them can keep', () => {
    const note = `NTE|1||${'x'.repeat(100_000)}`
    expect(refused(note, ...many(100, 'ORC|NW|7^E'))).toMatchObject({
      ...{ kind: 'refused', code: 'AE' },
      reason: 'What stands above the 100 orders is too long: send fewer in one message',
    })
    expect(ordersIn(note, 'ORC|NW|7^E', 'ORC|NW|8^E')).toHaveLength(2)
  })

  test('with more orders than one transaction takes', () => {
    const orders = (count: number) => Array.from({ length: count }, (_, index) => `ORC|NW|${index}^E`)
    expect(refused(...orders(201))).toMatchObject({
      ...{ kind: 'refused', code: 'AE' },
      reason: 'The message has 201 orders: send at most 200 in one message',
    })
    expect(ordersIn(...orders(200))).toHaveLength(200)
  })
})
