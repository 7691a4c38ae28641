import { dayInWords, type IsoDate, readIsoDate } from '../dates/dates.ts'

/** How exactly a date of death is known. */
export const DEATH_PRECISIONS = ['Exact', 'Month', 'Year', 'Unknown'] as const
export type DeathPrecision = (typeof DEATH_PRECISIONS)[number]

/** Who may authorize the test of a deceased person. */
export const DEATH_AUTHORITIES = ['Next of kin', 'Executor', 'Medical examiner', 'Other'] as const
export type DeathAuthority = (typeof DEATH_AUTHORITIES)[number]

/** Of a person who has died. */
export interface Deceased {
  deathPrecision: DeathPrecision | ''
  /** `2024-05-03`, `2024-05` or `2024`, as exact as it is known; '' if unknown. */
  dateOfDeath: string
  causeOfDeath: string
  /** The name of the person who authorizes the test, and what entitles them. */
  authorizedBy: string
  authorizedAs: DeathAuthority | ''
  /** The document that shows it: a death certificate, letters testamentary. */
  authorityDocument: string
}

export const blankDeceased = (): Deceased => ({
  ...{ deathPrecision: '', dateOfDeath: '', causeOfDeath: '' },
  ...{ authorizedBy: '', authorizedAs: '', authorityDocument: '' },
})

const LENGTH_OF: Record<Exclude<DeathPrecision, 'Unknown'>, number> = { Exact: 10, Month: 7, Year: 4 }

/** Whether `text` is a date of that precision: `2024-05` of Month. */
export function isDateOfDeath(text: string, precision: DeathPrecision | ''): boolean {
  if (precision === '' || precision === 'Unknown' || text.length !== LENGTH_OF[precision]) return false
  return readIsoDate(`${text}-01-01`.slice(0, 10)) !== null
}

/** The last day that a partly known date may mean: of `2024-02` 29 February 2024; '' if it is none. */
export function latestDayOfDeath(text: string): IsoDate | '' {
  if (readIsoDate(text)) return text
  const precision = text.length === 7 ? 'Month' : 'Year'
  if (!isDateOfDeath(text, precision)) return ''
  const [year, month = 12] = text.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month, 0)).toISOString().slice(0, 10)
}

/**
 * Whether a person had died by a day on which something was signed: what they consented to in life stays valid. Of a death
 * that is known by month or year, their last day counts; of one without a date, or a signature without a day, it is so.
 */
export function hadDied(deceased: Deceased | undefined, day: string): boolean {
  if (!deceased) return false
  const last = latestDayOfDeath(deceased.dateOfDeath)
  return last === '' || !readIsoDate(day) || day > last
}

/** As exact as it is known: '3 May 2024', 'May 2024', '2024'; what is no date as typed. */
export function dateOfDeathInWords({ dateOfDeath }: Pick<Deceased, 'dateOfDeath'>): string {
  return isDateOfDeath(dateOfDeath, 'Month')
    ? dayInWords(`${dateOfDeath}-01`).replace(/^\S+ /, '')
    : dayInWords(dateOfDeath)
}
