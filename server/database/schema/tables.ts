import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { StoredAddress } from '#contract/addresses.ts'
import type { OrderEvent } from '#contract/order.ts'
import type { GivenRole, PhoneEntry } from '#contract/people.ts'
import type { NotificationSettings } from '#contract/physicians.ts'
import type { SavedView } from '#contract/saved-views.ts'
import type { ConsentConfirmation } from '#domain/consent/confirmation.ts'
import type { ConsentWordings } from '#domain/consent/consent-wording.ts'
import type { KitRecipient, KitStatus } from '#domain/kits/kit.ts'
import type { Carrier, KitType, ProviderType, UserStatus } from '#domain/lookups.ts'
import type { Signature } from '#domain/orders/attestation.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { AlertGroup, HoldKind } from '#domain/orders/hold-kinds.ts'
import type { NotedPatient } from '#domain/orders/identity.ts'
import type { OrderState } from '#domain/orders/status.ts'
import type { VobStatus } from '#domain/orders/vob.ts'
import type { StoredClock } from '#domain/turnaround/stored-clock.ts'
import type { OrderTurnaround } from '#domain/turnaround/turnaround.ts'
import type { AdmissionTables } from './admission-tables.ts'
import type { AuditTables } from './audit-tables.ts'
import type { CatalogueTables } from './catalogue-tables.ts'
import type { Instant, InstantOrNull, JsonList, JsonOrNull } from './column-types.ts'
import type { ConsentTables } from './consent-tables.ts'
import type { CounselingTables } from './counseling-tables.ts'
import type { CoverageTables } from './coverage-tables.ts'
import type { EarlierOrder } from './earlier-order.ts'
import type { EhrTables } from './ehr-tables.ts'
import type { FamilyTables } from './family-tables.ts'
import type { FigureTables } from './figure-tables.ts'
import type { FollowUpTables } from './follow-up-tables.ts'
import type { GeneTables } from './gene-tables.ts'
import type { InstallationTables } from './installation-table.ts'
import type { PhenotypeTables } from './phenotype-tables.ts'
import type { QuestionTables } from './question-tables.ts'
import type { ReanalysisTables } from './reanalysis-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { ResultTables } from './result-tables.ts'
import type { RetentionTables } from './retention-tables.ts'
import type { SpecimenTables } from './specimen-tables.ts'
import type { VariantTables } from './variant-tables.ts'

/** An object: the driver would take a list for a PostgreSQL array. */
export interface StoredConfirmations {
  people: ConsentConfirmation[]
}

export interface OrdersTable {
  id: Generated<number>
  institution_code: string
  draft_key: string
  version: Generated<number>
  state: Generated<OrderState>
  document: JSONColumnType<OrderDocument, OrderDocument, OrderDocument>
  /** Where an order of before Karyo comes from (server/features/orders/earlier); null for all others. */
  earlier: JSONColumnType<EarlierOrder | null, EarlierOrder | null | undefined, EarlierOrder | null>
  /** What the submitter signed; null for a draft, and for an order older than signatures. */
  signature: JSONColumnType<Signature | null, Signature | null | undefined, Signature | null>
  /** The consent questions that were answered, as worded at submission; null if they were not stored. */
  consents_asked: JSONColumnType<
    ConsentWordings | null,
    ConsentWordings | null | undefined,
    ConsentWordings | null
  >
  /** Who confirmed each person's consents; null if a version saved the draft that did not record it. */
  consents_confirmed: JSONColumnType<
    StoredConfirmations | null,
    StoredConfirmations | null | undefined,
    StoredConfirmations | null
  >
  patient_first_name: string
  patient_last_name: string
  patient_date_of_birth: string
  patient_sex: string
  /** What is tested of the patient's pregnancy (`fetusesInWords`); '' if the patient is tested. */
  fetuses: Generated<string>
  test_code: string
  test_name: string
  provider_name: string
  is_vob: boolean
  open_points: number
  search_text: string
  /** The clinic's numbers of its people, the patient's first, '' if there is none. */
  record_numbers: Generated<string[]>
  accession_number: string | null
  turnaround_days: number | null
  turnaround: JSONColumnType<
    OrderTurnaround | null,
    OrderTurnaround | null | undefined,
    OrderTurnaround | null
  >
  clock: JSONColumnType<StoredClock | null, StoredClock | null | undefined, StoredClock | null>
  /** ISO date. */
  expected_on: string | null
  created_at: Instant
  created_by: number
  created_by_name: string
  updated_at: Instant
  updated_by_name: string
  responsible_id: number
  responsible_name: string
  submitted_at: InstantOrNull
  submitted_by: number | null
  submitted_by_name: string | null
  reported_at: InstantOrNull
  report_opened_at: InstantOrNull
  vob_status: VobStatus | null
  made_from: number | null
  made_as: CopyKind | null
  asked_submitter_id: number | null
  asked_submitter_name: string | null
  asked_by_id: number | null
  asked_by_name: string | null
  asked_at: InstantOrNull
  asked_note: Generated<string>
  sent_back_note: Generated<string>
  /** Null unless it is a draft that was sent back and has not been sent to a submitter since. */
  sent_back_at: InstantOrNull
  sent_back_by: string | null
  last_submitter_id: number | null
  /** Nothing was entered in it: no list shows it (domain/orders/blank.ts). */
  is_blank: Generated<boolean>
  assign_new_lab_number: Generated<boolean>
  state_before_cancel: OrderState | null
  manifest_key: string | null
  /** The version that a manifest wrote last; null: the first, or none. */
  manifest_version: Generated<number | null>
  people: Generated<string[]>
  test_codes: Generated<string[]>
  alert_group: Generated<AlertGroup>
  on_hold_since: InstantOrNull
  missing_info: Generated<boolean>
  /** Reported, and one of its tests has no final report yet. */
  has_pending_test: Generated<boolean>
  /** The codes of the tests that the laboratory cancelled one by one. */
  cancelled_tests: Generated<string[]>
  /** The sample that an add-on order uses; maintained by the database. */
  add_on_sample_id: ColumnType<number | null, never, never>
}

export interface Tables
  extends AdmissionTables,
    AuditTables,
    CatalogueTables,
    CoverageTables,
    ConsentTables,
    CounselingTables,
    EhrTables,
    FamilyTables,
    FollowUpTables,
    FigureTables,
    ReanalysisTables,
    GeneTables,
    PhenotypeTables,
    InstallationTables,
    QuestionTables,
    ReportTables,
    ResultTables,
    RetentionTables,
    SpecimenTables,
    VariantTables {
  catalogue_version: { version: string }
  institution: {
    id: Generated<number>
    code: string
    name: string
    parent_code: string | null
    addresses: JsonList<StoredAddress>
    phones: JsonList<PhoneEntry>
    created_by_subject: Generated<string | null>
    approved_at: ColumnType<Date | null, null | undefined, Date>
  }
  physician: {
    id: Generated<number>
    subject: string
    email: string
    first_name: string
    last_name: string
    npi: string
    prefix: string
    suffix: string
    created_at: Instant
    provider_type: Generated<ProviderType>
    delegate: JsonOrNull<{ providerName: string; providerNpi: string; agreedAt: string }>
    phones: JsonList<PhoneEntry>
    addresses: JsonList<StoredAddress>
    terms_version: Generated<string>
    terms_accepted_at: InstantOrNull
    attested_at: InstantOrNull
    notice_approved_at: InstantOrNull
    favorite_tests: Generated<string[]>
    favorite_codes: Generated<string[]>
    notifications: ColumnType<NotificationSettings, string | undefined, string>
    saved_views: JsonList<SavedView>
    account_first_name: Generated<string>
    account_last_name: Generated<string>
    email_told_at: Date | null
  }
  membership: { physician_id: number; institution_code: string; status: UserStatus; since: Instant }
  customer_role: {
    physician_id: number
    institution_code: string
    role: GivenRole
    given_at: Instant
    given_by: Generated<string>
  }
  registration_refusal: {
    id: Generated<number>
    physician_id: number
    institution_code: string
    institution_name: string
    reason: string
    at: Instant
  }
  add_on_test: { test_code: string; hospital_code: string; add_on_test_code: string }
  orders: OrdersTable
  order_event: {
    id: Generated<number>
    order_id: number
    institution_code: string
    kind: OrderEvent['kind']
    at: Instant
    actor: string
    actor_id: number | null
    detail: Generated<string>
  }
  sample: {
    id: Generated<number>
    order_id: number
    institution_code: string
    sample_key: string
    patient_name: string
    relationship: string
    specimen_type: string
    date_of_collection: string
    accessioned_at: InstantOrNull
    created_at: Instant
    shipment_id: Generated<number | null>
    rejected_at: InstantOrNull
    reject_code: Generated<string>
    reject_words: Generated<string>
    recollection_of: Generated<number | null>
    collected_again_at: InstantOrNull
    changed_at: Generated<Date>
  }
  shipment: {
    id: Generated<number>
    institution_code: string
    carrier: Carrier
    tracking_number: string
    created_at: Instant
    created_by_name: string
    arrived_at: InstantOrNull
  }
  laboratory_fact: {
    id: Generated<number>
    order_id: number
    institution_code: string
    fact_key: string
    at: ColumnType<Date, Date | string, never>
    /** What lab-projection.ts reads. */
    fact: JSONColumnType<object, string, never>
    message_id: number | null
  }
  order_hold: {
    id: Generated<number>
    order_id: number
    institution_code: string
    hold_key: string
    kind: HoldKind
    words: string
    held_at: ColumnType<Date, Date | string, Date | string>
    released_at: InstantOrNull
    answer: Generated<string>
    answer_documents: Generated<number[]>
    answered_at: InstantOrNull
    answered_by_name: Generated<string | null>
  }
  kit_order: {
    id: Generated<number>
    institution_code: string
    request_key: string
    kit_type: KitType
    quantity: number
    recipient: JSONColumnType<KitRecipient, string, string>
    search_text: Generated<string>
    order_id: Generated<number | null>
    status: Generated<KitStatus>
    note: Generated<string>
    ordered_at: Instant
    ordered_by: number
    ordered_by_name: string
    sent_at: InstantOrNull
    carrier: Generated<Carrier | null>
    tracking_number: Generated<string | null>
    received_at: InstantOrNull
    received_by_name: Generated<string | null>
    cancelled_at: InstantOrNull
    cancelled_by_name: Generated<string | null>
  }
  availability_request: {
    id: Generated<number>
    sample_id: number
    institution_code: string
    test_code: string
    status: Generated<'requested' | 'available' | 'unavailable' | 'ordered'>
    note: Generated<string>
    requested_by_name: string
    requested_at: Instant
    answered_at: InstantOrNull
    order_id: number | null
  }
  document: {
    id: Generated<number>
    order_id: number
    institution_code: string
    upload_key: string
    type: string
    description: string
    filename: string
    media_type: string
    bytes: number
    file_key: string
    uploaded_by_name: string
    uploaded_at: Instant
    removed_at: InstantOrNull
    uploaded_for: JsonOrNull<NotedPatient>
  }
  requisition_addition: {
    id: Generated<number>
    order_id: number
    institution_code: string
    html: string
    added_by_name: string
    added_at: Instant
  }
  order_feedback: {
    order_id: number
    physician_id: number
    institution_code: string
    rating: number
    text: string
    given_by_name: string
    given_at: Instant
  }
  message_in: {
    id: Generated<number>
    received_at: Instant
    raw: string
    sender: string | null
    control_id: string | null
    type: string | null
    outcome: 'applied' | 'refused' | 'repeated' | null
    reason: Generated<string>
    acknowledgement: string | null
  }
  message_out: {
    id: Generated<number>
    order_id: number
    institution_code: string
    control_id: string
    body: string
    created_at: Instant
    tries: Generated<number>
    last_error: Generated<string>
    answered_at: InstantOrNull
    answer_code: string | null
    answer: string | null
    /** What the laboratory wrote when it answered; '' if nothing. */
    answer_words: Generated<string>
    kind: Generated<'order' | 'cancellation' | 'change'>
    sent_again: Generated<number>
  }
  mail_out: {
    id: string
    key: string | null
    recipient: string
    subject: string
    body: string
    created_at: Instant
    tries: Generated<number>
    last_error: Generated<string>
    sent_at: InstantOrNull
    given_up_at: InstantOrNull
  }
  /** Sessions that ended within the last hour. */
  ended_session: {
    sid: string
    ended_at: Instant
  }
}
