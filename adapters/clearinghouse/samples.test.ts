import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { read270 } from './read-270.ts'
import { read271 } from './read-271.ts'

const FOLDER = '../shared/samples/x12'
const raw = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')

const PARTNER = {
  sender: { qualifier: '30', id: '000000005' },
  receiver: { qualifier: '30', id: '12345' },
  usage: 'T',
}
const SAMPLE_REQUEST = {
  payer: { name: 'ABC COMPANY', id: '842610001' },
  ...{ serviceType: '30', date: '2006-05-01', traceNumber: '93175-012547', controlNumber: 907 },
  askedAt: new Date('2006-05-01T13:19:00Z'),
}

const NOTHING = {
  ...{ level: null, serviceTypes: [], period: null, amountCents: null, rate: null },
  ...{ authorization: 'unknown', network: 'unknown', plan: '', words: [] },
}
const PLAN = 'GOLD 123 PLAN'
const MANY = ['1', '33', '35', '47', '86', '88', '98', 'AL', 'MH', 'UC']
const COPAY = { ...NOTHING, kind: 'copayment', serviceTypes: MANY, period: 'visit', plan: PLAN }
const ANSWER = {
  traceNumber: '93175-012547',
  payer: { name: 'ABC COMPANY', id: '841610001' },
  rejections: [],
  benefits: [
    { ...NOTHING, kind: 'active', serviceTypes: ['30'], plan: PLAN },
    {
      ...{ ...NOTHING, kind: 'other', notes: ['Primary care provider: MARCUS JONES, 0202034'] },
      unclear: ['Primary care provider: MARCUS JONES, 0202034'],
    },
    { ...NOTHING, kind: 'active', serviceTypes: MANY },
    { ...COPAY, insuranceType: 'HM', amountCents: 1000, network: 'in' },
    { ...COPAY, insuranceType: 'HM', amountCents: 3000, network: 'out' },
  ],
}
const besides = (...lines: string[]) =>
  lines.map((line) => {
    const [about, words] = line.split(': ')
    return { about, words }
  })
const ADDRESS = ['Address: 15197 BROADWAY AVENUE APT 215', 'Address: KANSAS CITY MO 64108']
const BEGINS = 'Plan begins: 2006-01-01'
const COVERED = {
  ...{ memberId: '123456789', groupNumber: '', planName: PLAN },
  ...{ planBegins: '2006-01-01', planEnds: '' },
}

const EXPECTED: Record<string, unknown> = {
  'lfh-demo.270': {
    request: {
      ...SAMPLE_REQUEST,
      // It has another kind of number instead of an NPI.
      provider: { name: 'BONE AND JOINT CLINIC', npi: '' },
      subscriber: {
        ...{ lastName: 'SMITH', firstName: 'ROBERT', memberId: '11122333301', dateOfBirth: '1943-05-19' },
      },
      dependent: null,
    },
    ...{ partner: PARTNER, problems: [] },
  },
  'lfh-dependent.270': {
    request: {
      ...SAMPLE_REQUEST,
      provider: { name: 'MARCUS JONES', npi: '' },
      subscriber: { lastName: '', firstName: '', memberId: '11122333301', dateOfBirth: '' },
      dependent: { lastName: 'SMITH', firstName: 'MARY', dateOfBirth: '1978-10-14' },
    },
    ...{ partner: PARTNER, problems: [] },
  },
  'lfh-demo.271': {
    answer: {
      ...ANSWER,
      besides: besides(...ADDRESS, 'Sex: male', BEGINS),
      member: {
        ...COVERED,
        ...{ lastName: 'SMITH', firstName: 'JOHN', dateOfBirth: '1963-05-19', isDependent: false },
      },
    },
    problems: [],
  },
  'lfh-dependent.271': {
    answer: {
      ...ANSWER,
      besides: besides(
        ...['Policy holder: JOHN SMITH', ...ADDRESS, 'Date of birth and sex: 1963-05-19 male', ...ADDRESS],
        ...['Sex: female', 'Relationship to the policy holder: child', BEGINS],
      ),
      member: {
        ...COVERED,
        ...{ lastName: 'SMITH', firstName: 'MARY', dateOfBirth: '1998-10-14', isDependent: true },
      },
    },
    problems: [],
  },
}

describe.skipIf(!existsSync(FOLDER))(
  'what others wrote is read right (skipped where ../shared/samples is absent)',
  () => {
    test.each(existsSync(FOLDER) ? readdirSync(FOLDER) : [])('%s', (file) => {
      expect(file.endsWith('.270') ? read270(raw(file)) : read271(raw(file))).toEqual(EXPECTED[file])
    })
  },
)
