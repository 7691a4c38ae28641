import { FURTHER_SPECIMEN_TYPES, SPECIMEN_TYPES, type SpecimenType } from '#domain/lookups.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { withValueAt } from './pointer.ts'

export interface SpecimenChoice {
  type: SpecimenType
  /** Why it cannot be chosen; null when it can. */
  refusal: string | null
}

/**
 * The specimen types, with the reason why the chosen tests are not done on it, asked of the order's own rules. A type
 * that is not the specification's is offered only if it can be chosen, or is.
 */
export function specimenChoices(
  document: OrderDocument,
  context: RuleContext,
  sample: number,
): SpecimenChoice[] {
  const path = `/samples/${sample}/specimenType`
  const chosen = document.samples[sample]?.specimenType
  return SPECIMEN_TYPES.flatMap((type) => {
    const points = openPoints(withValueAt(document, path, type), context)
    const point = points.find((one) => one.path === path && one.severity === 'error')
    const isFurther = FURTHER_SPECIMEN_TYPES.some((one) => one === type)
    const isUnknown = isFurther && context.tests.length === 0
    return (point || isUnknown) && isFurther && type !== chosen
      ? []
      : [{ type, refusal: point?.message ?? null }]
  })
}
