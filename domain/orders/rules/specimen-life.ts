import { type IsoDate, readIsoDate } from '../../dates/dates.ts'
import type { SpecimenType } from '../../lookups.ts'

/**
 * For how many days after collection a specimen can be used; null: it does not spoil. The specification gives
 * no figures. These are ours, and conservative: whole blood keeps its DNA for about two weeks if
 * refrigerated, a saliva kit for two months at room temperature; cells for culture (villi, amniotic fluid,
 * fresh tissue) must arrive within days; a Streck tube keeps cell-free DNA for ten days; blocks outlast
 * slides, whose cut surface ages.
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

/** By how many days a specimen is too old today; 0 while it can be used, or if its date is unknown. */
export function daysTooOld(type: SpecimenType | '', collected: string, today: IsoDate): number {
  const life = type === '' ? null : SPECIMEN_LIFE_DAYS[type]
  const [from, to] = [readIsoDate(collected), readIsoDate(today)]
  if (life === null || !from || !to) return 0
  return Math.max(0, (to.getTime() - from.getTime()) / 86_400_000 - life)
}
