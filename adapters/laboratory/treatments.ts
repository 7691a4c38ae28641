import type { Hl7Segment } from '@medplum/core'
import { resultStatus } from '#domain/reports/statuses.ts'
import { codeIn, fullTextOf, repetitionsOf, textOf } from '../hl7/message.ts'
import type { OrderGroup } from './order-groups.ts'
import type { LabUpdate } from './port.ts'
import { noteOf } from './result.ts'

const TEXT_TYPES = ['TX', 'FT', 'ST']
const TAKEN_BACK: readonly string[] = ['withdrawn', 'cancelled']

/**
 * A recommendation: OBX-3.1 TREATMENT and a text. With another value type, a unit or a flag, it is an
 * ordinary result.
 */
export function isTreatment(obx: Hl7Segment): boolean {
  // Withdrawn ones are often sent empty.
  const hasContent = paragraphsOf(obx).length > 0 || TAKEN_BACK.includes(resultStatus('', textOf(obx, 11)))
  const isText = TEXT_TYPES.includes(textOf(obx, 2).toUpperCase()) && hasContent
  const isPlain = [6, 7, 8].every((field) => fullTextOf(obx, field) === '')
  return textOf(obx, 3).toUpperCase() === 'TREATMENT' && isText && isPlain
}

function paragraphsOf(obx: Hl7Segment): string[] {
  return repetitionsOf(obx, 5)
    .map((repetition) => fullTextOf(obx, 5, repetition))
    .filter((paragraph) => paragraph !== '')
}

/**
 * The treatment recommendations of a group, named by the test (OBR-4) and OBX-4. Repetitions of OBX-5,
 * segments with the same OBX-4, and their notes are paragraphs of one text; '' if withdrawn.
 */
export function treatmentsOf({ obr, results }: OrderGroup): LabUpdate['treatments'] {
  const treatments = new Map<string, LabUpdate['treatments'][number]>()
  const [test, code] = obr ? [codeIn(obr, 4), textOf(obr, 25)] : ['', '']
  for (const { obx, notes } of results) {
    const status = resultStatus(code, textOf(obx, 11))
    if (!isTreatment(obx) || status === 'none') continue
    const key = [test, textOf(obx, 4)].join('/')
    const before = treatments.get(key)
    const named = textOf(obx, 3, 2) || 'Treatment recommendation'
    const title = before?.title ?? named
    if (TAKEN_BACK.includes(status)) {
      // Other valid paragraphs of it are kept.
      if (!before) treatments.set(key, { key, title, text: '' })
      continue
    }
    const paragraphs = [
      ...(before?.text ? [before.text] : []),
      ...(named === title ? [] : [named]),
      ...[...paragraphsOf(obx), ...notes.map(noteOf)],
    ]
    const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
    if (text !== '') treatments.set(key, { key, title, text })
  }
  return [...treatments.values()]
}
