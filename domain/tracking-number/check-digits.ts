const backwards = (digits: string): number[] => [...digits].reverse().map(Number)

/** Modulo 10 with the weights 3 and 1 from the right, the check digit last (GS1; FedEx Ground, USPS). */
export function isModulo10(digits: string): boolean {
  const [check, ...rest] = backwards(digits)
  const sum = rest.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}

/** Modulo 11, a remainder of 10 counting as 0, with weights that repeat from the left, the check digit last (FedEx Express). */
export function isModulo11(digits: string, weights: readonly number[]): boolean {
  const [check, ...rest] = backwards(digits)
  const sum = rest
    .toReversed()
    .reduce((total, digit, place) => total + digit * (weights[place % weights.length] ?? 0), 0)
  return (sum % 11) % 10 === check
}
