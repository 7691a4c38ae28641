import type { Insertable } from 'kysely'
import type { KitRecipient, KitStatus } from '#domain/kits/kit.ts'
import { kitSearchText, recipientAt } from '#domain/kits/recipient.ts'
import { KIT_TYPES } from '#domain/lookups.ts'
import { carriersOf } from '#domain/tracking-number/tracking-number.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Provider, Seed } from './add-users.ts'
import { seededRandom } from './random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEED = 20261122
const KITS = 140
const NOTES = ['', '', '', 'Please include return labels.', 'Needed for Tuesday’s clinic.'] as const

/** The status of a kit order by its age in hours; one in ten is late or was cancelled. */
function statusAt(hours: number, chance: (of: number) => boolean): KitStatus {
  if (hours < 20) return chance(0.12) ? 'cancelled' : 'ordered'
  if (chance(0.05)) return 'cancelled'
  return hours < 6 * 24 || chance(0.03) ? 'sent' : 'received'
}

/** Eleven digits plus the check digit that makes them a valid number of the carrier. */
function fedexNumber(digits: string): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`)
  return numbers.find((number) => carriersOf(number).includes('Fedex')) ?? `${digits}0`
}

/** Relatives and partners of the clinic who live abroad: invented, with numbers that are not assigned. */
const ABROAD: readonly KitRecipient[] = [
  {
    ...{ firstName: 'Leonie', lastName: 'Weißdorn', address1: 'Lindenbogen 14', address2: 'Haus C' },
    ...{ city: 'Berlin', zipCode: '10115', state: '', country: 'Other', otherCountry: 'DE' },
    phone: '+493055500191',
  },
  {
    ...{ firstName: 'Marc', lastName: 'Gagnon', address1: '1200 Kestrel Pond Road', address2: '' },
    ...{ city: 'Ottawa', zipCode: 'K1A 0B1', state: 'ON', country: 'Canada', otherCountry: '' },
    phone: '+16135550189',
  },
]

/** Inserts kit orders of the last months in every status, most of them at the institutions of the demo sign-ins. */
export async function addKits(db: Seed, providers: readonly Provider[], now: Date): Promise<void> {
  const random = seededRandom(SEED)
  const institutions = await db.selectFrom('institution').select(['code', 'addresses', 'phones']).execute()
  const weighted = [
    ...providers,
    ...providers.filter((one) => one.institution === '1001').flatMap((one) => Array<Provider>(6).fill(one)),
  ]
  const rows = Array.from({ length: KITS }, (_, index): Insertable<Tables['kit_order']> => {
    const provider = random.one(weighted)
    const institution = institutions.find(({ code }) => code === provider.institution)
    if (!institution) throw new Error(`there is no institution ${provider.institution}`)
    // More of the newer ones: hours, then days, then months.
    const hours = 1 + Math.floor((random.integer(1000) / 1000) ** 3 * 150 * 24)
    const orderedAt = now.getTime() - hours * HOUR
    const status = statusAt(hours, random.chance)
    const sentAt = Math.min(orderedAt + (8 + random.integer(30)) * HOUR, now.getTime() - HOUR)
    const receivedAt = Math.min(sentAt + (1 + random.integer(4)) * DAY, now.getTime() - HOUR / 2)
    const recipient = ABROAD[index] ?? recipientAt(institution, provider)
    const name = `${provider.firstName} ${provider.lastName}`
    const isSent = status === 'sent' || status === 'received'
    return {
      ...{ institution_code: provider.institution, request_key: `demo ${index}`, status },
      ...{ kit_type: random.one(KIT_TYPES), quantity: random.one([1, 1, 2, 5, 10]) },
      ...{ recipient: JSON.stringify(recipient), note: random.one(NOTES) },
      search_text: kitSearchText(recipient),
      ...{ ordered_at: new Date(orderedAt), ordered_by: provider.physicianId, ordered_by_name: name },
      sent_at: isSent ? new Date(sentAt) : null,
      carrier: isSent ? 'Fedex' : null,
      tracking_number: isSent ? fedexNumber(String(79_460_000_000 + random.integer(9_999_999))) : null,
      received_at: status === 'received' ? new Date(receivedAt) : null,
      received_by_name: status === 'received' ? name : null,
      cancelled_at: status === 'cancelled' ? new Date(orderedAt + HOUR / 2) : null,
      cancelled_by_name: status === 'cancelled' ? name : null,
    }
  })
  const sorted = rows.toSorted((a, b) => Number(a.ordered_at) - Number(b.ordered_at))
  await db.insertInto('kit_order').values(sorted).execute()
}
