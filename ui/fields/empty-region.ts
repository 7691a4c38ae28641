import type { Country } from '#domain/lookups.ts'

/** What an address begins with: most are in the USA. */
export const EMPTY_REGION = {
  ...{ city: '', state: '', stateName: '', stateId: null as number | null },
  ...{ postalCode: '', country: 'USA' as Country, otherCountry: '' },
}
