import { formatNational } from './phone-at-home.ts'
import { usePhones } from './use-phones.ts'

/**
 * A stored number for display: '(614) 555-0101' in the USA and Canada, '+44 20 7946 0018' abroad; anything
 * else unchanged.
 */
export function PhoneNumber({ e164 }: { e164: string }) {
  const atHome = formatNational(e164)
  const phones = usePhones(atHome === null)
  return atHome ?? phones?.showPhone(e164) ?? e164
}
