import type { Hl7Segment } from '@medplum/core'
import { textOf } from './message.ts'
import type { LaboratoryNews } from './port.ts'
import { isWithdrawn } from './report.ts'

const TEXT_TYPES = ['TX', 'FT', 'ST']

/**
 * The treatment recommendations of a group: OBX-3.1 TREATMENT, named by the test (OBR-4) and OBX-4. Repetitions of
 * OBX-5, and segments of the same OBX-4, are paragraphs of one text.
 */
export function treatmentsOf(obr: Hl7Segment | null, obx: Hl7Segment[]): LaboratoryNews['treatments'] {
  const treatments = new Map<string, LaboratoryNews['treatments'][number]>()
  for (const segment of obx) {
    if (textOf(segment, 3).toUpperCase() !== 'TREATMENT') continue
    if (!TEXT_TYPES.includes(textOf(segment, 2).toUpperCase()) || isWithdrawn(segment)) continue
    const key = [obr ? textOf(obr, 4) : '', textOf(segment, 4)].join('/')
    const before = treatments.get(key)
    const text = [...(before ? [before.text] : []), ...paragraphs(segment)].join('\n\n')
    const title = before?.title ?? (textOf(segment, 3, 2) || 'Treatment recommendation')
    if (text !== '') treatments.set(key, { key, title, text })
  }
  return [...treatments.values()]
}

function paragraphs(segment: Hl7Segment): string[] {
  return (segment.getField(5)?.components ?? [])
    .map((_, repetition) => textOf(segment, 5, 1, repetition))
    .filter((paragraph) => paragraph !== '')
}
