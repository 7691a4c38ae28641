/**
 * A whole number with thousands separators: `1,234`. Written here because locales differ between browsers.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** US dollars from cents: `$1,234.50`, `-$20.00`; rounded to whole dollars without `cents`. */
export function dollars(amount: number, { cents = true }: { cents?: boolean } = {}): string {
  const all = cents ? Math.abs(Math.round(amount)) : Math.round(Math.abs(amount) / 100) * 100
  const rest = cents ? `.${String(all % 100).padStart(2, '0')}` : ''
  return `${amount < 0 && all > 0 ? '-' : ''}$${grouped(Math.floor(all / 100))}${rest}`
}
