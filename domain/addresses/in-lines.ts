import { type CountryOfAddress, countryName } from './countries.ts'

interface CityAddress extends CountryOfAddress {
  city: string
  state: string
  postalCode: string
}

/** 'Columbus, OH 43215'; abroad, the parts that are given, in the same order. */
function cityLine({ city, state, postalCode }: Omit<CityAddress, keyof CountryOfAddress>): string {
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The country line; '' within the USA, where the laboratory is, and if the country is not known. */
export function countryLine(at: CountryOfAddress): string {
  const name = countryName(at)
  return name === 'USA' || name === 'Other' ? '' : name
}

/** City line and country line, as on a letter; none for an empty address. */
export function cityLines(address: CityAddress): string[] {
  const city = cityLine(address)
  return [city, city === '' ? '' : countryLine(address)].filter(Boolean)
}
