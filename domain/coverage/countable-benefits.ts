import { dayInWords, type IsoDate } from '../dates/dates.ts'
import type { Benefit } from './benefits.ts'

/** Place of service 81: independent laboratory (CMS place of service code set). */
const LABORATORY = '81'

/**
 * EB04 of insurance that does not pay for outpatient laboratory tests: Medicare Part A (hospital inpatient)
 * and its Medigap, disability, liability, auto, long-term care, life, litigation, property, workers'
 * compensation.
 */
const OTHER_INSURANCE: ReadonlySet<string> = new Set([
  ...['MA', 'MH', 'AP', 'D', 'LC', 'LD', 'LI', 'LT', 'PE', 'PL', 'RP', 'WC', 'WU'],
])

/** EB04 for payers before Medicare: in 12 to 16, 41 to 43 and 47 Medicare is the second payer. */
const MEDICARE_SECOND: ReadonlySet<string> = new Set(['12', '13', '14', '15', '16', '41', '42', '43', '47'])

/** EB04 of a plan that pays instead of Original Medicare: Medicare Advantage. */
const INSTEAD: ReadonlySet<string> = new Set(['HN'])

/** Whether a row explicitly applies to an independent laboratory. */
export function isForLaboratory({ places }: Benefit): boolean {
  return places?.includes(LABORATORY) ?? false
}

/** Whether a row applies only to other places of service, such as an office visit. */
export function isOutsideLaboratory({ places }: Benefit): boolean {
  return places !== undefined && !places.includes(LABORATORY)
}

/** Whether its insurance does not pay for such tests at all. */
export function isOtherInsurance({ insuranceType }: Benefit): boolean {
  return insuranceType !== undefined && OTHER_INSURANCE.has(insuranceType)
}

/** Whether a row applies only before or after `day`. */
export function isOfOtherDays({ from = '', to = '' }: Benefit, day: IsoDate | undefined): boolean {
  return day !== undefined && ((from !== '' && from > day) || (to !== '' && to < day))
}

/** `from 1 Jan 2027`, `until 31 Dec 2025`. */
export function daysInWords({ from = '', to = '' }: Pick<Benefit, 'from' | 'to'>): string {
  return [from && `from ${dayInWords(from)}`, to && `until ${dayInWords(to)}`].filter(Boolean).join(' ')
}

/** Why a row's amount is not firm, in the payer's words; empty if it is. */
export function whyUnclear({ unclear = [], words }: Benefit): string[] {
  return [...unclear, ...words.map((one) => `“${one}”`)]
}

/** The payer that, by this payer's response, pays before or instead of it; '' if there is none. */
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
