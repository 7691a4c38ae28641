import type { GeneticResult } from '../genetic-result.ts'
import type { ReportedVariant } from '../reported-variant.ts'

/** A result with these fields, and nothing else. */
export function someResult(fields: Partial<GeneticResult> = {}): GeneticResult {
  return {
    ...{
      variants: [],
      phases: [],
      drugResponses: [],
      markers: [],
      recommendations: [],
      methods: [],
      limits: [],
      others: [],
    },
    study: { reasons: [], diseases: [], genes: [], regions: [] },
    ...fields,
  }
}

/** A variant with these fields; `gene` and `variantClass` in short. */
export function someVariant({
  gene,
  variantClass,
  conditions = [],
  ...fields
}: Partial<ReportedVariant> & {
  gene?: string
  variantClass?: string
  conditions?: readonly string[]
}): ReportedVariant {
  const named = conditions.map((name) => ({ name, system: '', code: '' }))
  return {
    ...{ key: '2a', form: 'variant', of: [], call: 'Present', repeats: [], consequences: [], notes: [] },
    genes: gene === undefined ? [] : [{ hgncId: '', symbol: gene }],
    significances: variantClass === undefined ? [] : [{ variantClass, conditions: named }],
    ...fields,
  }
}
