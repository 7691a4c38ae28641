import { SPECIMEN_TYPES, type SpecimenType } from '#domain/lookups.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { withValueAt } from './pointer.ts'

export interface SpecimenChoice {
  type: SpecimenType
  /** Why it cannot be chosen; null when it can. */
  refusal: string | null
}

/** Every specimen type, with the reason why the chosen tests are not done on it: asked of the order's own rules. */
export function specimenChoices(
  document: OrderDocument,
  context: RuleContext,
  sample: number,
): SpecimenChoice[] {
  const path = `/samples/${sample}/specimenType`
  return SPECIMEN_TYPES.map((type) => {
    const points = openPoints(withValueAt(document, path, type), context)
    const point = points.find((one) => one.path === path && one.severity === 'error')
    return { type, refusal: point?.message ?? null }
  })
}
