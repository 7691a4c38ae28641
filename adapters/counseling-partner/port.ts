import type { AppointmentRequest } from '#domain/counseling/appointment.ts'

/** A request for counseling as the partner receives it. */
export interface Handover {
  /** Identifies the request; stays the same however often it is handed over. */
  readonly reference: string
  /** 0, plus one each time Support hands it over again. */
  readonly attempt: number
  readonly receivedAt: Date
  /** The form's language as a BCP 47 tag: `en`, `zh-Hant`. */
  readonly language: string
  readonly request: AppointmentRequest
}

/** Why we delete a request: its patient asked for it, or its retention period is over. */
export type ForgetReason = 'asked' | 'time'

/** The partner's answer. A refusal is final: sending the request again will not change it. */
export type PartnerAnswer = { taken: true; partnerReference: string } | { taken: false; reason: string }

export interface CounselingPartner {
  /** Where requests go, for the operator to read. Contains no secret. */
  readonly description: string
  /** Hands a request over. Rejects, with an error that discloses nothing of it, if a retry makes sense. */
  handOver(handover: Handover): Promise<PartnerAnswer>
  /** Tells the partner that a request is no longer kept here. Rejects if a retry makes sense. */
  forget(reference: string, because: ForgetReason): Promise<void>
}
