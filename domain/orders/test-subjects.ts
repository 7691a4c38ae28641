import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { SpecimenType } from '../lookups.ts'
import type { SubjectKind } from './subject.ts'

/** An age as a laboratory writes it: `18y`, `6m`, `28d`. */
export const AGE = /^(\d{1,3})([ymd])$/

/** The ages for which a laboratory offers a test; '' leaves a side open. */
export interface AgeLimits {
  /** From this age on. */
  fromAge: string
  /** Up to the day before this age. */
  untilAge: string
  /** As the catalogue shows it: 'Adults only'. */
  label: string
}

/** From and to which gestational age a specimen is usual for a test, in days, both included; null: no limit. */
export interface GestationLimits {
  specimen: SpecimenType
  from: number | null
  to: number | null
}

/** What a laboratory sets about who is tested by a test. */
export interface TestSubjects {
  ages: AgeLimits | null
  gestation: readonly GestationLimits[]
  /** Who is tested, of living people, fetuses, losses and people who have died; left out: whoever it is. */
  kinds?: readonly SubjectKind[]
}

const KIND_WORDS: Record<SubjectKind, string> = {
  living: 'a living patient',
  fetus: 'a fetus',
  loss: 'a pregnancy loss',
  deceased: 'a person who has died',
}

/** 'a fetus or a pregnancy loss'. */
export function kindsInWords(kinds: readonly SubjectKind[]): string {
  return kinds.map((kind) => KIND_WORDS[kind]).join(' or ')
}

/** The day on which a person born on `born` reaches an age; null unless both can be read. */
function dayOfAge(born: IsoDate, age: string): IsoDate | null {
  const [date, match] = [readIsoDate(born), AGE.exec(age)]
  if (!date || !match) return null
  const count = Number(match[1])
  if (match[2] === 'y') date.setUTCFullYear(date.getUTCFullYear() + count)
  else if (match[2] === 'm') date.setUTCMonth(date.getUTCMonth() + count)
  else date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

const UNITS = { y: 'year', m: 'month', d: 'day' } as const

/** '1 year', '28 days'. */
export function ageWords(age: string): string {
  const [, count = '', unit = 'y'] = AGE.exec(age) ?? []
  return `${count} ${UNITS[unit as keyof typeof UNITS]}${count === '1' ? '' : 's'}`
}

/** 'from 18 years', 'under 28 days', 'from 1 month and under 2 years'. */
export function agesInWords({ fromAge, untilAge }: AgeLimits): string {
  return [fromAge && `from ${ageWords(fromAge)}`, untilAge && `under ${ageWords(untilAge)}`]
    .filter(Boolean)
    .join(' and ')
}

/** As every list of tests and the test's page show it: 'Adults only (from 18 years)'; '' for anybody. */
export function offeredForInWords(ages: AgeLimits | null | undefined): string {
  return ages ? `${ages.label} (${agesInWords(ages)})` : ''
}

/** Whether a person born on `born` has such an age on `on`; true if either date is unknown. */
export function isOfAge({ fromAge, untilAge }: AgeLimits, born: IsoDate, on: IsoDate): boolean {
  const [from, until] = [dayOfAge(born, fromAge), dayOfAge(born, untilAge)]
  return (from === null || on >= from) && (until === null || on < until)
}

/** Whether a person born on `born` has not reached an age on `on`. */
export function isUnderAge(age: string, born: IsoDate, on: IsoDate): boolean {
  const reached = dayOfAge(born, age)
  return reached !== null && on < reached
}

/** In days, to compare ages; of a month 30, of a year 365. */
export function roughDays(age: string): number {
  const [, count = '0', unit = 'd'] = AGE.exec(age) ?? []
  return Number(count) * ({ y: 365, m: 30, d: 1 }[unit] ?? 1)
}
