import type { NpiRecord } from '../npi/npi-record.ts'
import { registeredNameRefusal } from '../npi/registered-name.ts'

interface Name {
  firstName: string
  lastName: string
}

/**
 * Whether a user registered with their account's name, ignoring case, accents, titles and middle names. An
 * account without a name always agrees.
 */
export function agreesWithAccount(account: Name, registered: Name): boolean {
  if (account.firstName === '' && account.lastName === '') return true
  const record: NpiRecord = {
    ...{ npi: '', kind: 'person', firstName: '', middleName: '', lastName: '', otherNames: [] },
    ...{ credential: '', active: true, taxonomies: [], city: '', state: '' },
  }
  return (
    registeredNameRefusal(registered, { ...record, ...account }) === null ||
    registeredNameRefusal(account, { ...record, ...registered }) === null
  )
}
