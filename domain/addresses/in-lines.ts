import { type CountryOfAddress, countryName } from './countries.ts'

interface CityAddress extends CountryOfAddress {
  city: string
  state: string
  postalCode: string
}

/** 'Columbus, OH 43215'; abroad what there is of it, in the same order. */
function cityLine({ city, state, postalCode }: Omit<CityAddress, keyof CountryOfAddress>): string {
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The line of the country; '' within the USA, where the laboratory is, and where it is not said which one. */
export function countryLine(at: CountryOfAddress): string {
  const name = countryName(at)
  return name === 'USA' || name === 'Other' ? '' : name
}

/** City line and country line, as on a letter; none for what says nothing. */
export function cityLines(address: CityAddress): string[] {
  const city = cityLine(address)
  return [city, city === '' ? '' : countryLine(address)].filter(Boolean)
}
