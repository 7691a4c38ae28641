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
  /** The last procedure, where `procedure` is the first of a range (EB13-8). */
  readonly procedureTo?: string
  /** With which modifiers the procedure is billed where the row counts (EB13-3 to 6). */
  readonly modifiers?: readonly string[]
  /** EB04 as sent: MA is Medicare part A, MB part B. */
  readonly insuranceType?: string
  /** The only places of service that it is about (III02 of III*ZZ): 81 is an independent laboratory. */
  readonly places?: readonly string[]
  /** The first and the last day on which it counts (DTP below EB), YYYY-MM-DD. */
  readonly from?: string
  readonly to?: string
  /** How much the payer pays for at the most, in words (EB09, EB10, HSD): `at most 1 procedure in a lifetime`. */
  readonly limits?: readonly string[]
  /** How many of what (EB10, and EB09 as sent) it is about. */
  readonly quantity?: { readonly of: string; readonly number: number }
  /** Nothing is left of such a limit. */
  readonly isUsedUp?: true
  /** Under what it counts, which the estimate cannot judge: `for diagnosis C50.911`. Such a row is no firm amount. */
  readonly unclear?: readonly string[]
  /** Why by this row such tests are perhaps not paid for at all: an exclusion, a spend-down. */
  readonly doubt?: string
  /** Who pays besides (EB01 R). */
  readonly otherPayers?: readonly OtherPayer[]
  /** The payer's own messages that belong to this row (MSG). They can limit it in any way: it is no firm amount. */
  readonly words: readonly string[]
  /** What else belongs to it: whom to call, reference numbers, names. */
  readonly notes?: readonly string[]
}

/** Another payer, as this one names it. What it did not say is ''. */
export interface OtherPayer {
  readonly name: string
  /** Which of the payers it is: PRP, SEP, TTP of NM101. */
  readonly pays: 'first' | 'second' | 'third' | ''
  /** YYYY-MM-DD */
  readonly since: string
}

/** Something that the payer says besides benefits, for people to read. */
export interface AdditionalInfo {
  readonly about: string
  readonly words: string
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
export interface EligibilityResponse {
  readonly traceNumber: string
  readonly payer: { readonly name: string; readonly id: string }
  readonly member: Member
  readonly rejections: readonly Rejection[]
  readonly benefits: readonly Benefit[]
  /** All else that it says of payer, policy holder and patient. */
  readonly besides?: readonly AdditionalInfo[]
}
