const backwards = (digits: string): number[] => [...digits].reverse().map(Number)

/** Modulo 10 with the weights 3 and 1 from the right, the check digit last (GS1; FedEx Ground, USPS). */
export function isModulo10(digits: string): boolean {
  const [check, ...rest] = backwards(digits)
  const sum = rest.reduce((total, digit, position) => total + digit * (position % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}

/** Modulo 11, a remainder of 10 counting as 0, with weights that repeat from the left, the check digit last (FedEx Express). */
export function isModulo11(digits: string, weights: readonly number[]): boolean {
  const [check, ...rest] = backwards(digits)
  const sum = rest
    .toReversed()
    .reduce((total, digit, position) => total + digit * (weights[position % weights.length] ?? 0), 0)
  return (sum % 11) % 10 === check
}

/** S10 of the Universal Postal Union: eight digits with the weights 8 6 4 2 3 5 9 7, modulo 11, the check digit last. */
export function isS10(digits: string): boolean {
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const check = 11 - (sum % 11)
  return (check === 10 ? 0 : check === 11 ? 5 : check) === Number(digits[8])
}

/**
 * Modulo 10 with weights for the even and odd places from the left, the check digit last; a letter counts as
 * its place in the alphabet plus one, as carriers do (UPS: A is 2).
 */
export function isModuloOfLetters(text: string, even = 1, odd = 2): boolean {
  const values = [...text].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10))
  const sum = values.slice(0, -1).reduce((total, value, at) => total + value * (at % 2 === 0 ? even : odd), 0)
  return (10 - (sum % 10)) % 10 === values.at(-1)
}

/** Modulo 7 of the whole number before the check digit (DHL Express). */
export function isModulo7(digits: string): boolean {
  return Number(digits.slice(0, -1)) % 7 === Number(digits.at(-1))
}

/** Luhn, the check digit last. */
export function isLuhn(digits: string): boolean {
  const sum = backwards(digits).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  )
  return sum % 10 === 0
}

/** Modulo 37, 36 (ISO 7064), the check character last (DPD). */
export function isModulo36(text: string): boolean {
  const numberOf = (sign: string) => Number.parseInt(sign, 36)
  const rest = [...text.slice(0, -1)].reduce((carried, sign) => {
    const sum = (carried + numberOf(sign)) % 36 || 36
    return (sum * 2) % 37
  }, 36)
  return (37 - rest) % 36 === numberOf(text.slice(-1))
}
