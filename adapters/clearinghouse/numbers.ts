import type { BasisPoints, Cents } from '#domain/coverage/benefits.ts'

/** A decimal without sign, exponent or thousands separators: `10`, `10.00`, `.5`, `10.`. */
const DECIMAL = /^(?=\.?\d)0*(\d*)\.?(\d*)$/

/** The number in `text` times ten to the power of `decimals`; null if it is not a number, or not whole. */
function scaled(text: string, decimals: number): number | null {
  const [match, integer = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (match === undefined) return null
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return null
  const value = Number(integer + significant.padEnd(decimals, '0'))
  return Number.isSafeInteger(value) ? value : null
}

/** EB07 in whole cents; null unless it is exactly a non-negative amount. */
export function readCents(text: string): Cents | null {
  return scaled(text, 2)
}

/**
 * EB08 in ten-thousandths; null unless it is exactly a share between 0 and 1. The standard requires a
 * fraction (`.2`), but some payers send percent (`20`): any number above 1 is read so.
 */
export function readRate(text: string): BasisPoints | null {
  const millionths = scaled(text, 6)
  if (millionths === null) return null
  const rate = millionths > 1_000_000 ? millionths / 10_000 : millionths / 100
  return Number.isInteger(rate) && rate <= 10_000 ? rate : null
}

/** Cents as EB07 requires: `10`, `0.5`, `12.34`. */
export function writeCents(cents: Cents): string {
  return written(cents, 2)
}

/** A share as EB08 requires (`.2`), or in percent as some payers send it (`20`), possible above 1 % only. */
export function writeRate(rate: BasisPoints, as: 'fraction' | 'percent' = 'fraction'): string {
  return as === 'percent' && rate > 100 ? written(rate, 2) : written(rate, 4).replace(/^0(?=\.)/, '')
}

function written(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`)
}
