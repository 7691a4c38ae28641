import type { AdviceService, AdviceSettings } from '#domain/ehr/advice-settings.ts'
import type { Chart } from '#domain/ehr/chart.ts'
import type { EhrOrder, TheirCode } from '#domain/ehr/ehr-order.ts'
import type { OutgoingResult, ResultSettings } from '#domain/ehr/results.ts'
import type { ReportPart } from '#domain/reports/report-update.ts'
import type { MllpSender, SendingTls } from '../hl7/port.ts'

export { NotSent } from '../hl7/port.ts'

/** A hospital's message after reading. */
export type EhrMessage = EhrHeader &
  /** `echoes`: for each order, the segments that go back with its results (EhrResult). */
  (
    | { kind: 'orders'; orders: EhrOrder[]; echoes: string[] }
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

/** A file of a report, by its key in the file store. */
export interface SentFile {
  fileKey: string
  bytes: number
}

/** Stands in a result message for a file's content until it is sent: a name that no text contains by chance. */
export function fileMark(fileKey: string): string {
  return `{FILE ${fileKey}}`
}

/** What a result message says. */
export interface EhrResult {
  /** MSH-10, the same however often it is sent. */
  controlId: string
  /** MSH-7. */
  at: Date
  settings: ResultSettings
  processingId: string
  result: Omit<OutgoingResult, 'parts'> & { parts: ReportPart<SentFile>[] }
  /** The hospital's own PID, PV1, ORC and every OBR of the order, one for each line; '' for an order that did not come from it. */
  echo: string
  /** The hospital's codes of the test that this answers; null if none of several tests under one number is known to be it. */
  asked: readonly TheirCode[] | null
  /** The hospital's number; null for an order that did not come from it. */
  placer: EhrOrder['placer'] | null
  /** ORC-3, OBR-3: ours, the same in every version of a report, another for each report of an order. */
  filler: string
  patient: { recordNumber: string; lastName: string; firstName: string; dateOfBirth: string; sex: string }
  /** Whom the result is of, if not the patient: her fetus or loss, by our number and in words ('fetus A'). */
  fetus: { number: string; label: string; words: string } | null
  /** ISO date; '' if it is not known. */
  collectedOn: string
  provider: { npi: string; lastName: string; firstName: string }
  /** A PDF that says that the report is withdrawn: goes in its place where the hospital takes no withdrawal. */
  notice: SentFile | null
  /** What the hospital may have of the report that is withdrawn, as it was sent: each of its observations is named. */
  filed: readonly string[]
  /** The hospital has made its order another person's: a withdrawal goes to the patient whose report was sent. */
  isOthersNow: boolean
}

/** Connects to the receiver of a hospital's results. */
export type ConnectHospital = (to: {
  host: string
  port: number
  certificates: readonly string[]
}) => MllpSender

/** What the portal presents to hospitals. */
export type HospitalTls = Required<Pick<SendingTls, 'cert' | 'key'>>

export interface EhrCodec {
  /** A result as ORU^R01. Each file is `fileMark(fileKey)`, for its content is put in when it is sent. */
  writeResult(sent: EhrResult): string

  /** Never throws: what cannot be read is `refused` with the reason. */
  read(raw: string): EhrMessage
  /**
   * The answer on the same connection: an acknowledgement in original or enhanced mode, as the message asks; or with
   * `orders` an ORL^O22 (ORR^O02 before 2.4) that says what became of each. '' if the sender wants none.
   */
  answer(message: EhrMessage, orders: readonly OrderAnswer[] | null): string
}

/** The addresses of a hospital's authorization server, as they were when Support set it up. */
export interface LaunchMetadata {
  /** Of its ID tokens: not the address of its FHIR server. */
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  revocation_endpoint?: string
}

/** A key of RFC 7517. */
export type Jwk = Record<string, unknown> & { kid: string }

/** What the portal is at a hospital's record system (SMART App Launch 2.2). */
export interface LaunchClient {
  id: string
  /** The address of its FHIR R4 server: exactly what launches name as `iss`. */
  iss: string
  clientId: string
  scopes: string
  metadata: LaunchMetadata
  /** The private key that signs. */
  key: Jwk
  /** Whose record numbers the order takes; '' for those of type MR. */
  recordNumberSystem: string
}

/** What the browser keeps, sealed, between leaving for the hospital and coming back. */
export interface LaunchDeparture {
  state: string
  nonce: string
  verifier: string
}

/** What a launch brings: who launched, and the chart. Tokens stay in the adapter, and end with the reading. */
export interface LaunchArrival {
  /** Identify the user at the hospital: together, and nothing else. */
  issuer: string
  subject: string
  /** The hospital's number of the patient in its FHIR server. */
  patientId: string
  chart: Chart
  /** The order that a card of ours named when it opened the portal; null for any other launch. */
  namedOrder: number | null
}

/**
 * Why a launch brings nothing: `declined` by the hospital, `invalid-answer` of its authorization server, `no-patient`
 * named or readable, `away`: it does not answer.
 */
export type LaunchRefusal = 'declined' | 'invalid-answer' | 'no-patient' | 'away'

export class LaunchRefused extends Error {
  override name = 'LaunchRefused'
  readonly reason: LaunchRefusal
  constructor(reason: LaunchRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** A hospital's launch configuration cannot be used; the message says why. */
export class LaunchUnusable extends Error {
  override name = 'LaunchUnusable'
}

/** Launches from hospitals' record systems. */
export interface Launches {
  /** Reads `.well-known/smart-configuration`; throws `LaunchUnusable` if an address is missing or not https. */
  fetchMetadata(iss: string): Promise<LaunchMetadata>
  /** A new pair for `private_key_jwt` (ES384). */
  newKey(): Promise<{ privateKey: Jwk; publicKey: Jwk }>
  /** The address at the hospital to go to, and what to remember until the user is back. */
  leave(
    client: LaunchClient,
    request: { launch: string; callback: string },
  ): Promise<{ to: string; departure: LaunchDeparture }>
  /**
   * Redeems the answer and reads the chart. `answer` is the callback's address with its parameters. Throws
   * `LaunchRefused`.
   */
  comeBack(client: LaunchClient, answer: URL, departure: LaunchDeparture): Promise<LaunchArrival>
}

/** What is wrong with the token of a request for advice. */
export type AdviceTokenFault =
  | ('unreadable' | 'alg' | 'jku' | 'kid' | 'key' | 'iss' | 'tenant' | 'signature' | 'aud' | 'used')
  | ('missing' | 'old' | 'early' | 'long' | 'expired')

/** A request for advice is not answered: by its HTTP status and a reason without anything of the patient. */
export class AdviceRefused extends Error {
  override name = 'AdviceRefused'
  readonly status: 400 | 401 | 404 | 412 | 429
  constructor(status: AdviceRefused['status'], reason: string) {
    super(reason)
    this.status = status
  }
}

/** An order that is about to be signed at the hospital. */
export type AdviceOrder = NonNullable<Chart['order']>

/** What a record system asks advice about. */
export interface AdviceRequest {
  hookInstance: string
  /** Who asks, by the hospital's own reference. */
  user: string
  /** The hospital's number of the patient in its FHIR server. */
  patientId: string
  patient: Chart['patient']
  /** None unless orders are signed. */
  orders: readonly AdviceOrder[]
}

/** Requests of hospitals for advice (CDS Hooks 2.0). */
export interface AdviceRequests {
  /**
   * Whether the hospital's record system has signed a token for one of `addresses`, just now. Its keys are read from the
   * agreed address alone. Throws `AdviceRefused`. Whether the token was used before is for the caller to find.
   */
  verify(
    settings: AdviceSettings,
    token: string,
    addresses: readonly string[],
  ): Promise<{ jti: string; expires: Date }>
  /** Throws `AdviceRefused`. */
  read(settings: AdviceSettings, service: AdviceService, body: string): Promise<AdviceRequest>
}
