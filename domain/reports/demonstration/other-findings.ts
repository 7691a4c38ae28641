import type { ReportedVariant } from '../../results/reported-variant.ts'
import { type Found, numberOf, type Stated } from './finding.ts'
import { geneOf, transcriptOf } from './genes.ts'
import { DRUGS, TUMORS } from './known-findings.ts'
import { madeVariant, type Subject } from './made-variant.ts'

/** Genotypes of two star alleles, and the responses to drugs that they mean. Uncertain: none can be told. */
export function drugFindings(genes: readonly string[], { outcome, before }: Stated): Found {
  const isPositive = (before ?? outcome) === 'positive'
  const typed = genes.flatMap((symbol) => (DRUGS[symbol] ? [{ symbol, ...DRUGS[symbol] }] : []))
  const call = isPositive ? 'Present' : 'Indeterminate'
  const variants = typed.flatMap(({ symbol, alleles }) => {
    const made = (
      form: ReportedVariant['form'],
      name: string,
      of: readonly string[] = [],
    ): ReportedVariant => ({
      ...{ key: '', form, of, call, genes: [geneOf(symbol)], name, method: 'Sequencing' },
      ...{ repeats: [], consequences: [], significances: [], notes: [] },
    })
    const haplotypes = isPositive ? [...new Set(alleles)].map((allele) => `${symbol}${allele}`) : []
    // By name: the haplotypes have no keys yet.
    return [
      made('genotype', `${symbol} ${alleles.join('/')}`, haplotypes),
      ...haplotypes.map((name) => made('haplotype', name)),
    ]
  })
  const drugResponses = typed.map(({ symbol, drug, response, text }) => ({
    // By gene: the variants have no keys yet.
    of: [symbol],
    ...{ drugs: [{ name: drug, system: '', code: '' }], therapies: [], conditions: [] },
    ...(isPositive
      ? { response, text }
      : { response: 'Indeterminate', text: 'The alleles could not be told apart.' }),
  }))
  return { variants, phases: [], drugResponses, markers: [] }
}

/** A somatic variant with the share of reads, and numbers about the whole tumor. */
export function tumorFindings(symbol: string, { outcome, before }: Stated, subject: Subject): Found {
  const finding = TUMORS[symbol]
  const number = numberOf(`${subject.words}/tumor`)
  const markers = [
    { code: '94076-7', name: 'Mutations/Megabase', value: `${2 + (number % 19)}` },
    { code: '81695-9', name: 'Microsatellite instability', value: number % 5 === 0 ? 'High' : 'Stable' },
  ]
  const none: Found = { variants: [], phases: [], drugResponses: [], markers }
  if (!finding) return none
  const isPositive = (before ?? outcome) === 'positive'
  const { condition, inheritedAs, variantClass: tier = '', evidence, ...fields } = finding
  const variantClass = isPositive ? tier : 'Tier III: unknown clinical significance'
  const share = (4 + (number % 50)) / 100
  const name = isPositive ? {} : { cdna: 'c.1408A>G', protein: 'p.(Thr470Ala)' }
  const somatic = { source: 'Somatic', fraction: share, depth: 400 + (number % 900), tissue: subject.tissue }
  const variant = madeVariant(
    '',
    symbol,
    { ...fields, ...name, transcript: transcriptOf(symbol), ...somatic },
    {
      ...{ variantClass, condition, inheritedAs },
      text: (called) =>
        isPositive
          ? `${called}. ${evidence}. Reported as: ${variantClass}.`
          : `${called}. Nothing is known about its effect in tumors. Reported as: ${variantClass}.`,
    },
  )
  return { ...none, variants: [variant] }
}
