import { isLuhn, isModulo7, isModulo36, isModuloOfLetters } from './check-digits.ts'

/** A number format of a carrier that Karyo does not support; null `check`: the format has no check digit. */
interface OtherFormat {
  readonly carrier: string
  readonly shape: RegExp
  /** Checks the group `digits`, the check digit last. */
  readonly check: ((digits: string) => boolean) | null
}

/** Public label formats. */
const OTHER_FORMATS: readonly OtherFormat[] = [
  { carrier: 'UPS', shape: /^1Z(?<digits>[A-Z\d]{15}\d)$/, check: (digits) => isModuloOfLetters(digits) },
  { carrier: 'UPS', shape: /^[AHJKTV](?<digits>\d{10})$/, check: (digits) => isModuloOfLetters(digits) },
  { carrier: 'OnTrac', shape: /^C(?<digits>\d{14})$/, check: (digits) => isModuloOfLetters(`4${digits}`) },
  { carrier: 'OnTrac', shape: /^D(?<digits>\d{14})$/, check: (digits) => isModuloOfLetters(`5${digits}`) },
  {
    carrier: 'Canada Post',
    shape: /^(?<digits>\d{16})$/,
    check: (digits) => isModuloOfLetters(digits, 3, 1),
  },
  { carrier: 'Purolator', shape: /^(?<digits>[0-5]\d{11})$/, check: isLuhn },
  { carrier: 'Old Dominion', shape: /^(?<digits>\d{11})$/, check: isLuhn },
  { carrier: 'DHL', shape: /^(?<digits>\d{10,11})$/, check: isModulo7 },
  { carrier: 'DPD', shape: /^(?<digits>(\d{14}|\d{27})[A-Z\d])$/, check: isModulo36 },
  { carrier: 'DHL', shape: /^J[A-Z]{2,3}\d{9,10}$/, check: null },
  { carrier: 'Yodel', shape: /^JJ?D\d{16}$/, check: null },
  { carrier: 'DHL', shape: /^(GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?=.*\d)[A-Z\d]{10,39}$/, check: null },
  { carrier: 'Amazon', shape: /^(TB[ACM]\d{12}|[AFC]\d{10})$/, check: null },
  { carrier: 'LaserShip', shape: /^(L[AIEHNX][1-3]\d{7}|1LS7[12]\d{10}|1LSCX[A-Z\d]{10})$/, check: null },
  { carrier: 'LaserShip', shape: /^1LS7[12]\d{2}01[1-4]\d{6}-1$/, check: null },
  { carrier: 'Purolator', shape: /^[A-Z]{3}\d{9}$/, check: null },
  { carrier: 'Canpar', shape: /^[DLS]\d{21}$/, check: null },
  { carrier: 'GOFO', shape: /^GFUS\d{14}$/, check: null },
  { carrier: 'Landmark Global', shape: /^LTN\d{8}N1$/, check: null },
  { carrier: 'Spee-Dee', shape: /^SP\d{18}$/, check: null },
  { carrier: 'YunExpress', shape: /^YT\d{16}$/, check: null },
  { carrier: 'DHL', shape: /^\d{14}$/, check: null },
]

/** The carriers whose format it has, each once; empty if the format is unknown. */
export function otherCarriersOf(plain: string): string[] {
  const found = OTHER_FORMATS.filter(({ shape, check }) => {
    const match = shape.exec(plain)
    return match !== null && (check === null || check(match.groups?.digits ?? ''))
  })
  return [...new Set(found.map(({ carrier }) => carrier))]
}
