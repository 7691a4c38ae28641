import { dollars } from '../text/figures.ts'
import type { BasisPoints, Cents } from './benefits.ts'

/** US dollars with two decimals: `$1,234.50`, `-$20.00`. */
export function money(cents: Cents): string {
  return dollars(cents)
}

/** A rate: `20%`, `12.5%`. */
export function percent(rate: BasisPoints): string {
  return `${rate / 100}%`
}
