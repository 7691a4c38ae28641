import { isIsoDate } from '../dates/dates.ts'
import { searchable } from '../text/searchable.ts'

/** Somebody who may be the patient's partner. */
export interface PartnerCandidate {
  key: string
  firstName: string
  lastName: string
  /** ISO date. */
  dateOfBirth: string
}

/** What is known of the partner; '' where nothing is. */
export interface WantedPartner {
  lastName: string
  firstName: string
  /** ISO date, or what is there of it. */
  dateOfBirth: string
}

/** Specification §9. */
export const PARTNERS_AT_MOST = 100
/** Said where there is no hit, and after any error (§8). */
const NO_PARTNER = 'No results found.'

/** Why there can be no search yet, in words for the reader; null when there can be one (§5, Partner search). */
export function searchNeeds(institution: string, wanted: WantedPartner): string | null {
  if (institution === '') return 'Choose an institution first.'
  if (wanted.dateOfBirth !== '' && !isIsoDate(wanted.dateOfBirth)) return 'The date of birth is not whole.'
  const { lastName, firstName, dateOfBirth } = trimmed(wanted)
  return lastName || firstName || dateOfBirth ? null : 'Enter a last name, a first name or a date of birth.'
}

function trimmed({ lastName, firstName, dateOfBirth }: WantedPartner): WantedPartner {
  return { lastName: lastName.trim(), firstName: firstName.trim(), dateOfBirth }
}

/** Those who have the typed letters in their names, whatever case or accents, and exactly that day of birth. */
export function matchingPartners<T extends PartnerCandidate>(
  candidates: readonly T[],
  wanted: WantedPartner,
): T[] {
  const has = (name: string, part: string) => searchable(name).includes(searchable(part.trim()))
  return candidates
    .filter(
      ({ lastName, firstName, dateOfBirth }) =>
        has(lastName, wanted.lastName) &&
        has(firstName, wanted.firstName) &&
        (wanted.dateOfBirth === '' || dateOfBirth === wanted.dateOfBirth),
    )
    .slice(0, PARTNERS_AT_MOST)
}

/** Looks for partners, and keeps those who match everything that was typed. Never throws. */
export async function findPartners<T extends PartnerCandidate>(
  wanted: WantedPartner,
  search: (wanted: WantedPartner) => Promise<readonly T[]>,
): Promise<{ partners: T[]; warning: string | null }> {
  const found = await search(trimmed(wanted)).catch((): T[] => [])
  const partners = matchingPartners(found, wanted)
  return { partners, warning: partners.length === 0 ? NO_PARTNER : null }
}
