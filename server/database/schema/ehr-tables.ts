import type { ColumnType, Generated } from 'kysely'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import type { MapKind, Unmapped } from '#domain/ehr/maps.ts'
import type { Instant, JsonList, JsonOrNull } from './column-types.ts'

/** Hospitals' record systems that send orders, and what they sent. */
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
    differs: Generated<boolean>
    unmapped: JsonList<Unmapped>
    changed_at: Instant
  }
}
