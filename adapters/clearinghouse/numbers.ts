import type { BasisPoints, Cents } from '#domain/coverage/benefits.ts'

/** A decimal without sign, exponent or thousands separators: `10`, `10.00`, `.5`, `10.`. */
const DECIMAL = /^(?=\.?\d)0*(\d*)\.?(\d*)$/

/** The number that `text` spells times ten to the `decimals`, or null when it is none or not whole. */
function scaled(text: string, decimals: number): number | null {
  const [match, integer = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (match === undefined) return null
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return null
  const value = Number(integer + significant.padEnd(decimals, '0'))
  return Number.isSafeInteger(value) ? value : null
}

/** EB07 as whole cents; null where it is not exactly an amount that is not negative. */
export function readCents(text: string): Cents | null {
  return scaled(text, 2)
}

/**
 * EB08 as ten-thousandths; null where it is not exactly a share of at most the whole. The standard wants a fraction
 * (`.2`), but some send per cent (`20`): above 1 means that.
 */
export function readRate(text: string): BasisPoints | null {
  const millionths = scaled(text, 6)
  if (millionths === null) return null
  const rate = millionths > 1_000_000 ? millionths / 10_000 : millionths / 100
  return Number.isInteger(rate) && rate <= 10_000 ? rate : null
}

/** As EB07 wants it: `10`, `0.5`, `12.34`. */
export function writeCents(cents: Cents): string {
  return written(cents, 2)
}

/** As EB08 wants it (`.2`), or as some write it (`20`), which is only possible above 1 %. */
export function writeRate(rate: BasisPoints, as: 'fraction' | 'percent' = 'fraction'): string {
  return as === 'percent' && rate > 100 ? written(rate, 2) : written(rate, 4).replace(/^0(?=\.)/, '')
}

function written(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`)
}
