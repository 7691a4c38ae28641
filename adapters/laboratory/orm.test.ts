import { describe, expect, test } from 'vitest'
import { readAcknowledgement } from './acknowledgement.ts'
import { codec, ormCodec } from './testing/messages.ts'
import { sampleAddOn, sampleCancellation, sampleChange, sampleOrder } from './testing/order.ts'
import { answersTo, fieldsOf, named } from './testing/segments.ts'

const segments = fieldsOf(ormCodec.writeOrder(sampleOrder()))
const [first] = named(segments, 'OBR')

/** HL7 2.3, table 0125, as far as we use it. */
const TYPES_OF_2_3 = ['CE', 'CX', 'DT', 'ED', 'FT', 'ST', 'XAD', 'XPN', 'XTN']

describe('an order as ORM^O01 of HL7 2.3', () => {
  test('has the segments of 2.3 in order, one group per test', () => {
    const run = segments.map(([name]) => name).filter((name, at, all) => name !== all[at - 1])
    expect(run).toEqual(['MSH', 'PID', 'PV1', 'IN1', 'ORC', 'OBR', 'DG1', 'OBX', 'ORC', 'OBR', 'DG1', 'OBX'])
    const [msh] = segments
    expect([msh?.[9], msh?.[10], msh?.[12]]).toEqual(['ORM^O01', 'K4711-1', '2.3'])
  })

  test('has PID identifiers in the fields of 2.3, and one ethnicity', () => {
    const [pid] = named(segments, 'PID')
    expect(pid?.[3]).toBe('MRN\\S\\88^^^HRB^MR~4711-proband^^^KARYO^PI')
    expect(pid?.[13]).toBe('+1 555 010 0199^PRN^PH~^NET^Internet^family@example.test')
    expect(pid?.[22]).toBe('EAST_ASIAN')
    expect(answersTo(segments, 'ETHNICITY')).toEqual([['4711-proband', 'EAST_ASIAN^East Asian^L']])
  })

  test('sends several ethnicities as answers, and values without a code as words', () => {
    const order = sampleOrder()
    const [proband] = order.document.patients
    if (proband) Object.assign(proband, { ethnicities: ['East Asian', 'Tidewater people'], sex: 'Ambiguous' })
    const written = fieldsOf(ormCodec.writeOrder(order))
    expect(answersTo(written, 'ETHNICITY')).toEqual([
      ['4711-proband', 'EAST_ASIAN^East Asian^L~^Tidewater people'],
    ])
    expect(named(written, 'PID')[0]?.[8]).toBe('O')
  })

  test('has priority, institution and specimen in ORC-7, OBR-27, ORC-17 and OBR-15', () => {
    const [orc] = named(segments, 'ORC')
    expect([orc?.[1], orc?.[2], orc?.[7], orc?.[17]]).toEqual([
      ...['NW', '4711^KARYO', '^^^^^R', 'HRB^Harbor \\T\\ Vale Clinic^L'],
    ])
    expect(orc).toHaveLength(18)
    expect([first?.[7], first?.[15], first?.[27]]).toEqual(['20260311', 'Blood&Blood&L', '^^^^^R'])
    expect(named(segments, 'IN1')[0]?.[17]).toBe('SEL')
    expect(named(segments, 'DG1')[0]?.slice(1)).toEqual([
      ...['1', 'I10', 'G40.909^Epilepsy \\F\\ unspecified^I10', 'Epilepsy \\F\\ unspecified', '', 'W'],
    ])
  })

  test('sends relatives and specimens as answers about their numbers, numbered through the group', () => {
    expect(answersTo(segments, 'RELATIONSHIP')).toEqual([['4711-relative-1', 'MTH^Mother^HL70063']])
    expect(answersTo(segments, 'RELATIVE-NAME')).toEqual([['4711-relative-1', 'Nguyễn^Mai^^^^^L']])
    expect(answersTo(segments, 'RELATIVE-BIRTH-DATE')).toEqual([['4711-relative-1', '19900701']])
    const specimens = named(segments, 'OBX').filter((obx) => obx[3] === 'SPECIMEN^Specimen^L')
    expect(specimens.slice(0, 2).map((obx) => [obx[4], obx[5], obx[14]])).toEqual([
      ['4711-s1', 'Blood^Blood^L^BLD^Blood specimen^HL70487', '20260311'],
      ['4711-s2', 'Buccal Swab^Buccal Swab^L^733104004^Buccal swab^SCT', undefined],
    ])
    expect(answersTo(segments, 'SPECIMEN-OF').slice(0, 2)).toEqual([
      ['4711-s1', '4711-proband'],
      ['4711-s2', '4711-relative-1'],
    ])
    const second = segments.findLastIndex(([name]) => name === 'ORC')
    const numbers = named(segments.slice(0, second), 'OBX').map((obx) => Number(obx[1]))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })

  test('contains every answer of the other dialect', () => {
    const questions = (written: string[][]) => new Set(named(written, 'OBX').map((obx) => obx[3]))
    const askedQuestions = questions(fieldsOf(codec.writeOrder(sampleOrder())))
    expect([...questions(segments)]).toEqual(expect.arrayContaining([...askedQuestions]))
    for (const obx of named(segments, 'OBX')) {
      expect(TYPES_OF_2_3).toContain(obx[2])
      expect(obx[11]).toBe('F')
    }
  })

  test('refers an add-on test to its order and specimen', () => {
    const written = fieldsOf(ormCodec.writeOrder(sampleAddOn()))
    expect(named(written, 'ORC')[0]?.slice(2, 9)).toEqual([
      ...['4712^KARYO', '26-104417^LIS', '', '', '', '^^^^^R', '4700&KARYO^26-104417&LIS'],
    ])
    expect([named(written, 'OBR')[0]?.[11], named(written, 'OBR')[0]?.[15]]).toEqual(['A', 'Blood&Blood&L'])
    expect(answersTo(written, 'SPECIMEN')[0]).toEqual(['4700-s1', 'Blood^Blood^L^BLD^Blood specimen^HL70487'])
  })
})

test('requests a cancellation as ORM^O01 with ORC-1 CA', () => {
  const written = fieldsOf(ormCodec.writeCancellation(sampleCancellation()))
  expect(written.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'ORC', 'OBR'])
  const [orc] = named(written, 'ORC')
  expect([orc?.[1], orc?.[16], orc?.[17]]).toEqual([
    ...['CA', 'Order^Ordered twice \\F\\ by mistake^L', 'HRB^Harbor \\T\\ Vale Clinic^L'],
  ])
})

test('sends a change as ORM^O01 with ORC-1 XO: text, documents and specimen', () => {
  const document = { filename: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('PDF') }
  const written = fieldsOf(
    ormCodec.writeChange({
      ...sampleChange(),
      answer: { hold: { kind: 'consent', key: 'H-1' }, text: 'Signed', documents: [document] },
      specimen: {
        ...{ key: 's1-r1', type: 'Blood', dateOfCollection: '2026-03-13', patientKey: 'proband' },
        shipment: null,
      },
    }),
  )
  expect(written.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'NTE', 'OBX', 'OBX', 'OBX'])
  expect(named(written, 'ORC')[0]?.[16]).toBe('CONSENT^^L^H-1')
  expect(answersTo(written, 'DOCUMENT')).toEqual([['1', '^application^pdf^Base64^UERG']])
  expect(answersTo(written, 'SPECIMEN')).toEqual([['4711-s1-r1', 'Blood^Blood^L^BLD^Blood specimen^HL70487']])
})

test('is identical for the same order', () => {
  expect(ormCodec.writeOrder(sampleOrder())).toBe(ormCodec.writeOrder(sampleOrder()))
})

test('is answered by ORR^O02, which acknowledges and may decide on a cancellation', () => {
  const msh = 'MSH|^~\\&|LIS|L|KARYO|PORTAL|20260313||ORR^O02|A1|P|2.3'
  expect(readAcknowledgement(`${msh}\rMSA|AA|K4711-1\r`)).toMatchObject({ code: 'AA', updates: [] })
  expect(readAcknowledgement(`${msh}\rMSA|AA|CA4711-1\rPID|1\rORC|CR|4711|26-1\r`)).toMatchObject({
    ...{ code: 'AA', controlId: 'CA4711-1', updates: [{ orderId: 4711, state: 'cancelled' }] },
  })
})
