/** Digits of the keyboards that our visitors have, one after another from zero: Arabic, Persian, full width. */
const ZEROS = ['٠', '۰', '０'].map((zero) => zero.charCodeAt(0))

export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９＋]/g, (one) => {
    if (one === '＋') return '+'
    const zero = ZEROS.find((start) => one.charCodeAt(0) >= start && one.charCodeAt(0) < start + 10) ?? 0
    return String(one.charCodeAt(0) - zero)
  })
}
