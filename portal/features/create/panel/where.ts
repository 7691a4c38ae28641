import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { SECTION_NAMES } from '../labels.ts'

/** Where in the form a point stands: its section, and in a family of whom it is: 'Specimens, mother'. */
export function whereOf({ section, path }: OpenPoint, { patients, samples }: OrderDocument): string {
  const [, list, index] = /^\/(patients|samples)\/(\d+)/.exec(path) ?? []
  const at = Number(index)
  const key = list === 'patients' ? patients[at]?.key : samples[at]?.patient
  // The patient's own fields need no name in the section that begins with the patient.
  if (key === undefined || patients.length === 1 || (list === 'patients' && key === PROBAND))
    return SECTION_NAMES[section]
  return `${SECTION_NAMES[section]}, ${whoIs({ patients }, key).replace(/^the /, '')}`
}
