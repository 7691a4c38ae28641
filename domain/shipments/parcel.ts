import { addWorkingDays, type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Carrier } from '../lookups.ts'

/** A carrier's tracking page, and the working days after which its parcels count as late. */
const CARRIER_META = {
  Fedex: { link: 'https://www.fedex.com/fedextrack/?trknbr=', workingDays: 3 },
  USPS: { link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=', workingDays: 5 },
} as const satisfies Record<Carrier, { link: string; workingDays: number }>

/** The carrier's tracking page of a parcel. */
export function parcelLink(carrier: Carrier, trackingNumber: string): string {
  return `${CARRIER_META[carrier].link}${encodeURIComponent(trackingNumber)}`
}

/** The due day of a parcel whose tracking number was entered on `enteredOn` (laboratory's dates). */
export function parcelDueOn(carrier: Carrier, enteredOn: IsoDate): IsoDate {
  return addWorkingDays(enteredOn, CARRIER_META[carrier].workingDays)
}

/** The latest entry date of parcels that are late today; parcels entered earlier are late, too. */
export function lateIfEnteredOn(carrier: Carrier, today: IsoDate): IsoDate {
  return lastDayBefore(today, (enteredOn) => parcelDueOn(carrier, enteredOn))
}

/** Working days after a parcel's arrival within which the laboratory accessions its samples, one by one. */
const ACCESSION_DAYS = 2

/** The day by which the laboratory has accessioned all that was in a parcel (laboratory's dates). */
export function accessionedBy(arrivedOn: IsoDate): IsoDate {
  return addWorkingDays(arrivedOn, ACCESSION_DAYS)
}

/** The latest arrival of parcels in which a sample that is not accessioned today was missing. */
export function missingIfArrivedOn(today: IsoDate): IsoDate {
  return lastDayBefore(today, accessionedBy)
}

/** The parcel that may still bring a sample: null for none, or for one that has arrived without it. */
export function parcelOnItsWay<Parcel extends { arrivedWithoutIt: boolean }>(
  parcel: Parcel | null,
): Parcel | null {
  return parcel?.arrivedWithoutIt ? null : parcel
}

/** The latest day of which the due day has passed by today. */
function lastDayBefore(today: IsoDate, dueOn: (day: IsoDate) => IsoDate): IsoDate {
  let day = today
  while (dueOn(day) >= today) day = dayBefore(day)
  return day
}

function dayBefore(day: IsoDate): IsoDate {
  const date = readIsoDate(day)
  if (!date) throw new RangeError(`not a date: ${day}`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
