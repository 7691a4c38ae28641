import type { Country } from '#domain/lookups.ts'

/** The initial value of an address: most are in the USA. */
export const EMPTY_REGION = {
  ...{ city: '', state: '', stateName: '', stateId: null as number | null },
  ...{ postalCode: '', country: 'USA' as Country, otherCountry: '' },
}
