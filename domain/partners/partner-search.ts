import { isIsoDate } from '../dates/dates.ts'
import { searchable } from '../text/searchable.ts'

/** A person who may be the patient's partner. */
export interface PartnerCandidate {
  key: string
  firstName: string
  lastName: string
  /** ISO date. */
  dateOfBirth: string
}

/** What was entered about the partner; '' for empty fields. */
export interface PartnerQuery {
  lastName: string
  firstName: string
  /** ISO date, or a partial one. */
  dateOfBirth: string
}

/** Specification §9. */
export const PARTNERS_AT_MOST = 100

/** Why a search is not possible yet, in words; null if it is (§5, Partner search). */
export function searchNeeds(institution: string, query: PartnerQuery): string | null {
  if (institution === '') return 'Choose an institution first.'
  if (query.dateOfBirth !== '' && !isIsoDate(query.dateOfBirth)) return 'Enter the complete date of birth.'
  const { lastName, firstName, dateOfBirth } = trimmed(query)
  return lastName || firstName || dateOfBirth ? null : 'Enter a last name, a first name or a date of birth.'
}

function trimmed({ lastName, firstName, dateOfBirth }: PartnerQuery): PartnerQuery {
  return { lastName: lastName.trim(), firstName: firstName.trim(), dateOfBirth }
}

/** Those with the typed letters in their names, ignoring case and accents, and exactly that date of birth. */
export function matchingPartners<T extends PartnerCandidate>(
  candidates: readonly T[],
  query: PartnerQuery,
): T[] {
  const has = (name: string, part: string) => searchable(name).includes(searchable(part.trim()))
  return candidates
    .filter(
      ({ lastName, firstName, dateOfBirth }) =>
        has(lastName, query.lastName) &&
        has(firstName, query.firstName) &&
        (query.dateOfBirth === '' || dateOfBirth === query.dateOfBirth),
    )
    .slice(0, PARTNERS_AT_MOST)
}

/** People who may match, and whether there may be more among orders that were not searched. */
export interface FoundPeople<T> {
  people: readonly T[]
  isCut: boolean
}

/** What must be known of an answer: a title, and what to enter next. */
export interface SearchNotice {
  title: string
  hint: string
}

const NO_PARTNER = 'No results found.'

/**
 * Says that there is no hit, also after any error (§8), or that there may be more; null if everybody was found. `given`: how many
 * the search gave, `found`: how many of them match.
 */
function noticeOf(query: PartnerQuery, given: number, found: number, isCut: boolean): SearchNotice | null {
  const { lastName, firstName, dateOfBirth } = trimmed(query)
  const [isNamed, isDated] = [lastName + firstName !== '', dateOfBirth !== '']
  const next = isNamed ? 'enter more of the name' : 'enter a name'
  if (isCut) {
    const entered =
      isNamed && isDated ? 'The name and the birthdate are each' : `This ${isNamed ? 'name' : 'birthdate'} is`
    return {
      title: found === 0 ? NO_PARTNER : 'Not all orders were searched.',
      hint: `${entered} in many orders, and only the newest were searched. To search the others, ${isDated ? next : 'enter the birthdate'}.`,
    }
  }
  const isFull = given >= PARTNERS_AT_MOST
  if (found === 0 && !isFull) {
    const undated = isDated ? ', leave out the birthdate' : ''
    const check = isNamed
      ? `Try fewer letters or another spelling${undated}`
      : 'Check the birthdate, or search by name'
    return { title: NO_PARTNER, hint: `${check}, or try again in a moment.` }
  }
  if (!isFull) return null
  const more = `${next}${isDated ? '' : ' or the birthdate'}`
  if (found === 0)
    return {
      title: NO_PARTNER,
      hint: `Only the ${PARTNERS_AT_MOST} people with the newest orders were compared. To find others, ${more}.`,
    }
  return {
    title: `Only the ${PARTNERS_AT_MOST} people with the newest orders are listed.`,
    hint: `If the partner is not among them, ${more}.`,
  }
}

/** Searches for partners, and keeps those who match everything entered. Never throws. */
export async function findPartners<T extends PartnerCandidate>(
  query: PartnerQuery,
  search: (query: PartnerQuery) => Promise<FoundPeople<T>>,
): Promise<{ partners: T[]; notice: SearchNotice | null }> {
  const none: FoundPeople<T> = { people: [], isCut: false }
  const { people, isCut } = await search(trimmed(query)).catch(() => none)
  const partners = matchingPartners(people, query)
  return { partners, notice: noticeOf(query, people.length, partners.length, isCut) }
}
