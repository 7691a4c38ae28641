import { dayInWords, type IsoDate } from '../dates/dates.ts'
import type { Benefit } from './benefits.ts'

/** Place of service 81: independent laboratory (CMS place of service code set). */
const LABORATORY = '81'

/**
 * EB04 of insurance that pays for no outpatient laboratory test: Medicare part A (hospital inpatient) and its Medigap,
 * disability, liability, auto, long-term care, life, litigation, property, workers' compensation.
 */
const OTHER_INSURANCE: ReadonlySet<string> = new Set([
  ...['MA', 'MH', 'AP', 'D', 'LC', 'LD', 'LI', 'LT', 'PE', 'PL', 'RP', 'WC', 'WU'],
])

/** EB04 by which somebody else pays before Medicare: 12 to 16, 41 to 43 and 47 are Medicare as the second payer. */
const MEDICARE_SECOND: ReadonlySet<string> = new Set(['12', '13', '14', '15', '16', '41', '42', '43', '47'])

/** EB04 of a plan that pays instead of Original Medicare: Medicare Advantage. */
const INSTEAD: ReadonlySet<string> = new Set(['HN'])

/** Whether a row is for an independent laboratory, by name. */
export function isForLaboratory({ places }: Benefit): boolean {
  return places?.includes(LABORATORY) ?? false
}

/** Whether a row is for other places of service only, such as an office visit. */
export function isOutsideLaboratory({ places }: Benefit): boolean {
  return places !== undefined && !places.includes(LABORATORY)
}

/** Whether it is of an insurance that does not pay for such tests at all. */
export function isOtherInsurance({ insuranceType }: Benefit): boolean {
  return insuranceType !== undefined && OTHER_INSURANCE.has(insuranceType)
}

/** Whether a row counts before or after `day` only. */
export function isOfOtherDays({ from = '', to = '' }: Benefit, day: IsoDate | undefined): boolean {
  return day !== undefined && ((from !== '' && from > day) || (to !== '' && to < day))
}

/** `from 1 Jan 2027`, `until 31 Dec 2025`. */
export function daysInWords({ from = '', to = '' }: Pick<Benefit, 'from' | 'to'>): string {
  return [from && `from ${dayInWords(from)}`, to && `until ${dayInWords(to)}`].filter(Boolean).join(' ')
}

/** Why the amount of a row is no firm one, in the payer's words; empty where it is. */
export function whyUnclear({ unclear = [], words }: Benefit): string[] {
  return [...unclear, ...words.map((one) => `“${one}”`)]
}

/** Who pays instead of this payer, or before it, by its own answer; '' where nobody does. */
export function paysFirst(rows: readonly Benefit[]): string {
  const others = rows.filter(({ kind }) => kind === 'other-payer')
  const named = (those: Benefit[]) =>
    those.flatMap(({ otherPayers = [], plan }) => otherPayers.map(({ name }) => name).concat(plan))
  const instead = others.filter(({ insuranceType }) => INSTEAD.has(insuranceType ?? ''))
  if (instead.length > 0) return named(instead).find((name) => name !== '') ?? 'a Medicare Advantage plan'
  const first = others.flatMap(({ otherPayers = [] }) => otherPayers.filter(({ pays }) => pays === 'first'))
  if (first.length > 0) return first[0]?.name || 'another payer'
  const isSecond = rows.some(({ insuranceType }) => MEDICARE_SECOND.has(insuranceType ?? ''))
  return isSecond ? (named(others).find((name) => name !== '') ?? 'another payer') : ''
}
