import type { AppointmentRequest } from '#domain/counseling/appointment.ts'

/** A request for counseling as the partner gets it. */
export interface Handover {
  /** Names the request: the same however often it is handed over. */
  readonly reference: string
  /** 0, and one more each time that Support has it handed over again. */
  readonly attempt: number
  readonly receivedAt: Date
  /** Of the form, as BCP 47 has it: `en`, `zh-Hant`. */
  readonly language: string
  readonly request: AppointmentRequest
}

/** Why we keep a request no longer: its patient asked for it, or its time is over. */
export type ForgetReason = 'asked' | 'time'

/** What the partner said. A refusal is final: the request will not be taken however often it comes. */
export type PartnerAnswer = { taken: true; partnerReference: string } | { taken: false; reason: string }

export interface CounselingPartner {
  /** Where requests go, for the operator: no secret. */
  readonly description: string
  /** Hands a request over. Rejects, with words that hold nothing of it, where trying again makes sense. */
  handOver(handover: Handover): Promise<PartnerAnswer>
  /** Says that a request that was handed over is no longer kept here. Rejects where trying again makes sense. */
  forget(reference: string, because: ForgetReason): Promise<void>
}
