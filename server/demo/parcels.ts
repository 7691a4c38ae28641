import { type IsoDate, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Carrier } from '#domain/lookups.ts'
import { lateIfEnteredOn } from '#domain/shipments/parcel.ts'
import { carriersOf } from '#domain/tracking-number/tracking-number.ts'
import { DAY, HOUR } from './days.ts'
import type { DemoParcel } from './expected-day.ts'
import type { Random } from './random.ts'

/** The first digits of the carriers' tracking numbers, and how many follow before the check digit. */
const FORMS = {
  Fedex: { begin: '78', digits: 9 },
  USPS: { begin: '94001', digits: 16 },
} as const satisfies Record<Carrier, { begin: string; digits: number }>

/** Generates valid tracking numbers of a carrier, each once. */
export function trackingNumbers(): (carrier: Carrier) => string {
  let given = 4_170_000
  return (carrier) => {
    const { begin, digits } = FORMS[carrier]
    given += 37
    const number = `${begin}${String(given).padStart(digits, '0')}`
    const numbers = Array.from({ length: 10 }, (_, check) => `${number}${check}`)
    const valid = numbers.find((number) => carriersOf(number)[0] === carrier)
    if (valid === undefined) throw new Error(`no number of ${carrier} begins with ${number}`)
    return valid
  }
}

export type Numbers = ReturnType<typeof trackingNumbers>

export function parcel(
  numbers: Numbers,
  carrier: Carrier,
  enteredAt: Date,
  arrivedAt: Date | null = null,
): DemoParcel {
  return { carrier, trackingNumber: numbers(carrier), enteredAt, arrivedAt }
}

/** The latest day on which a parcel that is late today was entered. */
export const lastLateDay = (carrier: Carrier, now: Date): IsoDate =>
  lateIfEnteredOn(carrier, todayAtLaboratory(now))

/** A parcel that should have arrived by now. */
export function lateParcel(numbers: Numbers, carrier: Carrier, now: Date): DemoParcel {
  return parcel(numbers, carrier, new Date(Date.parse(lastLateDay(carrier, now)) + 17 * HOUR))
}

/** A parcel in transit that is not late, handed over after `since`. */
export function parcelInTransit(
  numbers: Numbers,
  carrier: Carrier,
  { since, now, random }: { since: Date; now: Date; random: Random },
): DemoParcel {
  const inTime = Date.parse(startOfDay(lastLateDay(carrier, now), 1))
  const from = Math.max(since.getTime() + HOUR / 2, inTime + DAY / 2)
  const enteredAt = from + Math.max(0, now.getTime() - from) * (random.integer(80) / 100)
  return parcel(numbers, carrier, new Date(Math.min(enteredAt, now.getTime() - HOUR / 60)))
}
