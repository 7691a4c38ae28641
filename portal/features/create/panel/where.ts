import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { SECTION_NAMES } from '../section-words.ts'

/** In a family, of whom a point is where its section alone does not say it: 'mother'; '' otherwise. */
export function ownerOf({ path }: OpenPoint, document: OrderDocument): string {
  const { patients, samples } = document
  const [, list, index] = /^\/(patients|samples)\/(\d+)/.exec(path) ?? []
  const at = Number(index)
  const key = list === 'patients' ? patients[at]?.key : samples[at]?.patient
  // The patient's own fields need no name in the section that begins with the patient.
  if (
    key === undefined ||
    (patients.length === 1 && !isPrenatal(document)) ||
    (list === 'patients' && key === PROBAND)
  )
    return ''
  return whoIs(document, key).replace(/^the /, '')
}

/** Where in the form a point stands: its section, and in a family of whom it is: 'Specimens, mother'. */
export function whereOf(point: OpenPoint, document: OrderDocument): string {
  return [SECTION_NAMES[point.section], ownerOf(point, document)].filter(Boolean).join(', ')
}
