/**
 * The races of the OMB's standard of 2024, with their codes in CDC Race and Ethnicity (CDCREC). 'Hispanic or Latino'
 * is asked apart (`HISPANIC`): the standard's single question is due in 2029, and messages have two fields until then.
 */
export const RACES = [
  { name: 'American Indian or Alaska Native', code: '1002-5' },
  { name: 'Asian', code: '2028-9' },
  { name: 'Black or African American', code: '2054-5' },
  { name: 'Middle Eastern or North African', code: '2118-8' },
  { name: 'Native Hawaiian or Other Pacific Islander', code: '2076-8' },
  { name: 'White', code: '2106-3' },
  { name: 'Other race', code: '2131-1' },
] as const

/** Answers instead of a race or ethnicity, with their codes in v3 NullFlavor, as US Core has them. */
export const NOT_GIVEN = [
  { name: 'Declined to answer', code: 'ASKU' },
  { name: 'Unknown', code: 'UNK' },
] as const

export const HISPANIC = [
  { name: 'Hispanic or Latino', code: '2135-2', yesNo: 'H' },
  { name: 'Not Hispanic or Latino', code: '2186-5', yesNo: 'N' },
] as const

/** The one of `answers` with this name; undefined for an answer in other words. */
export function codedAnswer<Answer extends { name: string }>(answers: readonly Answer[], name: string) {
  return answers.find((answer) => answer.name === name)
}

type Named<T extends readonly { name: string }[]> = T[number]['name']
export type Race = Named<typeof RACES> | Named<typeof NOT_GIVEN>
export type HispanicOrigin = Named<typeof HISPANIC> | Named<typeof NOT_GIVEN>

export const RACE_ANSWERS: readonly Race[] = [...RACES, ...NOT_GIVEN].map(({ name }) => name)
export const HISPANIC_ANSWERS: readonly HispanicOrigin[] = [...HISPANIC, ...NOT_GIVEN].map(({ name }) => name)

/** Self-reported; never required. */
export interface RaceAndEthnicity {
  /** Several; 'Declined to answer' and 'Unknown' only alone. */
  races?: Race[]
  hispanic?: HispanicOrigin
}

export const UNKNOWN_ANCESTRY = 'Unknown'
/** Says that this side of the family is an egg or sperm donor's. */
export const DONOR_ANCESTRY = 'From a donor'

/** Populations by which carrier frequencies are known; a side may have several. */
export const ANCESTRIES: readonly string[] = [
  'African',
  'Amish or Mennonite',
  'Ashkenazi Jewish',
  'East Asian',
  'Finnish',
  'French Canadian or Cajun',
  'Indigenous American',
  'Mediterranean',
  'Middle Eastern',
  'Northern European',
  'Pacific Islander',
  'Sephardic or Mizrahi Jewish',
  'South Asian',
  'Southeast Asian',
  'Other',
  DONOR_ANCESTRY,
  UNKNOWN_ANCESTRY,
]

/** Of each biological side: neither overwrites the other. */
export interface Ancestry {
  maternal?: string[]
  paternal?: string[]
}

/** The parts of a patient that this file defines. */
interface Origins {
  raceAndEthnicity?: RaceAndEthnicity
  ancestry?: Ancestry
}

/** What is answered, as names and values. */
export function originLines({ raceAndEthnicity: of = {}, ancestry = {} }: Origins) {
  const lines: [name: string, value: string][] = [
    ['Race', (of.races ?? []).join(', ')],
    ['Hispanic or Latino origin', of.hispanic ?? ''],
    ['Ancestry, mother’s side', (ancestry.maternal ?? []).join(', ')],
    ['Ancestry, father’s side', (ancestry.paternal ?? []).join(', ')],
  ]
  return lines.filter(([, value]) => value !== '')
}
