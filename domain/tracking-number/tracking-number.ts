import { CARRIERS, type Carrier } from '../lookups.ts'
import { isModulo10, isModulo11, isS10 } from './check-digits.ts'
import { otherCarriersOf } from './other-formats.ts'

interface Format {
  carrier: Carrier
  shape: RegExp
  /** Whether the check digit, the last one, fits the digits in the shape's group. */
  check: (digits: string) => boolean
}

/** The group `digits` of a shape is the whole number, or what is left without what a scanner adds. */
const FORMATS: readonly Format[] = [
  // A label's barcode may start with the destination: 420 and a ZIP code of five or nine digits.
  { carrier: 'USPS', shape: /^(?:420(?:\d{5}|\d{9}))?(?<digits>91\d{20})$/, check: isModulo10 },
  {
    carrier: 'USPS',
    shape: /^(?:420(?:\d{5}|\d{9}))?(?<digits>9[2345]\d{20}|9[2345]\d{24}|9[2345]\d{28})$/,
    check: isModulo10,
  },
  // The older format; some numbers were computed with the 91 prefix that they are sent with today.
  {
    carrier: 'USPS',
    shape: /^(?:420(?:\d{5}|\d{9}))?(?<digits>\d{20})$/,
    check: (digits) => isModulo10(digits) || isModulo10(`91${digits}`),
  },
  // S10 of the world's postal services: those of the United States.
  { carrier: 'USPS', shape: /^[A-Z]{2}(?<digits>\d{9})US$/, check: isS10 },
  { carrier: 'Fedex', shape: /^(?<digits>\d{12})$/, check: (digits) => isModulo11(digits, [3, 1, 7]) },
  { carrier: 'Fedex', shape: /^(?<digits>\d{15})$/, check: isModulo10 },
  { carrier: 'Fedex', shape: /^\d{2}(?<digits>\d{16})$/, check: isModulo10 },
  { carrier: 'Fedex', shape: /^96\d{5}(?<digits>\d{15})$/, check: isModulo10 },
  // Four digits follow the check digit.
  {
    carrier: 'Fedex',
    shape: /^3\d{15}(?<digits>\d{12})\d{4}$/,
    check: (digits) => isModulo11(digits, [3, 1, 7]),
  },
  {
    carrier: 'Fedex',
    // Numbers in the other carrier's barcode format are left to it.
    shape: /^(?!420(?:\d{5}|\d{9})9[1-5])\d{20}(?<digits>\d{14})$/,
    check: (digits) => isModulo11(digits, [1, 7, 3]),
  },
]

/** The lengths of a carrier's numbers, as on its labels. */
const LENGTHS = {
  Fedex: '12, 15, 22 or 34 digits',
  USPS: '20, 22, 26 or 30 digits, or 13 characters ending in US',
} as const satisfies Record<Carrier, string>

/** The stored form: labels print it in groups, which have no meaning. */
export function plainTrackingNumber(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase()
}

/** The carriers whose format and check digit match; the first is the likelier. */
export function carriersOf(trackingNumber: string): Carrier[] {
  const plain = plainTrackingNumber(trackingNumber)
  const fitting = FORMATS.filter(({ shape, check }) => {
    const digits = shape.exec(plain)?.groups?.digits
    return digits !== undefined && check(digits)
  })
  return [...new Set(fitting.map(({ carrier }) => carrier))]
}

/** Why a text cannot be a tracking number, or null. Numbers that only look odd get a warning. */
export function trackingNumberProblem(trackingNumber: string): string | null {
  return /^[A-Z\d-]+$/.test(plainTrackingNumber(trackingNumber))
    ? null
    : 'Use only letters, digits and hyphens in a tracking number.'
}

/**
 * The warning about a tracking number for this carrier ('' if none is chosen), or null. Carriers have more
 * formats than are known here, so it can be saved all the same.
 */
export function trackingNumberWarning(carrier: Carrier | '', trackingNumber: string): string | null {
  const plain = plainTrackingNumber(trackingNumber)
  const found = carriersOf(plain)
  const [other] = found
  if (carrier === '' ? found.length > 0 : found.includes(carrier)) return null
  if (other !== undefined) return `This looks like a tracking number from ${other}.`
  const otherCarriers = isAbroad(plain) ? 'a foreign postal service' : otherCarriersOf(plain).join(' or ')
  const possible = CARRIERS.filter((one) => carrier === '' || one === carrier)
  const looksRight = FORMATS.some((format) => possible.includes(format.carrier) && format.shape.test(plain))
  if (looksRight) return 'One of the digits seems wrong. Compare the number with the label.'
  if (otherCarriers !== '') return `This looks like a tracking number from ${otherCarriers}.`
  const lengths = possible.map((one) => `${one} has ${LENGTHS[one]}`).join(', ')
  return `This has ${plain.length} ${plain.length === 1 ? 'character' : 'characters'}. A tracking number from ${lengths}. Compare it with the label.`
}

function isAbroad(plain: string): boolean {
  const digits = /^[A-Z]{2}(\d{9})[A-Z]{2}$/.exec(plain)?.[1]
  return digits !== undefined && isS10(digits)
}
