/** Whole US cents: never a fraction, never a float of dollars. */
export type Cents = number

/** Ten-thousandths: 20 % is 2000. */
export type BasisPoints = number

/**
 * One row of a payer's response (an EB segment of a 271 with its loop), parsed but not yet interpreted. What
 * the payer did not give is null or 'unknown', never 0.
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
  /** The only procedure (CPT or HCPCS code) that this row applies to, if any (EB13). */
  readonly procedure?: string
  /** The last procedure, if `procedure` is the first of a range (EB13-8). */
  readonly procedureTo?: string
  /** The modifiers with which the procedure must be billed (EB13-3 to 6). */
  readonly modifiers?: readonly string[]
  /** EB04 as sent: MA is Medicare Part A, MB Part B. */
  readonly insuranceType?: string
  /** The only places of service that it applies to (III02 of III*ZZ): 81 is an independent laboratory. */
  readonly places?: readonly string[]
  /** The first and last day on which it applies (DTP below EB), YYYY-MM-DD. */
  readonly from?: string
  readonly to?: string
  /** The payer's limits, in words (EB09, EB10, HSD): `at most 1 procedure in a lifetime`. */
  readonly limits?: readonly string[]
  /** Quantity (EB10) and its unit (EB09 as sent). */
  readonly quantity?: { readonly of: string; readonly number: number }
  /** The limit is used up. */
  readonly isUsedUp?: true
  /** Conditions that the estimate cannot judge: `for diagnosis C50.911`. Such a row has no firm amount. */
  readonly unclear?: readonly string[]
  /** Why, according to this row, such tests may not be paid for at all: an exclusion, a spend-down. */
  readonly doubt?: string
  /** Additional payers (EB01 R). */
  readonly otherPayers?: readonly OtherPayer[]
  /** The payer's own messages for this row (MSG). They can limit it in any way, so it has no firm amount. */
  readonly words: readonly string[]
  /** Other details: contacts, reference numbers, names. */
  readonly notes?: readonly string[]
}

/** Another payer, as this one names it. Missing values are ''. */
export interface OtherPayer {
  readonly name: string
  /** Its rank among the payers: PRP, SEP, TTP of NM101. */
  readonly pays: 'first' | 'second' | 'third' | ''
  /** YYYY-MM-DD */
  readonly since: string
}

/** Information from the payer other than benefits, for people to read. */
export interface AdditionalInfo {
  readonly about: string
  readonly words: string
}

/** A payer's refusal to answer (an AAA segment), or why its answer is not used: it may be about another person. */
export interface Rejection {
  readonly level: 'payer' | 'provider' | 'subscriber' | 'dependent'
  readonly code: string
  readonly followUp: string
  readonly words: string
}

/** The person the payer found. Missing values are ''. Dates are YYYY-MM-DD. */
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

/** One parsed 271: a payer's response about one person. */
export interface EligibilityResponse {
  readonly traceNumber: string
  readonly payer: { readonly name: string; readonly id: string }
  readonly member: Member
  readonly rejections: readonly Rejection[]
  readonly benefits: readonly Benefit[]
  /** Other information about payer, policy holder and patient. */
  readonly besides?: readonly AdditionalInfo[]
}
