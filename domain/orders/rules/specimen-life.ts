import { type IsoDate, readIsoDate } from '../../dates/dates.ts'
import type { SpecimenType } from '../../lookups.ts'

/**
 * For how many days after its collection a specimen can be used; null: it does not spoil. The specification gives no
 * figures. These are ours, and careful: whole blood keeps its DNA for about two weeks in the cold, a saliva kit for two
 * months at room temperature; cells that are to grow (villi, amniotic fluid, fresh tissue) must come within days; a
 * Streck tube keeps cell-free DNA for ten days; blocks outlast slides, whose cut surface ages.
 */
export const SPECIMEN_LIFE_DAYS = {
  Blood: 14,
  'Buccal Swab': 60,
  Saliva: 60,
  'Extracted DNA': null,
  CVS: 5,
  'Amniotic Fluid': 5,
  'Fetal Blood': 7,
  'Fresh Tissue': 5,
  'FFPE Slides': 365,
  'FFPE Blocks': 3650,
  'FFPE Tumor Block': 3650,
  'Blood in Streck Tube': 10,
} as const satisfies Record<SpecimenType, number | null>

/** How many days older than it lasts a specimen is today; 0 while it is good, or where no day is known. */
export function daysTooOld(type: SpecimenType | '', collected: string, today: IsoDate): number {
  const life = type === '' ? null : SPECIMEN_LIFE_DAYS[type]
  const [from, to] = [readIsoDate(collected), readIsoDate(today)]
  if (life === null || !from || !to) return 0
  return Math.max(0, (to.getTime() - from.getTime()) / 86_400_000 - life)
}
