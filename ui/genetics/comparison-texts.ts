import type { Crossing } from '#domain/results/compare/classes.ts'
import type { ResultDetail, VariantDetail } from '#domain/results/compare/details.ts'

export const overallAnswer = 'Overall result'
export const notGiven = 'not given'
export const notClassified = 'not classified'
export const from = 'From'
export const to = 'to'
export const listed = (classes: string) => `Now listed: ${classes || notClassified}`
export const noLongerListed = (classes: string) => `No longer listed. Before: ${classes || notClassified}`
export const otherDetails = (variant: string) => `What else changed about ${variant}`
export const unchanged = (variants: string) => `${variants} unchanged`
export const nothingChanged = 'The results are the same in both versions.'
export const restOfResult = 'Other changes'

/** What a change of class means for care. */
export const CROSSINGS: Readonly<Record<Crossing, string>> = {
  upgrade: 'Now pathogenic or likely pathogenic',
  downgrade: 'No longer pathogenic or likely pathogenic',
  unclear: 'Read the report: what this means for care is not clear from the class',
  none: '',
}

export const VARIANT_DETAILS: Readonly<Record<VariantDetail, string>> = {
  ...{ name: 'Description', gene: 'Gene', call: 'Found', zygosity: 'Zygosity', share: 'Share of alleles' },
  ...{ copies: 'Copies', repeats: 'Repeats', origin: 'Origin', phase: 'Phase', condition: 'Condition' },
  ...{
    inheritance: 'Inheritance of the condition',
    scheme: 'Classification scheme',
    classified: 'Classified on',
    evidence: 'Evidence',
    interpretation: 'Interpretation',
  },
  ...{ position: 'Position', effect: 'Effect', category: 'Kind of variant', method: 'Method' },
  ...{ reads: 'Reads', confidence: 'Confidence of the call', identifiers: 'ClinVar, dbSNP' },
  ...{ parts: 'Consists of', remarks: 'Remarks' },
}

export const RESULT_DETAILS: Readonly<Record<ResultDetail, string>> = {
  ...{ deletions: 'Deletions and duplications', conclusion: 'Conclusion', phase: 'Phase' },
  ...{
    drugs: 'Drug response',
    markers: 'Of the whole sample',
    recommendations: 'Recommendations',
    reason: 'Reason for testing',
  },
  ...{
    diseases: 'Diseases',
    genes: 'Genes',
    regions: 'Regions',
    methods: 'Methods',
    limits: 'Limits of the test',
    others: 'Also sent',
  },
}
