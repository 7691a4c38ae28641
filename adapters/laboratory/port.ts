import type { OrderDocument } from '#domain/orders/document.ts'
import type { NamedPatient } from '#domain/orders/other-patient.ts'

/**
 * The laboratory's information system (LIMS), as the portal sees it. The portal hands over an order once it is
 * submitted and is told what becomes of it; how that is written on the wire (HL7 v2.5.1 over MLLP) is the
 * adapter's matter.
 */
export interface LaboratoryOrder {
  /** Our order number: ORC-2 and OBR-2, the placer order number. */
  orderId: number
  /** Our message's unique key: MSH-10. The same on every retry, so that the laboratory can tell a repeat. */
  controlId: string
  submittedAt: Date
  institution: { code: string; name: string }
  document: OrderDocument
  /** Of an add-on (`document.addOn`): the specimen that the laboratory has; null for any other order. */
  existing: ExistingSpecimen | null
}

export interface ExistingSpecimen {
  /** The order that it came with, and its key there. */
  orderId: number
  sampleKey: string
  type: string
  /** ISO date or ''. */
  dateOfCollection: string
  /** The tests are to be reported under a laboratory number of their own. */
  newLaboratoryNumber: boolean
}

/** An order that is to be cancelled: the laboratory decides, and says so in a message of its own. */
export interface LaboratoryCancellation {
  orderId: number
  /** MSH-10, as of an order. */
  controlId: string
  askedAt: Date
  askedBy: { npi: string; firstName: string; lastName: string }
  institution: { code: string; name: string }
  /** The laboratory's number, where it has given one. */
  laboratoryNumber: string | null
  /** Specification §4: the order before its specimen has arrived, the sample afterwards. */
  type: 'Order' | 'Sample'
  reason: string
  document: OrderDocument
}

/** What it says of an order: how far it is, that it is cancelled, or that a cancellation we asked for is refused. */
export type LaboratoryState =
  | 'en-route'
  | 'accessioned'
  | 'in-process'
  | 'reported'
  | 'cancelled'
  | 'cancellation-refused'

/** What the laboratory said of one order, read from one OBR group of a message. */
export interface LaboratoryNews {
  /** Our placer order number, or null when the message does not carry one that is ours. */
  orderId: number | null
  /** The laboratory's filler order number (OBR-3), which becomes the order's laboratory number. */
  laboratoryNumber: string | null
  /** Whom it is about (PID-5, PID-7); null without a PID. */
  patient: NamedPatient | null
  /** The test that the result is of (OBR-4); '' when the message names none. */
  testCode: string
  /** The state that OBR-25 and ORC-1 stand for; null when the message says nothing of the state. */
  state: LaboratoryState | null
  /** Why it will not cancel (ORC-16, else an NTE of the group); '' unless the state is 'cancellation-refused'. */
  refusal: string
  /** OBR-25 was C: the report replaces an earlier one. */
  corrected: boolean
  /** When it happened at the laboratory (OBR-22, else MSH-7), or null when the message gives no readable time. */
  at: Date | null
  /** The report, when one came (OBX-2 ED whose content is a PDF). */
  report: { filename: string; pdf: Uint8Array } | null
}

/** A message that came in, once read. A refused one carries the words that its acknowledgement gives. */
export type ReadMessage =
  | { kind: 'news'; controlId: string; sender: string; type: string; news: LaboratoryNews[] }
  | { kind: 'other'; controlId: string; sender: string; type: string }
  | { kind: 'refused'; controlId: string; sender: string; type: string; code: 'AE' | 'AR'; reason: string }

/** How the laboratory answered a message of ours: MSA-1 and MSA-3 or ERR-8. */
export interface Acknowledgement {
  code: 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR'
  /** MSA-2: the control id that is acknowledged. */
  controlId: string
  text: string
  /** What it says of orders besides (the ORC groups of an ORL^O22), such as that one is cancelled. */
  news: LaboratoryNews[]
  raw: string
}

export interface LaboratoryCodec {
  /** The order as one HL7 message (segments end in CR). */
  writeOrder(order: LaboratoryOrder): string
  /** The request to cancel one, as one HL7 message. */
  writeCancellation(cancellation: LaboratoryCancellation): string
  /** Never throws: what cannot be read is `refused` with the reason. */
  read(raw: string): ReadMessage
  /** The acknowledgement to `message`, as one HL7 message. */
  writeAcknowledgement(message: ReadMessage, code: 'AA' | 'AE' | 'AR', text?: string): string
}

/** Sends one message and waits for its acknowledgement. Throws when none came (down, slow, closed in the middle). */
export interface LaboratorySender {
  send(raw: string): Promise<Acknowledgement>
  close(): Promise<void>
}

/** Listens for the laboratory's messages. `receive` gets the raw text and returns the raw acknowledgement. */
export interface LaboratoryListener {
  /** The port that is listened on. */
  readonly port: number
  close(): Promise<void>
}
