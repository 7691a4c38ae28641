import type { BasisPoints, Cents } from './benefits.ts'
import type { BenefitAbout } from './rows.ts'

/** The answer to a yes/no question, if known. */
export type YesNoUnknown = 'yes' | 'no' | 'unknown'

/** One test of an order, with the laboratory's price and contract terms. */
export interface PricedTest {
  readonly code: string
  readonly name: string
  /** The codes under which a payer may give benefits for this test alone. */
  readonly cptCodes?: readonly string[]
  /** The payer's allowed amount; null if neither a contract nor another source gives it. */
  readonly allowedCents: Cents | null
  readonly listPriceCents: Cents
  /** The self-pay price; null if the test cannot be bought without insurance. */
  readonly selfPayCents: Cents | null
  /** Whether the payer covers this test, given that it covers laboratory tests at all. */
  readonly covered: YesNoUnknown
  readonly authorizationRequired: YesNoUnknown
}

/** The terms of the laboratory's contract with the payer; without one it is out of network. */
export interface ContractTerms {
  readonly inNetwork: boolean
  /** The plan applies the copayment first, then the deductible to the rest. */
  readonly copayBeforeDeductible: boolean
  /** Whether the laboratory has a contract with the payer on file; default: yes. */
  readonly isOnFile?: boolean
  /** Out of network: the laboratory bills the patient the part of the list price above the allowed amount. */
  readonly balanceBilling: boolean
}

/** The steps of the calculation in order, and notes on how the response was interpreted. */
export type StepKind =
  | 'deductible'
  | 'copay'
  | 'coinsurance'
  /** What the out-of-pocket maximum takes off: negative. */
  | 'cap'
  /** The payer pays its full allowed amount. */
  | 'paid'
  /** The part of the list price above the allowed amount. */
  | 'balance'
  | 'not-covered'
  | 'total'
  | 'contradictory'
  | 'dearest-first'

/** One line of the calculation. Everything in `words` is also in the other fields, for other languages. */
export interface Step {
  readonly kind: StepKind
  /** The test's code; null if it is about all tests. */
  readonly test: string | null
  readonly about: BenefitAbout | null
  /** What it adds to the amount; all steps add up to the amount. */
  readonly cents: Cents
  /** The base: the allowed amount, the rest after deductible and copayment, or the list price. */
  readonly ofCents: Cents | null
  readonly rate: BasisPoints | null
  readonly words: string
}

/** An input that neither payer nor contracts gave. */
export interface MissingInput {
  readonly name:
    | 'active'
    | 'allowed'
    | 'authorization-again'
    | 'contract'
    | 'copay-amount'
    | 'limit'
    | 'payer-order'
    | BenefitAbout
  /** The test's code; null if it is about all tests. */
  readonly test: string | null
  /** Without it there is no amount; otherwise it is assumed as the words say. */
  readonly isNeeded: boolean
  readonly words: string
  readonly howToLearn: string
}

/** A circumstance that would change the amount. */
export interface Change {
  readonly kind:
    | 'in-network'
    | 'deductible-met'
    | 'deductible-partly-met'
    | 'maximum-reached'
    | 'authorization-refused'
    | 'no-surprises'
    | 'limited'
    | 'other-payer'
    | 'self-pay'
  /** What would then be owed for the whole order; null if unknown. */
  readonly cents: Cents | null
  readonly words: string
}

export type NoEstimate =
  | 'no-tests'
  | 'rejected'
  | 'inactive'
  | 'coverage-unknown'
  /** The laboratory has no contract with the payer on file, and does not know whether it is in network. */
  | 'no-contract'
  /** By the payer's own response, another payer pays before or instead of it. */
  | 'other-payer'
  | 'missing'

export type EstimateResult =
  | { readonly kind: 'amount'; readonly cents: Cents }
  | { readonly kind: 'range'; readonly low: Cents; readonly high: Cents }
  | { readonly kind: 'none'; readonly because: NoEstimate; readonly reason: string }

/** What a patient will probably pay for an order, with its calculation and its basis (ENT-07, DLG-06). */
export interface Estimate {
  readonly result: EstimateResult
  /**
   * Steps of the amount, or of the upper end of a range; without either, only notes on how the response was
   * interpreted.
   */
  readonly steps: readonly Step[]
  /** Steps of the lower end of a range; otherwise empty. */
  readonly stepsOfLow: readonly Step[]
  readonly missing: readonly MissingInput[]
  readonly isOutOfNetwork: boolean
  readonly authorizationRequired: YesNoUnknown
  /** All tests without insurance (null: not all have a self-pay price), compared with the estimate. */
  readonly selfPay: {
    readonly cents: Cents | null
    readonly compared: 'cheaper' | 'same' | 'dearer' | 'unknown'
  }
  readonly changes: readonly Change[]
}
