import { expect, it, test } from 'vitest'
import { blankRecord, type ConsentRecord } from '../consent/record.ts'
import { PROBAND } from '../orders/document.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { stateRuleOf } from '../orders/testing/complete-order.ts'
import { goodOrder, testContext } from '../orders/testing/good-order.ts'
import { columnsOf } from './columns.ts'
import { judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = testContext(goodOrder()).tests as [OrderableTest]
const columns = columnsOf(exome)

const record = (patient: string, more: Partial<ConsentRecord>): ConsentRecord => ({
  ...blankRecord(patient),
  ...more,
})
const SIGNED: Partial<ConsentRecord> = { signer: 'patient', signedOn: '2026-03-02', method: 'electronic' }

test('a test that asks for no consent has no columns about signatures', () => {
  const headings = columnsOf({ ...exome, consents: [] }).map(({ heading }) => heading)
  expect(headings.filter((heading) => /consent|signer|assent|interpreter/i.test(heading))).toEqual([])
})

it.each<[string, Partial<ConsentRecord>]>([
  ['a patient', SIGNED],
  ['a minor who may sign alone', { ...SIGNED, signsAlone: true }],
  [
    'a guardian',
    {
      ...{
        signer: 'legal-guardian',
        signerName: 'Rosa Diaz',
        relation: 'aunt',
        evidence: 'Court order 26-118',
      },
      ...{ signedOn: '2026-03-02', method: 'verbal', witness: 'Ada Okafor', assent: 'refused' },
      ...{ interpreter: 'Ana Ruiz' },
    },
  ],
])('[CNST-02] holds the consent of %s, and reads it back whole', (_who, more) => {
  const document = { ...goodOrder(), consentRecords: [record(PROBAND, more)] }
  const row = readRow(rowOf(document, columns), columns, exome)
  expect(row.errors).toEqual([])
  expect(row.document).toEqual(document)
})

it('reads the language of the form by its name, if the test has texts in several', () => {
  const text = {
    ...{
      version: '1',
      jurisdiction: '',
      validFrom: '2020-01-01',
      validTo: null,
      list: '',
      title: '',
      text: '',
    },
  }
  const [first, ...others] = exome.consents
  if (!first) throw new Error('the exome asks for consent')
  const texts = ['en', 'es'].map((language) => ({ ...text, language }))
  const spanish = { ...exome, consents: [{ ...first, texts }, ...others] }
  const its = columnsOf(spanish)
  expect(columns.some(({ heading }) => heading === 'Language of the consent form')).toBe(false)
  const cells = { ...rowOf(goodOrder(), its), 'Language of the consent form': 'spanish' }
  expect(readRow(cells, its, spanish).document.consentRecords).toMatchObject([{ language: 'es' }])
})

test('a row without a signature is attested, and one of a relative only has no record of the patient', () => {
  expect(readRow(rowOf(goodOrder(), columns), columns, exome).document).not.toHaveProperty('consentRecords')
  const cells = {
    ...rowOf(goodOrder(), columns),
    ...{ 'Relative 2: First name': 'Bao', 'Relative 2: Consent signed by': 'patient' },
    'Relative 2: Date consent signed': '2 Mar 2026',
  }
  const { document } = readRow(cells, columns, exome)
  expect(document.consentRecords).toEqual([
    record('relative-2', { signer: 'patient', signedOn: '2026-03-02' }),
  ])
})

test('[CNST-02] a row is refused in the signature’s own columns, with the rule', () => {
  const problems = (cells: Record<string, string>, more: object = {}) => {
    const row = { ...rowOf(goodOrder(), columns), ...cells }
    const context = { ...testContext(goodOrder()), ...more }
    return judgeRow(readRow(row, columns, exome), row, context).errors.map(
      ({ column, rule }) => `${column}: ${rule}`,
    )
  }
  expect(problems({ 'Date consent signed': 'spring' })).toEqual([
    'Consent signed by: required',
    'Date consent signed: date',
    'How consent was given: required',
  ])
  const verbal = { 'Consent signed by': 'Parent', 'How consent was given': 'verbally' }
  expect(problems({ ...verbal, 'Date consent signed': '2026-03-02' })).toEqual([
    'Signer’s name: required',
    'Witness of a verbal consent: required',
  ])
  expect(problems({ 'Consent signed by': 'Neighbor' })).toContain('Consent signed by: unreadable')
  const consentLaw = { states: [stateRuleOf('*', 'attestation')], conflicts: [] }
  const unsigned = { consentLaw, attested: false, institutionState: 'NY' }
  expect(problems({}, unsigned)).toEqual(['Consent signed by: attestation'])
})
