/** Whole US cents: never a fraction, never a float of dollars. */
export type Cents = number

/** Ten-thousandths of the whole: 20 % is 2000. */
export type BasisPoints = number

/**
 * One row of a payer's answer (an EB segment of a 271 with what belongs to it), read but not yet judged.
 * What the payer did not say is null or 'unknown', never 0.
 */
export interface Benefit {
  readonly kind:
    | 'active'
    | 'inactive'
    | 'coinsurance'
    | 'copayment'
    | 'deductible'
    | 'out-of-pocket'
    | 'limitation'
    | 'non-covered'
    | 'other-payer'
    | 'other'
  readonly level: 'individual' | 'family' | null
  /** Service type codes as sent: '5' is diagnostic laboratory, '30' the health benefit plan as a whole. */
  readonly serviceTypes: readonly string[]
  readonly period:
    | 'service-year'
    | 'calendar-year'
    | 'year-to-date'
    | 'contract'
    | 'visit'
    | 'remaining'
    | 'lifetime'
    | null
  readonly amountCents: Cents | null
  readonly rate: BasisPoints | null
  readonly authorization: 'yes' | 'no' | 'unknown'
  readonly network: 'in' | 'out' | 'both' | 'unknown'
  readonly plan: string
  /** The only procedure (CPT or HCPCS code) that this row is about, where it is about one (EB13). */
  readonly procedure?: string
  /** The payer's own messages that belong to this row. */
  readonly words: readonly string[]
}

/** A payer's refusal to answer (an AAA segment). */
export interface Rejection {
  readonly level: 'payer' | 'provider' | 'subscriber' | 'dependent'
  readonly code: string
  readonly followUp: string
  readonly words: string
}

/** Whom the payer says it found. What it did not say is ''. Dates are YYYY-MM-DD. */
export interface Member {
  readonly lastName: string
  readonly firstName: string
  readonly memberId: string
  readonly dateOfBirth: string
  readonly isDependent: boolean
  readonly groupNumber: string
  readonly planName: string
  readonly planBegins: string
  readonly planEnds: string
}

/** One 271, read: what the payer said about one person. */
export interface EligibilityAnswer {
  readonly traceNumber: string
  readonly payer: { readonly name: string; readonly id: string }
  readonly member: Member
  readonly rejections: readonly Rejection[]
  readonly benefits: readonly Benefit[]
}
