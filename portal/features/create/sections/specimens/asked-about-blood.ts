import type { TestDetails } from '#contract/catalogue.ts'
import { NEEDS, type Need } from '#domain/specimens/blood-history-needs.ts'

export type AskedAboutBlood = Record<'transfusion' | 'transplant' | 'bloodCancer', Need>

/** What the tests ask together: required if one requires it. Null if none asks anything. */
export function askedAboutBlood(tests: readonly Pick<TestDetails, 'bloodHistory'>[]): AskedAboutBlood | null {
  const most = (name: keyof AskedAboutBlood): Need =>
    NEEDS.findLast((need) => tests.some(({ bloodHistory }) => bloodHistory?.[name] === need)) ?? 'no'
  const asked = {
    transfusion: most('transfusion'),
    transplant: most('transplant'),
    bloodCancer: most('bloodCancer'),
  }
  return Object.values(asked).every((need) => need === 'no') ? null : asked
}
