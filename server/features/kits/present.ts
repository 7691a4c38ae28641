import type { Kit } from '#contract/kits.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { kitAbilities } from '#domain/kits/kit.ts'
import { permissionsOf } from '#domain/permissions/permissions.ts'
import { parcelDueOn, parcelLink } from '#domain/shipments/parcel.ts'
import type { Authority } from '#server/database/scope.ts'
import type { StoredKit } from './store.ts'

const IN_THE_USA = { country: 'USA', otherCountry: '' } as const

function sentOf({ sent_at, carrier, tracking_number }: StoredKit): Kit['sent'] {
  if (sent_at === null || carrier === null || tracking_number === null) return null
  return {
    at: sent_at.toISOString(),
    ...{ carrier, trackingNumber: tracking_number },
    link: parcelLink(carrier, tracking_number),
    dueOn: parcelDueOn(carrier, todayAtLaboratory(sent_at)),
  }
}

const did = (at: Date | null, by: string | null) =>
  at === null ? null : { at: at.toISOString(), by: by ?? '' }

export function presentKit({ actor }: Authority, row: StoredKit, now: Date): Kit {
  const roles = actor.memberships.find(({ code }) => code === row.institution_code)?.roles ?? []
  const sent = sentOf(row)
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    institutionName: row.institution_name,
    kitType: row.kit_type,
    quantity: row.quantity,
    // A kit order from the previous version has no country, which means the USA.
    kitRecipient: { ...IN_THE_USA, ...row.recipient },
    note: row.note,
    orderId: row.order_id,
    orderState: row.order_state,
    status: row.status,
    orderedAt: row.ordered_at.toISOString(),
    orderedBy: row.ordered_by_name,
    sent,
    isLate: row.status === 'sent' && sent !== null && sent.dueOn < todayAtLaboratory(now),
    received: did(row.received_at, row.received_by_name),
    cancelled: did(row.cancelled_at, row.cancelled_by_name),
    abilities: kitAbilities(row.status, { support: actor.support, permissions: permissionsOf(roles) }),
  }
}
