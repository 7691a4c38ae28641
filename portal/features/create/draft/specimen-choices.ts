import { FURTHER_SPECIMEN_TYPES, SPECIMEN_TYPES } from '#domain/lookups.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { ownTypesOf } from '#domain/specimens/own-types.ts'
import { withValueAt } from './pointer.ts'

export interface SpecimenChoice {
  type: string
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
  const own = ownTypesOf(context.tests).map(({ name }) => name)
  const further: readonly string[] = [...FURTHER_SPECIMEN_TYPES, ...own]
  // One that the catalogue no longer has stays until another one is chosen.
  const types = new Set<string>([...SPECIMEN_TYPES, ...own, ...(chosen ? [chosen] : [])])
  return [...types].flatMap((type) => {
    const points = openPoints(withValueAt(document, path, type), context)
    const point = points.find((one) => one.path === path && one.severity === 'error')
    const isFurther = further.includes(type)
    const isUnknown = isFurther && context.tests.length === 0
    return (point || isUnknown) && isFurther && type !== chosen
      ? []
      : [{ type, refusal: point?.message ?? null }]
  })
}
