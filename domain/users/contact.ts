/** A user's contact details in short (specification §3, Physician, the simplified form). */
export interface SimplifiedContact<Address> {
  physicianId: number
  /** The first number that is not a fax; '' if there is none. */
  phone: string
  /** The first number of type Fax; '' if there is none. */
  fax: string
  addresses: readonly Address[]
}

interface UserContacts<Address> {
  id: number
  phones: readonly { type: string; phoneNumber: string }[]
  addresses: readonly Address[]
}

/** Unlike the profile's own `phone`, which is the first number of any type, its phone is never a fax. */
export function simplifiedContact<Address>({
  id,
  phones,
  addresses,
}: UserContacts<Address>): SimplifiedContact<Address> {
  const first = (isFax: boolean) => phones.find(({ type }) => (type === 'Fax') === isFax)?.phoneNumber ?? ''
  return { physicianId: id, phone: first(false), fax: first(true), addresses }
}
