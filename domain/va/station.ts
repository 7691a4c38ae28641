/** A station of the VA: a hospital or clinic, by the number under which the VA authorizes and pays for care. */
export interface VaStation {
  /** Three digits and, for a clinic, up to two letters or digits: 636, 636A6. */
  stationNumber: string
  name: string
  city: string
  /** Two letters. */
  state: string
}

/** '901 Cedar Bluff VA Medical Center, Omaha, NE' */
export function stationInWords({ stationNumber, name, city, state }: VaStation): string {
  return [`${stationNumber} ${name}`, city, state].filter(Boolean).join(', ')
}

/**
 * The stations to choose from, those in the institution's own state first, both parts by number: a clinic
 * below its hospital.
 */
export function stationsFor<Station extends VaStation>(
  stations: readonly Station[],
  state: string,
): Station[] {
  const near = (one: Station) => one.state === state
  const sorted = stations.toSorted((a, b) => (a.stationNumber < b.stationNumber ? -1 : 1))
  return [...sorted.filter(near), ...sorted.filter((one) => !near(one))]
}
