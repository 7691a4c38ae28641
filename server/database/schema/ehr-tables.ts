import type { ColumnType, Generated } from 'kysely'
import type { Jwk, LaunchMetadata } from '#adapters/ehr/port.ts'
import type { AdviceRule } from '#domain/ehr/advice.ts'
import type { AdviceCard } from '#domain/ehr/advice-card.ts'
import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import type { Chart } from '#domain/ehr/chart.ts'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import type { LaunchOfDraft } from '#domain/ehr/launch.ts'
import type { MapKind, Unmapped } from '#domain/ehr/maps.ts'
import type { OutgoingResult, ResultSettings, ResultStatus } from '#domain/ehr/results.ts'
import type { Instant, InstantOrNull, Json, JsonList, JsonOrNull } from './column-types.ts'

/** Hospitals' record systems: what they sent, and what they are sent. */
export interface EhrTables {
  ehr_interface: {
    code: string
    institution_code: string
    name: string
    certificates: string[]
    sender: string
    processing_id: 'P' | 'T' | 'D'
    answers_orders: boolean
    physician_id: number
    imported_at: Instant
  }
  ehr_map: {
    interface_code: string
    institution_code: string
    kind: MapKind
    code: string
    meaning: string
    changed_at: Instant
    changed_by_name: string
  }
  ehr_message_in: {
    id: Generated<number>
    interface_code: string
    institution_code: string
    received_at: Instant
    raw: string
    sender: Generated<string>
    control_id: Generated<string>
    type: Generated<string>
    outcome: ColumnType<
      'applied' | 'repeated' | 'refused' | null,
      undefined,
      'applied' | 'repeated' | 'refused'
    >
    reason: Generated<string>
    acknowledgement: string | null
  }
  ehr_order: {
    id: Generated<number>
    interface_code: string
    institution_code: string
    placer: string
    content: JsonOrNull<EhrOrder>
    is_cancelled: boolean
    sent_at: Instant
    order_id: number | null
    written_version: number | null
    filled_version: Generated<number | null>
    differs: Generated<boolean>
    unmapped: JsonList<Unmapped>
    changed_at: Instant
    echo: Generated<string>
  }
  ehr_results: {
    interface_code: string
    institution_code: string
    settings: Json<ResultSettings>
    is_on: Generated<boolean>
    tries: Generated<number>
    retry_at: Instant
    sending_until: InstantOrNull
    last_error: Generated<string>
  }
  ehr_message_out: {
    id: Generated<number>
    interface_code: string
    institution_code: string
    order_id: number
    ehr_order_id: number | null
    stream: string
    filler: string
    status: ResultStatus
    keys: string
    result: Json<OutgoingResult>
    created_at: Instant
    held_until: InstantOrNull
    released_by_name: Generated<string>
    tries: Generated<number>
    last_error: Generated<string>
    outcome: ColumnType<EhrOutcome | null, undefined, EhrOutcome | null>
    settled_at: InstantOrNull
    reason: Generated<string>
    settled_by_name: Generated<string>
    sent_again: Generated<number>
    body: Generated<string>
    answer: Generated<string>
    /** How often it was sent and not refused. */
    open_sends: Generated<number>
  }
  ehr_launch_client: {
    id: string
    institution_code: string
    name: string
    iss: string
    client_id: string
    scopes: string
    metadata: ColumnType<LaunchMetadata, string, string>
    sealed_key: string
    public_keys: JsonList<Jwk>
    frame_origins: string[]
    interface_code: string | null
    record_number_system: string
    is_open: Generated<boolean>
    updated_at: Instant
  }
  ehr_launch_link: {
    issuer: string
    subject: string
    institution_code: string
    physician_id: number
    linked_at: Instant
    last_used_at: Instant
  }
  ehr_launch: {
    id: string
    client_id: string
    institution_code: string
    issuer: string
    subject: string
    patient_id: string
    proof_hash: string
    launched_at: Instant
    chart: JsonOrNull<Chart>
    opened_at: InstantOrNull
    opened_by: number | null
    order_id: number | null
    filled: JsonOrNull<LaunchOfDraft>
    named_order: Generated<number | null>
  }
  ehr_advice: {
    interface_code: string
    institution_code: string
    settings: Json<AdviceSettings>
    is_on: Generated<boolean>
    changed_at: Instant
    changed_by_name: string
  }
  ehr_advice_token: {
    interface_code: string
    institution_code: string
    jti: string
    expires_at: Instant
  }
  ehr_advice_call: {
    id: string
    interface_code: string
    institution_code: string
    service: string
    at: Instant
    outcome: AdviceOutcome
    reason: Generated<string>
    took_ms: number
  }
  ehr_advice_card: {
    id: string
    call_id: string
    interface_code: string
    institution_code: string
    rule: AdviceRule
    rule_version: number
    order_id: number | null
    content: Json<AdviceCard>
    outcome: 'accepted' | 'overridden' | null
    override_reason: Generated<string>
    comment: Generated<string>
    outcome_at: InstantOrNull
  }
}

/** What became of a request for advice. `late`: the hospital was told nothing in time. */
export type AdviceOutcome = 'answered' | 'late' | 'refused'

/** What became of a message to a hospital. `not-sent`: the report was withdrawn before the hospital got it. */
export type EhrOutcome = 'taken' | 'refused' | 'skipped' | 'not-sent'
