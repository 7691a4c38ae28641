import type { CodeableConcept, FhirResource, Identifier, Reference, Specimen, Task } from 'fhir/r4.js'
import type { Carrier } from '#domain/lookups.ts'
import type { OrderDocument, PatientKey, Sample } from '#domain/orders/document.ts'
import type { HoldKind } from '#domain/orders/hold-kinds.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import type { ReportUpdate } from '#domain/reports/report-update.ts'

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

/**
 * What a clinic adds to an order that the laboratory has: the answer to a question that it holds the order for, or a
 * specimen that was taken again.
 */
export interface LaboratoryChange {
  orderId: number
  /** MSH-10, as of an order. */
  controlId: string
  at: Date
  by: { npi: string; firstName: string; lastName: string }
  institution: { code: string; name: string }
  /** The laboratory's number, where it has given one. */
  laboratoryNumber: string | null
  document: OrderDocument
  answer: HoldAnswer<{ content: Uint8Array }> | null
  specimen: RecollectedSpecimen | null
}

/** An answer, and what was attached to it: as bytes on the wire, by its place in the file store before. */
export interface HoldAnswer<File> {
  hold: { kind: HoldKind; key: string }
  text: string
  documents: (File & { filename: string; mediaType: string })[]
}

export interface RecollectedSpecimen {
  /** The sample's key in the order, such as `s1-r1`. */
  key: string
  type: string
  /** ISO date or ''. */
  dateOfCollection: string
  /** Whose it is, of the document's patients. */
  patientKey: PatientKey
  /** How it travels; null while nobody said. */
  shipment: { carrier: Carrier; trackingNumber: string } | null
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
export interface LabUpdate {
  /** Our placer order number, or null when the message does not carry one that is ours. */
  orderId: number | null
  /** The laboratory's filler order number (OBR-3), which becomes the order's laboratory number. */
  laboratoryNumber: string | null
  /** Whom it is about, all of it as read (PID, or the subject); null without one. */
  patient: PersonInMessage | null
  /** Whom else parts of it are about by their own subject: results of the report, or what came beside it. */
  alsoAbout?: { patient: PersonInMessage; isBeside: boolean }[]
  /** The test that the result is of (OBR-4); '' when the message names none. */
  testCode: string
  /** The state that OBR-25 and ORC-1 stand for; null when the message says nothing of the state. */
  state: LaboratoryState | null
  /** The state `cancelled` is said of the test (OBR-25, DiagnosticReport.status), and not of the order. */
  isOfTest?: boolean
  /** Why it will not cancel (ORC-16, else an NTE of the group); '' unless the state is 'cancellation-refused'. */
  refusal: string
  /** When it happened at the laboratory (OBR-22, else MSH-7), or null when the message gives no readable time. */
  at: Date | null
  /** What it says of one report, also without a part: that it is withdrawn, or final now; null where it speaks of none. */
  report: ReportUpdate | null
  /** What it notes besides (NTE, Task.note), where that is of no report, hold or refusal; lines parted by `\n`. */
  notes: string
  /**
   * ORC-1 UA, UX and the like: it does not take what it was sent, and why (ORC-16, the notes of the group; else the code);
   * null where it says no such thing.
   */
  declined: string | null
  /** ORC-1 OH: it waits for somebody. Its own name of the hold is ORC-16.4, else the code of ORC-16.1. */
  hold: { key: string; kind: HoldKind; words: string } | null
  /** ORC-1 OE: it goes on. `key` as of the hold; null for every hold of the order that was begun before. */
  release: { key: string | null } | null
  /** Specimens of ours that the group names (SPM-2). */
  specimens: SpecimenUpdate[]
  /**
   * Recommendations (OBX-3.1 TREATMENT). `key` is the same whenever it is said again; a blank line parts paragraphs of
   * `text`, which is '' where it is taken back.
   */
  treatments: { key: string; title: string; text: string }[]
}

export interface SpecimenUpdate {
  /** The order that it came with, which of an add-on is another than the one that is spoken of. */
  orderId: number
  /** Its key in that order. */
  key: string
  /** SPM-18; null while it has not come. */
  arrivedAt: Date | null
  /** SPM-20 and SPM-21: it can't be used. The code is of HL7 table 0490. */
  rejected: { code: string; words: string } | null
}

/** A message that came in, once read. A refused one carries the words that its acknowledgement gives. */
export type ReadMessage =
  | { kind: 'news'; controlId: string; sender: string; type: string; updates: LabUpdate[] }
  | { kind: 'other'; controlId: string; sender: string; type: string }
  | { kind: 'refused'; controlId: string; sender: string; type: string; code: 'AE' | 'AR'; reason: string }

/** How the laboratory answered a message of ours: MSA-1 and MSA-3 or ERR-8. */
export interface Acknowledgement {
  code: 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR'
  /** MSA-2: the control id that is acknowledged. */
  controlId: string
  text: string
  /** What it says of orders besides (the ORC groups of an ORL^O22), such as that one is cancelled. */
  updates: LabUpdate[]
  raw: string
  /** The answer as a message of its own, where it says more than that it acknowledges. `unread`: why that can't be read, or ''. */
  message?: { sender: string; controlId: string; type: string; unread: string }
}

export interface LaboratoryCodec {
  /** The order as one HL7 message (segments end in CR). */
  writeOrder(order: LaboratoryOrder): string
  /** The request to cancel one, as one HL7 message. */
  writeCancellation(cancellation: LaboratoryCancellation): string
  /** What is added to one, as one HL7 message. */
  writeChange(change: LaboratoryChange): string
  /** Never throws: what cannot be read is `refused` with the reason. */
  read(raw: string): ReadMessage
  /** The acknowledgement to `message`, as one HL7 message. `about`: which part of it `text` is about. */
  writeAcknowledgement(
    message: ReadMessage,
    code: 'AA' | 'AE' | 'AR',
    text?: string,
    about?: 'order' | 'patient',
  ): string
}

/** How orders are written: OML^O21 of HL7 v2.5.1, or ORM^O01 of v2.3. */
export type Dialect = 'oml' | 'orm'

/** PEM texts: who the receiver's certificate must be from (the well-known authorities where left out), and our own. */
export interface SendingTls {
  ca?: string
  cert?: string
  key?: string
}

/** PEM texts: our certificate and key, and who a sender's certificate must be from (none is asked for where left out). */
export interface ListeningTls {
  cert: string
  key: string
  ca?: string
}

/**
 * The largest message that is sent: an answer with documents of 20 MB in Base64. The laboratory takes one after the other, so
 * that one which it cannot take would hold up every order behind it.
 */
export const MOST_SENT_BYTES = 32 * 1024 * 1024

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

/** What the portal holds, as FHIR R4 resources that refer to each other at its own endpoints and carry their ids. */
export interface FhirWriter {
  /** Of an order without its Task and specimens. */
  resourcesOf(order: LaboratoryOrder): FhirResource[]
  specimenOf(order: LaboratoryOrder, sample: Sample): Specimen
  taskOf(order: LaboratoryOrder): Task
  /** The id of the ServiceRequest for a test, and of its report. */
  testId(orderId: number, testCode: string): string
  testReference(order: LaboratoryOrder, testCode: string): Reference
  patientReference(order: LaboratoryOrder): Reference
  laboratoryNumber(value: string): Identifier
  /** Why a specimen was rejected (HL7 table 0490). */
  rejection(code: string, words: string): CodeableConcept
  /** With which status of HTTP what the inbox answered goes out. */
  statusOf(answer: FhirResource): 200 | 400 | 422
}
