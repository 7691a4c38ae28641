import type { IsoDate } from '../dates/dates.ts'

/** How a code of ICD-10-CM is written. Covers also a laboratory's own file of codes: what can be imported can be ordered. */
export const ICD10 = /^[A-Z](\d[\dAB]|[A-Z]\d)(\.[\dA-Z]{1,4})?$/

/** The days on which a code is in ICD-10-CM, the last one included; '' is open. */
export interface CodePeriod {
  from: IsoDate | ''
  until: IsoDate | ''
  /** False for a heading, which only has codes below it. */
  billable: boolean
}

export interface Diagnosis {
  code: string
  description: string
}

/** A diagnosis code of an order, as the laboratory's list has it. */
export interface KnownDiagnosis {
  code: string
  /** In order; empty: the list is whole, and has no such code. */
  periods: readonly CodePeriod[]
  /**
   * Codes for billing to choose from instead, at most twelve: those below a heading, or the nearest ones of a
   * code that is not valid. Empty for a code that can be used on the order's day.
   */
  offered: readonly Diagnosis[]
}

/** Why a code cannot be used on a day. */
export type CodeRefusal =
  | { kind: 'heading' }
  | { kind: 'retired'; until: IsoDate }
  | { kind: 'not-yet'; from: IsoDate }
  | { kind: 'unknown' }

/** Why a code cannot be used on `day`; null if it can. */
export function codeRefusal({ periods }: Pick<KnownDiagnosis, 'periods'>, day: IsoDate): CodeRefusal | null {
  const now = periods.find(({ from, until }) => from <= day && (until === '' || day <= until))
  if (now) return now.billable ? null : { kind: 'heading' }
  const last = periods.at(-1)
  if (!last) return { kind: 'unknown' }
  if (last.until !== '' && last.until < day) return { kind: 'retired', until: last.until }
  const next = periods.find(({ from }) => from > day)
  return next ? { kind: 'not-yet', from: next.from as IsoDate } : { kind: 'unknown' }
}

/** How many of the offered codes a message names. */
const NAMED = 5

/**
 * The message for a code that cannot be used on `day`, with what to enter instead; null if it can. `isFromStorage`: the day is
 * not that of collection, since the specimen leaves storage for the test.
 */
export function codeProblem(
  known: KnownDiagnosis,
  day: IsoDate,
  { isFromStorage = false } = {},
): string | null {
  const refusal = codeRefusal(known, day)
  if (refusal === null) return null
  const { code, offered } = known
  const instead = insteadOf(offered.map((one) => one.code))
  const on = isFromStorage
    ? `${day}, the day that counts because the specimen was stored for more than 30 days`
    : day
  switch (refusal.kind) {
    case 'heading':
      return `${code} is a heading of ICD-10-CM, not a code for billing. ${instead || 'Enter a code below it'}`
    case 'retired':
      return `${code} was valid until ${refusal.until}, not on ${on}. ${instead || 'Enter a valid code'}`
    case 'not-yet':
      return `${code} is valid from ${refusal.from}, not on ${on}. ${instead || 'Enter a valid code'}`
    case 'unknown':
      return `ICD-10-CM has no code ${code}. ${instead || 'Search by words'}`
  }
}

function insteadOf(codes: readonly string[]): string {
  if (codes.length === 0) return ''
  const named = codes.slice(0, NAMED)
  if (codes.length > NAMED) return `Enter a more exact one, such as ${named.join(', ')}`
  const last = named.pop()
  return named.length === 0 ? `Enter ${last}` : `Enter ${named.join(', ')} or ${last}`
}

/** A code about pregnancy or childbirth whose 7th character says which fetus it is about. */
const ABOUT_A_FETUS = /^O\d[\dA-Z]\.[\dA-Z]{3}(\d)$/

/**
 * The fetus that a code is about, by its 7th character (ICD-10-CM guidelines, I.C.15.a.6): 1 to 5, 9 for any
 * other, 0 if there is one fetus only or it is not known which; null for a code without that character.
 */
export function fetusOf(code: string): number | null {
  const found = ABOUT_A_FETUS.exec(code)
  return found ? Number(found[1]) : null
}

/**
 * The message for a code whose fetus does not fit the number of fetuses in the pregnancy; null if it fits, or
 * the code has no such character. Where several fetuses are expected, 0 says that it is not known which.
 */
export function fetusProblem(code: string, fetuses: number): string | null {
  const fetus = fetusOf(code)
  if (fetus === null || fetuses === 0) return null
  const withFetus = (number: number) => `${code.slice(0, -1)}${number}`
  if (fetuses === 1)
    return fetus === 0
      ? null
      : `${code} is about one of several fetuses; for a single one it is ${withFetus(0)}`
  if (fetus === 0)
    return `${code} does not say which fetus. If it is known, enter ${withFetus(1)} for the first, ${withFetus(2)} for the second`
  return fetus <= 5 && fetus > fetuses
    ? `${code} is about fetus ${fetus}; the pregnancy has ${fetuses}`
    : null
}
