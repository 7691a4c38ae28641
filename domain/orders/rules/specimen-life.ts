import { dayInWords, type IsoDate, readIsoDate } from '../../dates/dates.ts'
import type { SpecimenType } from '../../lookups.ts'
import { isTimeOfDay } from '../../specimens/clock.ts'
import type { SpecimenRole } from '../../specimens/details.ts'
import { likeOf } from '../../specimens/own-types.ts'
import { refusalOf, requirementFor } from '../../specimens/requirements.ts'
import type { Sample } from '../document.ts'
import type { OrderableTest } from '../rule-context.ts'

/**
 * For how many days after collection a specimen can be used, unless a test's catalogue entry says otherwise;
 * null: it does not spoil, or only the test knows. The specification gives no figures. These are ours, and
 * conservative: whole blood keeps its DNA for about two weeks if refrigerated, a saliva kit for two months at
 * room temperature; cells for culture (villi, amniotic fluid, fresh tissue) must arrive within days; a Streck
 * tube keeps cell-free DNA for ten days; blocks outlast slides, whose cut surface ages.
 */
export const SPECIMEN_LIFE_DAYS: Partial<Record<SpecimenType, number>> = {
  Blood: 14,
  'Buccal Swab': 60,
  Saliva: 60,
  CVS: 5,
  'Amniotic Fluid': 5,
  'Fetal Blood': 7,
  'Fresh Tissue': 5,
  'FFPE Slides': 365,
  'FFPE Blocks': 3650,
  'FFPE Tumor Block': 3650,
  'Blood in Streck Tube': 10,
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function addDays(day: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

const daysFrom = (from: IsoDate, to: IsoDate) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** A specimen that will be too old on the day on which it arrives. */
export interface LateArrival {
  /** For how long it can be used: '48 hours', '14 days'. */
  life: string
  daysOver: number
  arrival: IsoDate
  /** The test that cannot use it any longer; null if it is of any specimen of the type. */
  test: OrderableTest | null
}

interface Judged {
  sample: Sample
  role: SpecimenRole
  tests: readonly OrderableTest[]
  today: IsoDate
}

/**
 * Judges the day of arrival: the one that the clinic gives, or today and the usual days on the way. A life
 * in hours counts from the time of collection, or from the end of that day if the time is not known; a
 * specimen that expires on the day on which it arrives is still usable. Null if it is usable for all tests,
 * or the date is unknown.
 */
export function lateArrival({ sample, role, tests, today }: Judged): LateArrival | null {
  const suitable = tests.filter((test) => refusalOf(test, sample, role) === null)
  const lives =
    suitable.length > 0 ? suitable.map((test) => lifeOf(test, sample, role)) : [usualLife(sample, tests)]
  const late = lives.flatMap((life) => {
    const expires = life && expiryOf(sample, life)
    if (!expires) return []
    const arrival = arrivalOf(sample, today, life.transitDays)
    return [{ life: life.words, daysOver: daysFrom(expires, arrival), arrival, test: life.test }]
  })
  const [worst] = late.toSorted((one, other) => other.daysOver - one.daysOver)
  return worst && worst.daysOver > 0 ? worst : null
}

interface Life {
  hours: number
  unit: 'hours' | 'days'
  words: string
  transitDays: number
  test: OrderableTest | null
}

function lifeOf(test: OrderableTest, sample: Sample, role: SpecimenRole): Life | null {
  const row = requirementFor(test, sample, role)
  const transitDays = row?.transitDays ?? 0
  const usual = usualLife(sample, [test])
  if (!row || row.life === null) return usual && { ...usual, transitDays }
  const { life, lifeUnit: unit } = row
  const words = life === 1 ? `1 ${unit.slice(0, -1)}` : `${life} ${unit}`
  return { hours: unit === 'days' ? life * 24 : life, unit, words, transitDays, test }
}

function usualLife(sample: Sample, tests: readonly OrderableTest[]): Life | null {
  const type = likeOf(sample.specimenType, tests)
  const days = type === '' ? undefined : SPECIMEN_LIFE_DAYS[type]
  if (days === undefined) return null
  return { hours: days * 24, unit: 'days', words: `${days} days`, transitDays: 0, test: null }
}

/** The last day on which it can be used; null if its date is unknown. */
function expiryOf({ dateOfCollection: collected, timeOfCollection: time = '' }: Sample, life: Life) {
  if (!readIsoDate(collected)) return null
  if (life.unit === 'days') return addDays(collected, life.hours / 24)
  const at = Date.parse(`${collected}T${isTimeOfDay(time) ? time : '23:59'}:00Z`)
  return new Date(at + life.hours * HOUR_MS).toISOString().slice(0, 10)
}

function arrivalOf({ arrivesOn = '' }: Sample, today: IsoDate, transitDays: number): IsoDate {
  return readIsoDate(arrivesOn) ? arrivesOn : addDays(today, transitDays)
}

/** What to tell the clinic, and what to do. */
export function lateInWords(type: string, { life, daysOver, arrival, test }: LateArrival, today: IsoDate) {
  const over = daysOver === 1 ? 'one day' : `${daysOver} days`
  const of = test ? `${type} can be used for ${life} for ${test.testName}` : `${type} can be used for ${life}`
  const is =
    arrival === today ? `is ${over} older` : `will be ${over} older when it arrives on ${dayInWords(arrival)}`
  return `${of}; this specimen ${is}. Collect a new one, or give a reason to send this one`
}
