import type { BasisPoints, Cents } from './benefits.ts'
import type { BenefitAbout } from './rows.ts'

/** What is known of a question that has only two answers. */
export type YesNoUnknown = 'yes' | 'no' | 'unknown'

/** One test of an order, with what the laboratory's prices and contracts say of it. */
export interface PricedTest {
  readonly code: string
  readonly name: string
  /** By which a payer may say something of this test alone. */
  readonly cptCodes?: readonly string[]
  /** What the payer allows for it; null where no contract and no other source says. */
  readonly allowedCents: Cents | null
  readonly listPriceCents: Cents
  /** What it costs without insurance; null where it cannot be bought so. */
  readonly selfPayCents: Cents | null
  /** Whether the payer covers this test, where it covers laboratory tests at all. */
  readonly covered: YesNoUnknown
  readonly authorizationRequired: YesNoUnknown
}

/** What the laboratory's contract with the payer says; without one it is out of network. */
export interface ContractTerms {
  readonly inNetwork: boolean
  /** The plan takes the copayment off first, and the deductible of what is left. */
  readonly copayBeforeDeductible: boolean
  /** Whether the laboratory's contracts say anything of the payer; left out: they do. */
  readonly isOnFile?: boolean
  /** Out of network: the laboratory bills the patient what the payer does not allow of the list price. */
  readonly balanceBilling: boolean
}

/** What happened, in the order in which it happened, and how it was understood. */
export type StepKind =
  | 'deductible'
  | 'copay'
  | 'coinsurance'
  /** What the out-of-pocket maximum takes off again: negative. */
  | 'cap'
  /** The payer pays all that it allows. */
  | 'paid'
  /** What the payer does not allow of the list price. */
  | 'balance'
  | 'not-covered'
  | 'total'
  | 'contradictory'
  | 'dearest-first'

/** A line of how an amount came about. Everything that the words say is in the other fields, for other languages. */
export interface Step {
  readonly kind: StepKind
  /** The test's code; null for what is about all. */
  readonly test: string | null
  readonly about: BenefitAbout | null
  /** What it adds to the amount; all steps together are the amount. */
  readonly cents: Cents
  /** Of which amount: the allowed one, the rest after deductible and copayment, the list price. */
  readonly ofCents: Cents | null
  readonly rate: BasisPoints | null
  readonly words: string
}

/** What the payer or the contracts did not say. */
export interface MissingInput {
  readonly name: 'active' | 'allowed' | 'contract' | 'copay-amount' | 'limit' | 'payer-order' | BenefitAbout
  /** The test's code; null for what is about all. */
  readonly test: string | null
  /** The amount is not known for want of it; otherwise it is counted as the words say. */
  readonly isNeeded: boolean
  readonly words: string
  readonly howToLearn: string
}

/** What would make another amount of it. */
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
  /** What would be owed then for the whole order; null where that cannot be told. */
  readonly cents: Cents | null
  readonly words: string
}

export type NoEstimate =
  | 'no-tests'
  | 'rejected'
  | 'inactive'
  | 'coverage-unknown'
  /** The laboratory's contracts say nothing of the payer, not even whether it is in network. */
  | 'no-contract'
  /** By the payer's own answer another one pays before it, or instead. */
  | 'other-payer'
  | 'missing'

export type EstimateResult =
  | { readonly kind: 'amount'; readonly cents: Cents }
  | { readonly kind: 'range'; readonly low: Cents; readonly high: Cents }
  | { readonly kind: 'none'; readonly because: NoEstimate; readonly reason: string }

/** What a patient will probably pay for an order, how that came about, and what it rests on (ENT-07, DLG-06). */
export interface Estimate {
  readonly result: EstimateResult
  /** Of the amount, or of the higher end of a range; where there is neither, only how the answer was understood. */
  readonly steps: readonly Step[]
  /** Of the lower end of a range; empty otherwise. */
  readonly stepsOfLow: readonly Step[]
  readonly missing: readonly MissingInput[]
  readonly isOutOfNetwork: boolean
  readonly authorizationRequired: YesNoUnknown
  /** All tests without insurance (null: not all can be bought so), and how that compares with the estimate. */
  readonly selfPay: {
    readonly cents: Cents | null
    readonly compared: 'cheaper' | 'same' | 'dearer' | 'unknown'
  }
  readonly changes: readonly Change[]
}
