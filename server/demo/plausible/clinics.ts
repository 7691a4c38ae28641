import type { SubjectKind } from '#domain/orders/subject.ts'
import { table } from '#domain/table.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import type { PlausibleOrder } from './plausible-orders.ts'

const YEAR = 365.25

/** Whom an institution of the demo treats; what is left out does not limit it. */
interface Clinic {
  subjects?: readonly SubjectKind[]
  /** The ages of living patients, in days. */
  ageFrom?: number
  ageTo?: number
  /** Tests of these categories are ordered for living patients, or for these indications. */
  categories?: readonly string[]
  indications?: RegExp
  /** Where its patients live: its own state, with a postal code that is not assigned. */
  home: { state: string; postalCode: string }
}

/** A children's hospital also has a fetal center: its patients of record are the mothers. */
const CHILDREN: Clinic = {
  subjects: ['living', 'fetus'],
  ageTo: 21 * YEAR,
  home: { state: 'OH', postalCode: '43000' },
}
const NEW_YORK = { state: 'NY', postalCode: '14600' }

const CLINICS = table<Clinic>({
  '1001': CHILDREN,
  '1002': CHILDREN,
  '1003': { home: NEW_YORK },
  // Veterans.
  '1004': { subjects: ['living'], ageFrom: 21 * YEAR, home: { state: 'NE', postalCode: '68000' } },
  '1005': { home: { state: 'GA', postalCode: '31000' } },
  '1006': { home: { state: 'AZ', postalCode: '85700' } },
  // Maternal and fetal medicine.
  '1007': { ageFrom: 18 * YEAR, categories: ['carrier'], home: { state: 'WA', postalCode: '98000' } },
  // A cancer institute.
  '1008': { subjects: ['living'], indications: /^(C|D[0-4]|Z80|Q85)/, home: NEW_YORK },
})

const ANY_CLINIC: Clinic = { home: { state: 'IL', postalCode: '60000' } }

export function homeNear(institution: string): Clinic['home'] {
  return (CLINICS[institution] ?? ANY_CLINIC).home
}

/** Whether an institution would order the test at all, for somebody as expected. */
export function isOrderedAt(
  institution: string,
  { category }: Pick<OrderedTestInfo, 'category'>,
  { subject, ageFrom, ageTo, indications }: PlausibleOrder,
): boolean {
  const clinic = CLINICS[institution] ?? ANY_CLINIC
  if (clinic.subjects?.includes(subject) === false) return false
  if (subject !== 'living') return true
  return (
    (clinic.categories?.includes(category) ?? true) &&
    (clinic.indications === undefined || indications.some((code) => clinic.indications?.test(code))) &&
    // With a margin, so that there are enough ages to choose from.
    ageFrom < (clinic.ageTo ?? Number.POSITIVE_INFINITY) - YEAR &&
    ageTo > (clinic.ageFrom ?? 0) + YEAR
  )
}

/** The expected order with the ages that the institution treats, if it treats any of them. */
export function asAt(institution: string, expected: PlausibleOrder): PlausibleOrder {
  const { ageFrom: youngest = 0, ageTo: oldest = Number.POSITIVE_INFINITY } =
    CLINICS[institution] ?? ANY_CLINIC
  const ageFrom = Math.max(expected.ageFrom, youngest)
  const ageTo = Math.min(expected.ageTo, oldest)
  return expected.subject !== 'living' || ageFrom >= ageTo ? expected : { ...expected, ageFrom, ageTo }
}

/** Why an institution would not have this living patient; null if it would. */
export function wrongClinic(institution: string, subject: SubjectKind, days: number): string | null {
  const { subjects, ageFrom = 0, ageTo = Number.POSITIVE_INFINITY } = CLINICS[institution] ?? ANY_CLINIC
  if (subjects?.includes(subject) === false) return `${institution} tests no ${subject}`
  // The file's ages are whole years, and a birthday may be near.
  const isOfAge = days >= ageFrom - YEAR && days <= ageTo + YEAR
  return subject !== 'living' || isOfAge
    ? null
    : `${institution} has a patient of ${Math.floor(days / YEAR)} years`
}
