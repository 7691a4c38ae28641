import { expect, test } from 'vitest'
import { diagnosisDay } from '../diagnosis-day.ts'
import { PROBAND } from '../document.ts'
import { blankPregnancy } from '../pregnancy.ts'
import { completeOrder, sampleOf } from '../testing/complete-order.ts'
import { diagnosisRules } from './diagnoses.ts'
import type { RuleInput } from './rule.ts'

const withCode = (code: string, fetusCount: number | null) =>
  diagnosisRules({
    ...({ tests: [], today: '2026-11-22', institutionState: '', history: [] } as Partial<RuleInput>),
    document: {
      ...completeOrder(),
      indicationsForTesting: [{ code, description: '' }],
      pregnancy: { ...blankPregnancy(), fetusCount },
    },
  } as RuleInput)

test.each([
  ['of the second of two', 'O35.10X2', 2, []],
  ['of a third of two', 'O35.10X3', 2, ['icd10-fetus']],
  ['of one of several, though there is one', 'O35.10X1', 1, ['icd10-fetus']],
  ['of a number not known', 'O35.10X1', null, []],
  ['of no fetus', 'Q87.410', 2, []],
] as const)('a diagnosis code %s', (_, code, fetuses, rules) => {
  const findings = withCode(code, fetuses)
  expect(findings.map(({ rule }) => rule)).toEqual(rules)
  for (const one of findings) expect(one.warningAbout).toBe(`${code} ${fetuses}`)
})

test('[CODE-02] an added test’s codes are judged on the day of service: its specimen’s collection, or today if it was stored', () => {
  const document = {
    ...completeOrder(),
    ...{ addOn: { orderId: 3, sampleId: 4, labNumber: '', kind: 'add-on' as const }, samples: [] },
    indicationsForTesting: [{ code: 'G40.309', description: '' }],
  }
  const [patient] = document.patients
  const periods = [{ from: '2015-10-01', until: '2026-09-30', billable: true }]
  const found = (dateOfCollection: string, today: string) =>
    diagnosisRules({
      ...({ tests: [], today, institutionState: '', history: [] } as Partial<RuleInput>),
      ...{ document, diagnoses: [{ code: 'G40.309', periods, offered: [] }] },
      specimenOf: patient && { ...patient, sample: sampleOf(PROBAND, 's1', { dateOfCollection }) },
    } as unknown as RuleInput)
  const rules = (collected: string, today: string) => found(collected, today).map(({ rule }) => rule)
  expect(rules('2026-09-30', '2026-10-30')).toEqual([])
  expect(rules('2026-10-01', '2026-10-30')).toEqual(['icd10-valid'])
  expect(rules('2026-09-30', '2026-10-31')).toEqual(['icd10-valid'])
  expect(rules('2026-08-01', '2026-09-30')).toEqual([])
  const message = (collected: string, today: string) => found(collected, today)[0]?.message
  expect(message('2026-09-30', '2026-10-31')).toBe(
    'G40.309 was valid until 2026-09-30, not on 2026-10-31, the day that counts because the specimen was stored for more than 30 days. Enter a valid code',
  )
  expect(message('2026-10-01', '2026-10-30')).toBe(
    'G40.309 was valid until 2026-09-30, not on 2026-10-01. Enter a valid code',
  )
})

test.each([
  ['the last collection of several', ['2026-09-29', '2026-10-02'], '2026-10-02'],
  ['the last one that was not stored', ['2026-08-01', '2026-10-02'], '2026-10-02'],
  ['today while one is still to come', ['2026-10-02', '2026-12-01'], '2026-10-20'],
  ['today if all were stored', ['2026-07-01', '2026-08-01'], '2026-10-20'],
  ['today without one', [''], '2026-10-20'],
])('[CODE-02] diagnosis codes are judged on %s', (_, days, day) => {
  const specimens = days.map((dateOfCollection) => ({ dateOfCollection }))
  expect(diagnosisDay(specimens, '2026-10-20')).toBe(day)
})
