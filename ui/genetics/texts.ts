import type { Outcome } from '#domain/results/outcomes.ts'

// GeneticResultView
export const dataBesideReport = 'Read from the laboratory’s data. The report itself is what counts.'
export const OUTCOME_NAMES: Readonly<Record<Exclude<Outcome, 'other'>, string>> = {
  positive: 'Positive',
  negative: 'Negative',
  uncertain: 'Inconclusive',
  failed: 'Test failed: no result',
}
export const noOverallResult = 'The laboratory sent no overall result'
export const noVariants = 'No variants are listed.'
export const drugs = 'Drug response'
export const drug = 'Drug'
export const response = 'Response'
export const because = 'Because of'
export const recommendations = 'Recommendations'
export const becauseOf = (variants: string) => `Because of ${variants}`
export const methodsAndLimits = 'Methods and limits'
export const methods = 'Methods'
export const limits = 'Limits of the test'
export const wholeSample = 'Of the whole sample'
export const examined = 'What was examined'
export const alsoSent = 'Also sent'
export const question = 'Question'
export const answer = 'Answer'
export const reason = 'Reason for testing'
export const diseases = 'Diseases'
export const genes = 'Genes'
export const regions = 'Regions'
export const deletionsAndDuplications = 'Deletions and duplications'

// VariantTable
export const variants = 'Variants'
export const notFound = 'Looked for and not found'
export const gene = 'Gene'
export const noGene = 'No gene named'
export const variant = 'Variant'
export const zygosity = 'Zygosity'
export const classification = 'Classification'
export const condition = 'Condition'
export const origin = 'Origin'
export const noClass = 'Not classified'
export const detailsOf = (variant: string) => `Details of ${variant}`
export const ofAlleles = (percent: string) => `${percent} of alleles`
export const inTissue = (tissue: string) => `in ${tissue}`
export const inCis = (others: string) => `on the same chromosome as ${others}`
export const inTrans = (others: string) => `on the other chromosome than ${others}`
export const phaseUnknown = (relation: string, others: string) => `${relation} with ${others}`
export const onTranscript = 'Transcript'
export const position = 'Position'
export const build = 'Build'
export const method = 'Method'
export const copies = 'Copies'
export const repeats = 'Repeats'
export const reads = 'Reads'
export const evidence = 'Evidence'
export const classifiedBy = 'Classified by'
export const classifiedOn = 'Classified on'
export const interpretation = 'Interpretation'
export const remarks = 'Remarks'
export const effect = 'Effect'
export const inheritanceOfCondition = 'Inheritance'
export const identifiers = 'ClinVar, dbSNP'
export const consistsOf = 'Consists of'
export const alleles = 'Alleles'
export const atLeast = (place: string) => `at least ${place}`
export const atMost = (place: string) => `at most ${place}`
export const otherNames = 'Other names'
export const kindOfChange = 'Kind of change'
export const size = 'Size'
export const certainty = 'Certainty of the call'
export const howOriginIsKnown = 'How the origin is known'
export const lookUp = 'Look up'
export const basePairs = (length: number) => `${length} base pairs`

// links
export const clinvarPage = 'ClinVar'
export const gnomadPage = 'gnomAD'
export const gnomadOf = (gene: string) => `gnomAD, ${gene}`
export const dbsnpPage = 'dbSNP'
export const omimEntry = (code: string) => `OMIM ${code}`
export const omimOf = (gene: string) => `OMIM, ${gene}`
