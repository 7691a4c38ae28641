import { expect, test } from 'vitest'
import { codec } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'
import { fieldsOf, named } from './testing/segments.ts'

const segments = fieldsOf(codec.writeOrder(sampleOrder()))

test('writes the segments in the order of OML_O21, one group per test', () => {
  const answers = ['OBX', 'OBX', 'OBX', 'OBX', 'OBX']
  const group = ['ORC', 'TQ1', 'OBR', 'DG1', ...answers, 'SPM', 'OBX', 'OBX', 'SPM', 'OBX', 'OBX']
  expect(segments.map((segment) => segment[0])).toEqual([
    'MSH',
    'PID',
    'NK1',
    'PV1',
    'IN1',
    ...group,
    ...group,
  ])
})

test('writes sender, receiver, type, control ID and the character set UTF-8 into MSH', () => {
  const msh = segments[0] ?? []
  expect(msh.slice(2, 7)).toEqual(['^~\\&', 'KARYO', 'PORTAL', 'LIS', 'LARKFIELD'])
  expect([msh[7], msh[9], msh[10], msh[11], msh[12], msh[18]]).toEqual([
    '20260312140507+0000',
    'OML^O21^OML_O21',
    'K4711-1',
    'P',
    '2.5.1',
    'UNICODE UTF-8',
  ])
})

test('writes numbers and names without the spaces that were pasted around them', () => {
  const order = sampleOrder()
  const pasted = { recordNumber: ' 4711\u00a0', lastName: 'Lind\t', firstName: '\u00a0Dora ' }
  Object.assign(order.document.patients[0] ?? {}, pasted)
  order.document.payment.insurance.memberId = ' TM 1 '
  const written = fieldsOf(codec.writeOrder(order))
  const [pid = []] = named(written, 'PID')
  expect([pid[3], pid[5]]).toEqual(['4711^^^HRB^MR~4711-proband^^^KARYO^PI', 'Lind^Dora^^^^^L'])
  expect(named(written, 'IN1')[0]?.[36]).toBe('TM 1')
})

test('writes the proband into PID, with typed text escaped', () => {
  const pid = named(segments, 'PID')[0] ?? []
  expect(pid[3]).toBe('MRN\\S\\88^^^HRB^MR~4711-proband^^^KARYO^PI')
  expect(pid[5]).toBe('Nguyễn^Linh^^^^^L')
  expect([pid[7], pid[8]]).toEqual(['20190314', 'F'])
  expect(pid[11]).toBe('1 Quay St^^Larkfield^ME^04001^USA^H')
  expect(pid[13]).toBe('^PRN^PH^^^^^^^^^+1 555 010 0199~^NET^Internet^family@example.test')
  expect(pid[22]).toBe('EAST_ASIAN^East Asian^L')
})

test('identifies a patient without a record number by our order', () => {
  const order = sampleOrder()
  for (const patient of order.document.patients) patient.recordNumber = ''
  expect(named(fieldsOf(codec.writeOrder(order)), 'PID')[0]?.[3]).toBe('4711-proband^^^KARYO^PI')
})

test('writes a relative as NK1', () => {
  const nk1 = named(segments, 'NK1')[0] ?? []
  expect(nk1.slice(1, 4)).toEqual(['1', 'Nguyễn^Mai^^^^^L', 'MTH^Mother^HL70063'])
  expect([nk1[15], nk1[16], nk1[33]]).toEqual(['F', '19900701', '4711-relative-1^^^KARYO^PI'])
})

test('writes payer, group, member and holder for insurance, and no IN1 without it', () => {
  const in1 = named(segments, 'IN1')[0] ?? []
  expect([in1[4], in1[8], in1[15], in1[36]]).toEqual(['Tidewater Mutual', 'G-9', 'Commercial', 'TM-100200'])
  expect(in1.slice(16, 19)).toEqual(['Nguyễn^Linh^^^^^L', 'SEL^Self^HL70063', '20190314'])
  expect(named(segments, 'PV1')[0]?.[20]).toBe('T')

  const order = sampleOrder()
  order.document.payment.billingType = 'Intitutional'
  const billed = fieldsOf(codec.writeOrder(order))
  expect(named(billed, 'IN1')).toEqual([])
  expect(named(billed, 'PV1')[0]?.[20]).toBe('C')
})

test.each([
  ['Self', 'SEL^Self^HL70063'],
  ['Spouse', 'SPO^Spouse^HL70063'],
  ['Child', 'PAR^Parent^HL70063'],
  ['Other', 'OTH^Other^HL70063'],
] as const)(
  '[UX-10] IN1-17 is what the insured is to the patient: of one who is %s, %s',
  (relationship, in17) => {
    const order = sampleOrder()
    order.document.payment.insurance.holderRelationship = relationship
    expect(named(fieldsOf(codec.writeOrder(order)), 'IN1')[0]?.[17]).toBe(in17)
  },
)

test('of a patient who holds the policy, a holder who was typed before is in no message', () => {
  const order = sampleOrder()
  const typed = { holderFirstName: 'Elena', holderLastName: 'Papermoon', holderDateOfBirth: '1981-05-01' }
  Object.assign(order.document.payment.insurance, { ...typed, holderRelationship: 'Self' })
  const written = codec.writeOrder(order)
  expect(named(fieldsOf(written), 'IN1')[0]?.slice(16, 19)).toEqual([
    'Nguyễn^Linh^^^^^L',
    'SEL^Self^HL70063',
    '20190314',
  ])
  for (const relative of order.document.patients.slice(1)) relative.payment = order.document.payment
  expect(codec.writeOrder(order)).not.toMatch(/Elena|Papermoon|1981/)
})

test('writes our order number, the test, the provider with NPI and the institution into ORC and OBR', () => {
  const provider = '1234567893^Oduya^Maren^^^^^^NPI^L^^^NPI'
  const [orc] = named(segments, 'ORC')
  expect([orc?.[1], orc?.[2], orc?.[12]]).toEqual(['NW', '4711^KARYO', provider])
  expect(orc?.[21]).toBe('Harbor \\T\\ Vale Clinic^^^^^KARYO^XX^^^HRB')
  const obr = named(segments, 'OBR')
  expect(obr.map((segment) => [segment[1], segment[2], segment[4]])).toEqual([
    ['1', '4711^KARYO', 'WES01^Exome, whole^L^1300^Exome, whole^99DISPLAY'],
    ['2', '4711^KARYO', 'MIT02^Mitochondrial genome^L'],
  ])
  expect([obr[0]?.[7], obr[0]?.[16], obr[0]?.[28]]).toEqual(['20260311', provider, '^Dr. Tomas Quill'])
  expect(named(segments, 'TQ1')[0]?.[9]).toBe('R^Routine^HL70485')
})

test('orders an add-on only once if it is also among the ordered tests', () => {
  const order = sampleOrder()
  order.document.tests.push(...order.document.addOnTests)
  const codes = named(fieldsOf(codec.writeOrder(order)), 'OBR').map((obr) => obr[4]?.split('^')[0])
  expect(codes).toEqual(['WES01', 'MIT02'])
})

test('writes indication, answers and specimens into DG1, OBX and SPM', () => {
  expect(named(segments, 'DG1')[0]?.slice(1)).toEqual([
    '1',
    '',
    'G40.909^Epilepsy \\F\\ unspecified^I10C',
    '',
    '',
    'W',
  ])
  const answers = named(segments, 'OBX').slice(0, 5)
  expect(answers.map((obx) => [obx[2], obx[3], obx[4], obx[5], obx[11]])).toEqual([
    ['CE', 'incidental-findings^Consent^L', '4711-proband', 'Y^Yes^HL70136', 'O'],
    ['CE', 'research^Consent^L', '4711-proband', 'N^No^HL70136', 'O'],
    ['CE', 'research^Consent^L', '4711-relative-1', 'Y^Yes^HL70136', 'O'],
    ['ST', 'REPORT-COPY^Send a copy of the report to^L', '', 'Dr. Tomas Quill, fax +1 555 010 0111', 'O'],
    [
      'FT',
      'CLINICAL-NOTES^Clinical notes^L',
      '',
      'Seizures since 2 months\\.br\\Mother \\T\\ aunt \\R\\ affected \\E\\ untested',
      'O',
    ],
  ])
  const specimens = named(segments, 'SPM').slice(0, 2)
  expect(specimens.map((spm) => [spm[2], spm[4], spm[14] ?? '', spm[17] ?? ''])).toEqual([
    ['4711-s1', 'Blood^Blood^L^BLD^Blood specimen^HL70487', '', '20260311'],
    ['4711-s2', 'Buccal Swab^Buccal Swab^L^733104004^Buccal swab^SCT', 'Mother: Mai Nguyễn', ''],
  ])
})

test('writes the same message when called again', () => {
  expect(codec.writeOrder(sampleOrder())).toBe(codec.writeOrder(sampleOrder()))
})
