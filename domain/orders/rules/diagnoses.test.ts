import { expect, test } from 'vitest'
import { blankPregnancy } from '../pregnancy.ts'
import { completeOrder } from '../testing/complete-order.ts'
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
