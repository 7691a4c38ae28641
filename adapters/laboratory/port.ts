import type {
  CodeableConcept,
  DiagnosticReport,
  FhirResource,
  Identifier,
  Observation,
  Reference,
  Specimen,
  Task,
} from 'fhir/r4.js'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Carrier } from '#domain/lookups.ts'
import type { OrderDocument, PatientKey, Sample } from '#domain/orders/document.ts'
import type { HoldKind } from '#domain/orders/hold-kinds.ts'
import type { AnsweredQuestionnaire } from '#domain/questions/questionnaire.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import type { ReportUpdate, ReportValue } from '#domain/reports/report-update.ts'
import type { Finding } from '#domain/results/finding.ts'
import type { Answer, MllpSender } from '../hl7/port.ts'

/**
 * The laboratory's information system (LIMS), as the portal sees it. The portal sends submitted orders and
 * receives updates; the wire format (HL7 v2.5.1 over MLLP) is the adapter's concern.
 */
export interface LaboratoryOrder {
  /** Our order number: ORC-2 and OBR-2, the placer order number. */
  orderId: number
  /**
   * Our message's unique key: MSH-10. The same on every retry, so that the laboratory can recognize a
   * repetition.
   */
  controlId: string
  submittedAt: Date
  institution: { code: string; name: string }
  document: OrderDocument
  /** Each person's consent, with its words; left out: only the document's answers are sent. */
  consents?: readonly ConsentOfPerson[]
  /** For an add-on (`document.addOn`), the specimen that the laboratory has; null for any other order. */
  existing: ExistingSpecimen | null
  /** The laboratory's own questions that the document's answers answer, and its files. Left out if it has none. */
  questions?: AnsweredQuestions
  specimenCodes?: SpecimenCodes
}

/** What the laboratory calls types of specimen, by our name of each. Left out, or without a type: by that name. */
export type SpecimenCodes = ReadonlyMap<string, string>

/** The questionnaires in the versions that were answered, and the files of attached answers and of known variants. */
export interface AnsweredQuestions {
  questionnaires: readonly AnsweredQuestionnaire[]
  /** Files that are only named, not sent, are missing here. */
  files: readonly { documentId: number; mediaType: string; content: Uint8Array }[]
}

export interface ExistingSpecimen {
  /** The order that the specimen came with, and its key there. */
  orderId: number
  sampleKey: string
  type: string
  /** ISO date or ''. */
  dateOfCollection: string
  /** The tests get a laboratory number of their own in the report. */
  newLaboratoryNumber: boolean
}

/** A request to cancel an order: the laboratory decides, and answers in a message of its own. */
export interface LaboratoryCancellation {
  orderId: number
  /** MSH-10, as in an order. */
  controlId: string
  askedAt: Date
  askedBy: { npi: string; firstName: string; lastName: string }
  institution: { code: string; name: string }
  /** The laboratory's number, once it has given one. */
  laboratoryNumber: string | null
  /** Specification §4: the order before its specimen arrives, the sample afterwards. */
  type: 'Order' | 'Sample'
  reason: string
  document: OrderDocument
}

/**
 * What a clinic adds to an order at the laboratory: the answer to a hold's question, or a recollected
 * specimen.
 */
export interface LaboratoryChange {
  orderId: number
  /** MSH-10, as in an order. */
  controlId: string
  at: Date
  by: { npi: string; firstName: string; lastName: string }
  institution: { code: string; name: string }
  /** The laboratory's number, once it has given one. */
  laboratoryNumber: string | null
  document: OrderDocument
  answer: HoldAnswer<{ content: Uint8Array }> | null
  specimen: RecollectedSpecimen | null
  /** A consent withdrawn after submission. Left out: none. */
  withdrawal?: WithdrawnConsent | null
  specimenCodes?: SpecimenCodes
}

/** What a person withdrew, and their consent as it is since. */
export interface WithdrawnConsent {
  consent: ConsentOfPerson
  /** The ids withdrawn now. */
  items: readonly string[]
  on: IsoDate
  reason: string
  /** The hold that stops testing; null if testing goes on. */
  hold: { key: string; words: string } | null
}

/** An answer with its attachments: bytes on the wire, keys of the file store before. */
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
  /** Which of the document's patients it was taken from. */
  patientKey: PatientKey
  /** How it travels; null while unknown. */
  shipment: { carrier: Carrier; trackingNumber: string } | null
}

/**
 * The state in an update on an order: its progress, that it is cancelled, or that a requested cancellation is
 * refused.
 */
export type LaboratoryState =
  | 'en-route'
  | 'accessioned'
  | 'in-process'
  | 'reported'
  | 'cancelled'
  | 'cancellation-refused'

/** What the laboratory reports about one order, read from one OBR group of a message. */
export interface LabUpdate {
  /** Our placer order number; null if the message carries none of ours. */
  orderId: number | null
  /** The laboratory's filler order number (OBR-3), which becomes the order's laboratory number. */
  laboratoryNumber: string | null
  /** The person it is about (PID, or the subject), with everything that was read; null without one. */
  patient: PersonInMessage | null
  /** Other persons named as subjects: of the report's results, or of what came with it. */
  alsoAbout?: { patient: PersonInMessage; isBeside: boolean }[]
  /** The test that the result belongs to (OBR-4); '' if the message names none. */
  testCode: string
  /** The state according to OBR-25 and ORC-1; null if the message carries none. */
  state: LaboratoryState | null
  /** `cancelled` applies to the test (OBR-25, DiagnosticReport.status, a Task for one test, ORC-1 beside a `UC`) rather than to the order. */
  isOfTest?: boolean
  /**
   * Why the laboratory refuses to cancel (ORC-16, else an NTE of the group), or cancels on its own (ORC-16); '' in any
   * other state.
   */
  refusal: string
  /** When it happened at the laboratory (OBR-22, else MSH-7); null if the message gives no readable time. */
  at: Date | null
  /**
   * The update on one report, possibly without content: withdrawn, or final now; null if no report is
   * concerned.
   */
  report: ReportUpdate | null
  /** Notes (NTE, Task.note) that belong to no report, hold or refusal; lines are separated by `\n`. */
  notes: string
  /**
   * ORC-1 UA, UX and the like: the laboratory does not accept our message, and why (ORC-16, the notes of the
   * group; else the code); null otherwise.
   */
  declined: string | null
  /**
   * ORC-1 OH: the laboratory is waiting for something. It names the hold in ORC-16.4, else by the code in
   * ORC-16.1.
   */
  hold: { key: string; kind: HoldKind; words: string } | null
  /** ORC-1 OE: work continues. `key` as in the hold; null releases every earlier hold of the order. */
  release: { key: string | null } | null
  /** The day on which the laboratory expects its report (ORC-27, or the extension of a Task); left out: it does not say. */
  expectedOn?: IsoDate
  /** Our specimens that the group names (SPM-2). */
  specimens: SpecimenUpdate[]
  /** It is a FHIR Specimen, whose order the Bundle names nowhere else. */
  isSpecimenAlone?: boolean
  /**
   * Our specimens that the report was made from, if it names them itself (DiagnosticReport.specimen), or others that
   * were made from ours (SPM-3, Specimen.parent).
   */
  reportSpecimens?: { orderId: number; key: string }[]
  /** The laboratory's numbers of the specimens (SPM-30, Specimen.accessionIdentifier); left out: none. */
  accessions?: string[]
  /** The people named as those whose specimens they are (Specimen.subject); left out: none. */
  specimenSubjects?: PersonInMessage[]
  /** The numbers of people and fetuses, as sent with the order, that the results name in OBX-4; left out: none. */
  resultsAbout?: string[]
  /**
   * Recommendations (OBX-3.1 TREATMENT). `key` stays the same when one is repeated; a blank line separates
   * paragraphs of `text`, which is '' if withdrawn.
   */
  treatments: { key: string; title: string; text: string }[]
}

export interface SpecimenUpdate {
  /** The order that the specimen came with; for an add-on, not the order of the update. */
  orderId: number
  /** The specimen's key in that order. */
  key: string
  /** SPM-18; null until it has arrived. */
  arrivedAt: Date | null
  /** SPM-30 or Specimen.accessionIdentifier: the laboratory's number of the specimen; left out if not given. */
  accession?: string
  /** SPM-20 and SPM-21: it can't be used. The code is from HL7 table 0490. */
  rejected: { code: string; words: string } | null
}

/** How a message names an order: by our number, else by the laboratory's, which an add-on with another test may share. */
export type OrderName = Pick<LabUpdate, 'orderId' | 'laboratoryNumber' | 'testCode'>

/** An incoming message after reading. A refused one carries the text for its acknowledgement. */
export type ReadMessage =
  | { kind: 'news'; controlId: string; sender: string; type: string; updates: LabUpdate[] }
  | { kind: 'other'; controlId: string; sender: string; type: string }
  | { kind: 'refused'; controlId: string; sender: string; type: string; code: 'AE' | 'AR'; reason: string }

/** The laboratory's answer to our message: MSA-1 and MSA-3 or ERR-8. */
export interface Acknowledgement extends Answer {
  /** Further updates on orders (the ORC groups of an ORL^O22), such as that one is cancelled. */
  updates: LabUpdate[]
  /**
   * The answer as a message of its own, if it is more than an acknowledgement. `unread`: why it can't be
   * read, or ''.
   */
  message?: { sender: string; controlId: string; type: string; unread: string }
}

export interface LaboratoryCodec {
  /** The order as one HL7 message (segments end in CR). */
  writeOrder(order: LaboratoryOrder): string
  /** The request to cancel an order, as one HL7 message. */
  writeCancellation(cancellation: LaboratoryCancellation): string
  /** An addition to an order, as one HL7 message. */
  writeChange(change: LaboratoryChange): string
  /** Never throws: what cannot be read is `refused` with the reason. */
  read(raw: string): ReadMessage
  /** The orders that a message names, also one that is refused, as far as they can be read. Never throws. */
  ordersNamed(raw: string): OrderName[]
  /** The acknowledgement to `message`, as one HL7 message. `about`: the part of it that `text` is about. */
  writeAcknowledgement(
    message: ReadMessage,
    code: 'AA' | 'AE' | 'AR',
    text?: string,
    about?: 'order' | 'patient',
  ): string
}

/** How orders are written: OML^O21 of HL7 v2.5.1, or ORM^O01 of v2.3. */
export type Dialect = 'oml' | 'orm'

/**
 * The largest message sent: an answer with documents of 20 MB in Base64. The laboratory processes messages in
 * sequence, so one that it cannot accept would block every order behind it.
 */
export const MOST_SENT_BYTES = 32 * 1024 * 1024

/** Sends messages to the laboratory. */
export type LaboratorySender = MllpSender<Acknowledgement>

/**
 * The portal's data as FHIR R4 resources with IDs, which refer to each other at the portal's own endpoints.
 */
export interface FhirWriter {
  /** An order without its Task and specimens. */
  resourcesOf(order: LaboratoryOrder): FhirResource[]
  specimenOf(order: LaboratoryOrder, sample: Sample): Specimen
  taskOf(order: LaboratoryOrder): Task
  /** The ID of a test's ServiceRequest, and of its report. */
  testId(orderId: number, testCode: string): string
  testReference(order: LaboratoryOrder, testCode: string): Reference
  /** To a person or a fetus of the order. */
  patientReference(order: LaboratoryOrder, key: PatientKey): Reference
  specimenReference(order: LaboratoryOrder, sampleKey: string): Reference
  /**
   * Results as the elements of a DiagnosticReport, which contains their Observations: of a genetic result as HL7 Genomics
   * Reporting STU 3 has them.
   */
  resultData(
    results: { findings: readonly Finding[]; values: readonly ReportValue[] },
    about: Pick<Observation, 'status'> & { subject: Reference },
  ): Pick<DiagnosticReport, 'contained' | 'result' | 'conclusionCode' | 'extension'>
  /** The profile of a DiagnosticReport with such a result. */
  geneticProfile: string
  orderNumber(orderId: number): Identifier
  laboratoryNumber(value: string): Identifier
  /** Of a report as an EHR reads it, by its ID. */
  reportNumber(id: string): Identifier
  /** Why a specimen was rejected (HL7 table 0490). */
  rejection(code: string, words: string): CodeableConcept
  /** The HTTP status for an answer of the inbox. */
  statusOf(answer: FhirResource): 200 | 400 | 422
}
