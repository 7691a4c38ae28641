import type { EligibilityResponse } from '#domain/coverage/benefits.ts'

/** One question to a payer about one person. Dates are YYYY-MM-DD. */
export interface EligibilityRequest {
  readonly payer: { readonly name: string; readonly id: string }
  /** Who asks. */
  readonly provider: { readonly name: string; readonly npi: string }
  /** Whose policy it is. Of a dependent's subscriber, only the member ID must be known. */
  readonly subscriber: {
    readonly lastName: string
    readonly firstName: string
    readonly memberId: string
    readonly dateOfBirth: string
  }
  /** The patient, where that is not the subscriber. */
  readonly dependent: {
    readonly lastName: string
    readonly firstName: string
    readonly dateOfBirth: string
    /** What the patient is to whom the policy is of; left out where it is neither. */
    readonly relationship?: 'Spouse' | 'Child'
  } | null
  /** '5' is diagnostic laboratory, '30' the health benefit plan as a whole. */
  readonly serviceType: string
  /** The day whose coverage is asked about. */
  readonly date: string
  /** Ours for this question; the answer repeats it. At most 50 characters. */
  readonly traceNumber: string
  /** Of the interchange, 1 to 999999999. */
  readonly controlNumber: number
  readonly askedAt: Date
}

export interface EligibilityResult {
  readonly answer: EligibilityResponse
  /** What could not be read in an answer that could be read on the whole; nothing of it is in the answer. */
  readonly problems: readonly string[]
  /** What went out and came in, as it was. */
  readonly raw270: string
  readonly raw271: string
}

export interface Clearinghouse {
  /** Asks; a payer's own refusal is an answer with rejections. Throws {@link ClearinghouseFailure}. */
  check(request: EligibilityRequest): Promise<EligibilityResult>
}

/**
 * Why there is no answer. `down`: not reached, or it has a fault. `slow`: not in time. `garbage`: what came is no whole
 * answer to this question. These three may pass. `refused`: it will not take this question however often it is asked
 * (sign-in, envelope, form).
 */
export type FailureKind = 'down' | 'slow' | 'garbage' | 'refused'

export class ClearinghouseFailure extends Error {
  override name = 'ClearinghouseFailure'
  readonly kind: FailureKind
  readonly raw270: string
  /** What came, where anything did. */
  readonly raw271: string | null

  constructor(
    kind: FailureKind,
    message: string,
    { raw270, raw271 = null, cause }: { raw270: string; raw271?: string | null; cause?: unknown },
  ) {
    super(message, { cause })
    this.kind = kind
    this.raw270 = raw270
    this.raw271 = raw271
  }
}
