import { formatNational } from './phone-at-home.ts'
import { usePhones } from './use-phones.ts'

/** A stored number to be read: '(614) 555-0101' at home, '+44 20 7946 0018' abroad; as it is where it is none. */
export function PhoneNumber({ e164 }: { e164: string }) {
  const atHome = formatNational(e164)
  const phones = usePhones(atHome === null)
  return atHome ?? phones?.showPhone(e164) ?? e164
}
