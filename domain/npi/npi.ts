/**
 * A National Provider Identifier: ten digits, the first 1 or 2, with the Luhn check digit computed over the
 * prefix 80840 and the number (CMS, NPI check digit).
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const sum = [...`80840${text}`].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
