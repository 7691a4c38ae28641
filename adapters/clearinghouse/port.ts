import type { EligibilityResponse } from '#domain/coverage/benefits.ts'

/** An eligibility request to a payer about one person. Dates are YYYY-MM-DD. */
export interface EligibilityRequest {
  readonly payer: { readonly name: string; readonly id: string }
  /** The provider who makes the request. */
  readonly provider: { readonly name: string; readonly npi: string }
  /** The policy holder. If the patient is a dependent, only the member ID is required. */
  readonly subscriber: {
    readonly lastName: string
    readonly firstName: string
    readonly memberId: string
    readonly dateOfBirth: string
  }
  /** The patient, if that is not the subscriber. */
  readonly dependent: {
    readonly lastName: string
    readonly firstName: string
    readonly dateOfBirth: string
    /** The patient's relationship to the policy holder; omitted if it is neither. */
    readonly relationship?: 'Spouse' | 'Child'
  } | null
  /** '5' is diagnostic laboratory, '30' the health benefit plan as a whole. */
  readonly serviceType: string
  /** The date of service: coverage on this day is requested. */
  readonly date: string
  /** Our number for this request; the answer repeats it. At most 50 characters. */
  readonly traceNumber: string
  /** Control number of the interchange, 1 to 999999999. */
  readonly controlNumber: number
  readonly askedAt: Date
}

export interface EligibilityResult {
  readonly answer: EligibilityResponse
  /** What could not be read in an otherwise readable answer; the answer contains none of it. */
  readonly problems: readonly string[]
  /** The messages sent and received, byte for byte. */
  readonly raw270: string
  readonly raw271: string
}

export interface Clearinghouse {
  /**
   * Sends the request. A payer's own rejection is an answer with rejections. Throws {@link
   * ClearinghouseFailure}.
   */
  check(request: EligibilityRequest): Promise<EligibilityResult>
}

/**
 * Why there is no answer. `down`: unreachable or faulty. `slow`: timed out. `garbage`: the reply is not a
 * complete answer to this request. These three may pass. `refused`: this request will never be accepted
 * (sign-in, envelope, form).
 */
export type FailureKind = 'down' | 'slow' | 'garbage' | 'refused'

export class ClearinghouseFailure extends Error {
  override name = 'ClearinghouseFailure'
  readonly kind: FailureKind
  readonly raw270: string
  /** The reply, if there was one. */
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
