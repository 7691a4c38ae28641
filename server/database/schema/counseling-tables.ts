import type { Generated } from 'kysely'
import type { AppointmentRequest } from '#domain/counseling/appointment.ts'
import type { AppointmentEventKind, AppointmentState } from '#domain/counseling/states.ts'
import type { Instant, InstantOrNull, JsonOrNull } from './column-types.ts'

/** Migration 0010. */
export interface CounselingTables {
  appointment_request: {
    id: Generated<number>
    reference: Generated<string>
    request_key: string | null
    content_key: string
    received_at: Instant
    address_key: string | null
    language: string
    content: JsonOrNull<AppointmentRequest>
    state: Generated<AppointmentState>
    tries: Generated<number>
    last_error: Generated<string>
    handed_over_at: InstantOrNull
    partner_reference: Generated<string>
    deleted_at: InstantOrNull
    deleted_because: Generated<string>
  }
  appointment_event: {
    id: Generated<number>
    request_id: number
    kind: AppointmentEventKind
    at: Instant
    actor: Generated<string>
    detail: Generated<string>
    message_key: string | null
  }
}
