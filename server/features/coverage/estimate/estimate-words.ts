import type { CostEstimate, ESTIMATE_LANGUAGES } from '#contract/coverage.ts'

export type EstimateLanguage = (typeof ESTIMATE_LANGUAGES)[number]

type Step = CostEstimate['steps'][number]
type Result = CostEstimate['result']
/** The part of the plan that a step is about, if any. */
export type About = NonNullable<Step['about']>
/** A step's amounts, formatted. */
export type StepFigures = { of: string; rate: string; about: About | null }

/** The words of a patient's estimate. Amounts come formatted: `$1,234.50`. */
export interface EstimateWords {
  /** A date, `2026-03-12`. */
  day(iso: string): string
  title(tests: number): string
  severalTests(tests: number): string
  number(id: number): string
  page(page: number, count: number): string
  fields: Record<'patient' | 'born' | 'clinic' | 'insurance' | 'plan' | 'asked' | 'made' | 'counts', string>
  amount: { one: string; between: string; and: string; unknown: string; uninsured: string; listPrice: string }
  because: Record<Extract<Result, { kind: 'none' }>['because'], string>
  notABill: Record<'insured' | 'uninsured', string>
  how: {
    title: string
    understood: string
    most(amount: string): string
    least(amount: string): string
    together: string
  }
  step: Record<Step['kind'], (figures: StepFigures) => string>
  /** Definitions of the terms used in the steps. */
  meaning: Partial<Record<Step['kind'], string>>
  missing: {
    title: string
    lead: string
    of: Record<CostEstimate['missing'][number]['name'], string>
  }
  authorization: { title: string } & Record<CostEstimate['authorizationRequired'], string>
  outOfNetwork: { title: string; words: string }
  changes: { title: string; of: Record<CostEstimate['changes'][number]['kind'], (amount: string) => string> }
  selfPay: { title: string } & Record<CostEstimate['selfPay']['compared'], (amount: string) => string>
  assistance: {
    title: string
    lead: string
    /** For a household of one to four people. */
    people: [string, string, string, string]
    most: string
    /** Shown if there is no amount. */
    contactWords: string
  }
  /** Precedes the tests with their codes. */
  codes: Record<'insured' | 'uninsured', string>
  questions: {
    title: string
    laboratory(name: string, phone: string): string
    insurance: string
  }
}
