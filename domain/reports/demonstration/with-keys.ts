import { geneName } from '../../results/words.ts'
import { table } from '../../table.ts'
import type { Found } from './finding.ts'

/**
 * The findings of a report's tests, with keys: `2a`, `2b` …, as in the examples of LOINC's panel. The phase of a test is
 * that of all its own variants; a drug response names its genotypes by gene, a genotype its haplotypes by name.
 */
export function withKeys(found: readonly Found[]): Found[] {
  let next = 0
  return found.map((one) => {
    const variants = one.variants.map((variant) => ({ ...variant, key: keyOf(next++) }))
    const own = variants.filter(({ section }) => section === undefined).map(({ key }) => key)
    const byName = table(Object.fromEntries(variants.map(({ name = '', key }) => [name, key])))
    const whole = variants.filter(({ form }) => form !== 'haplotype')
    const byGene = table(
      Object.fromEntries(whole.map(({ genes: [gene], key }) => [gene ? geneName(gene) : '', key])),
    )
    return {
      ...one,
      variants: variants.map((variant) => ({
        ...variant,
        of: variant.of.map((name) => byName[name] ?? name),
      })),
      phases: one.phases.map((phase) => ({ ...phase, variants: own })),
      drugResponses: one.drugResponses.map((response) => ({
        ...response,
        of: response.of.map((symbol) => byGene[symbol] ?? symbol),
      })),
    }
  })
}

const keyOf = (index: number) => `2${(index + 10).toString(36)}`
