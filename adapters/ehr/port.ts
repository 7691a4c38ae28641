import type { EhrOrder } from '#domain/ehr/ehr-order.ts'

/** A hospital's message after reading. */
export type EhrMessage = EhrHeader &
  (
    | { kind: 'orders'; orders: EhrOrder[] }
    /** Nothing to do, and nothing to answer: an acknowledgement. */
    | { kind: 'other' }
    | { kind: 'refused'; code: 'AE' | 'AR'; reason: string; cause: RefusalCause }
  )

export type RefusalCause =
  | 'unreadable'
  | 'type'
  | 'processing-id'
  | 'sender'
  | 'application'
  | 'unknown-order'

export interface EhrHeader {
  /** MSH-10. */
  controlId: string
  /** MSH-3 and MSH-4: `APPLICATION|FACILITY`. A claim: who the hospital is comes from the connection. */
  sender: string
  /** MSH-9: `ORM^O01`. */
  type: string
  version: string
  /** MSH-11: `P` production, `T` training, `D` debugging. */
  processingId: string
  /** MSH-7; null if it gives no readable time. */
  sentAt: Date | null
  /** MSH-15 and MSH-16; both '' in original mode. */
  acceptAcknowledgement: string
  applicationAcknowledgement: string
}

/** What became of one order of a message, for the application's answer. */
export interface OrderAnswer {
  /** ORC-1: `OK` kept as a draft, `CR` cancelled, `UX` cannot be changed, `UC` cannot be cancelled. */
  control: 'OK' | 'CR' | 'UX' | 'UC'
  placer: EhrOrder['placer']
  /** The portal's own number: ORC-3; null if there is none. */
  orderId: number | null
  /** What the hospital should know, such as what is missing. */
  words: readonly string[]
}

export interface EhrCodec {
  /** Never throws: what cannot be read is `refused` with the reason. */
  read(raw: string): EhrMessage
  /**
   * The answer on the same connection: an acknowledgement in original or enhanced mode, as the message asks; or with
   * `orders` an ORL^O22 (ORR^O02 before 2.4) that says what became of each. '' if the sender wants none.
   */
  answer(message: EhrMessage, orders: readonly OrderAnswer[] | null): string
}
