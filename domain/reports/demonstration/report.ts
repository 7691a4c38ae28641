import type { ReportStatus } from '../statuses.ts'
import { STATUS_MEANING, STATUS_WORDS } from '../words.ts'
import { type Outcome, type Variant, variantOf } from './finding.ts'

/** What a demonstration report is made of: the order's own data, as far as they are known. Dates are ISO, '' for unknown. */
export interface ReportedOrder {
  laboratory: string
  laboratoryNumber: string
  orderId: string
  patient: { name: string; dateOfBirth: string; sex: string; recordNumber: string }
  provider: string
  institution: string
  indications: readonly string[]
  specimen: { types: readonly string[]; collectedOn: string; receivedOn: string }
  reportedOn: string
  status: ReportStatus
  /** Why the report changed, in the laboratory's words. */
  words: string
  tests: readonly ReportedTest[]
}

export interface ReportedTest {
  code: string
  name: string
  /** Those analyzed; none where the test names none. */
  genes: readonly string[]
  outcome: Outcome
}

export interface ReportedResult {
  title: string
  outcome: Outcome
  /** The result in one line. */
  headline: string
  variant: Variant | null
  interpretation: string[]
  recommendations: string[]
}

/** A demonstration report in words, before it is laid out. */
export interface DemonstrationReport {
  /** What it is, where it is no first final report; '' where it is. */
  notice: string
  statusWord: string
  results: ReportedResult[]
  methods: string[]
  limitations: string[]
  /** The genes analyzed, of each test that names any. */
  genes: { title: string; genes: readonly string[] }[]
  references: string[]
}

/** Stands on every page. */
export const DEMONSTRATION_MARK = 'Demonstration report. Invented result, not for clinical use.'

/** Of a screen of healthy people for what their children may inherit. */
const isCarrierScreen = (name: string) => /carrier/i.test(name)

const CARRIER = {
  headline: 'POSITIVE. Carrier of a pathogenic variant.',
  meaning:
    'Carriers of one variant are usually healthy. A child is at risk where the other parent carries a variant of the same gene too, or where the condition is X-linked.',
  recommendations: [
    'Genetic counseling, before or in pregnancy.',
    'Carrier testing of the reproductive partner for the same gene.',
    'Relatives may be carriers too: offer them testing for this variant.',
  ],
}

const HEADLINES: Record<Outcome, string> = {
  negative: 'NEGATIVE. No reportable variant was detected.',
  positive: 'POSITIVE. A pathogenic variant was detected.',
  uncertain: 'UNCERTAIN. A variant of uncertain significance was detected.',
}

function interpretationOf(outcome: Outcome, variant: Variant | null, isCarrier: boolean): string[] {
  if (outcome === 'negative' || variant === null)
    return [
      'No pathogenic or likely pathogenic variant, and no variant of uncertain significance, was detected in the regions analyzed. This lowers the likelihood of the conditions tested for but does not exclude them: see the limitations of the test.',
    ]
  const what = variant.gene === '' ? variant.coding : `${variant.gene} ${variant.coding} ${variant.protein}`
  if (outcome === 'positive') {
    const effect =
      variant.gene === ''
        ? 'This loss of one copy includes genes whose haploinsufficiency causes disease'
        : 'This variant introduces a premature stop codon and is predicted to result in loss of function, which is an established mechanism of disease for this gene (PVS1). It is absent from population databases (PM2_Supporting) and was found in affected individuals before (PS4_Moderate)'
    return [
      `${what}. ${effect}. The evidence supports classification as pathogenic.`,
      isCarrier
        ? CARRIER.meaning
        : 'The finding is consistent with the indication for testing. Correlation with the clinical findings is recommended.',
    ]
  }
  const why =
    variant.gene === ''
      ? 'No gene in this region is known to be sensitive to a third copy'
      : 'This variant replaces alanine with valine at a position of moderate conservation. It is rare in population databases (PM2_Supporting), and computational predictions disagree'
  return [
    `${what}. ${why}. The evidence is insufficient to classify it as pathogenic or benign.`,
    'A variant of uncertain significance should not be used on its own to make clinical decisions.',
  ]
}

const RECOMMENDATIONS: Record<Outcome, string[]> = {
  negative: [
    'If the clinical suspicion remains, consider further testing or reanalysis of the data after 12 to 24 months.',
    'Genetic counseling is available to discuss this result.',
  ],
  positive: [
    'Genetic counseling for the patient and the family.',
    'Testing of relatives for this variant.',
    'Referral to a specialist for the condition, for management according to current guidelines.',
  ],
  uncertain: [
    'Testing of both parents may help to classify this variant.',
    'Management by personal and family history, not by this variant.',
    'Ask the laboratory for its current classification before later decisions.',
  ],
}

const SEQUENCING = [
  'Genomic DNA was extracted from the specimen, enriched for the targets by hybrid capture, and sequenced with paired-end reads. Reads were aligned to GRCh38; single nucleotide variants, small insertions and deletions, and copy number changes of one exon or more were called. At least 98 % of the targets were covered at 20 reads or more.',
  'Variants are named as HGVS recommends, on the MANE Select transcript, and classified by the ACMG/AMP criteria (1). Pathogenic, likely pathogenic and uncertain variants are reported; benign and likely benign ones are not. Reportable variants of low quality are confirmed by an independent method.',
]
const ARRAY = [
  'Genomic DNA was extracted from the specimen and analyzed for gains and losses across the genome (GRCh38). Copy number changes are named as ISCN recommends, and classified by the ACMG/ClinGen standards (1). Benign and likely benign changes are not reported.',
]
const LIMITATIONS = [
  'A negative result does not exclude a genetic cause. This test does not detect all variants: repeat expansions, balanced rearrangements, low-level mosaicism, and variants in deep introns, regulatory regions and regions of high homology may be missed.',
  'The interpretation rests on the clinical information given, on reported family relationships, and on what is known at the date of this report; it may change. Transplanted marrow or recent transfusion may affect the result.',
]
const ACMG =
  'Richards S, et al. Standards and guidelines for the interpretation of sequence variants. Genet Med. 2015;17(5):405-424.'
const CLINGEN =
  'Riggs ER, et al. Technical standards for the interpretation and reporting of constitutional copy-number variants. Genet Med. 2020;22(2):245-257.'

/** What a laboratory would write of an order, with an invented result. */
export function demonstrationReport(order: ReportedOrder): DemonstrationReport {
  const { status, words, tests } = order
  const names = tests.some(({ genes }) => genes.length > 0)
  const results = tests.map(({ code, name, genes, outcome }): ReportedResult => {
    const isCarrier = outcome === 'positive' && isCarrierScreen(name)
    const variant = variantOf(outcome, genes, `${order.orderId}/${code}/${outcome}`)
    return {
      ...{ title: `${name} (${code})`, outcome, variant },
      headline: isCarrier ? CARRIER.headline : HEADLINES[outcome],
      interpretation: interpretationOf(outcome, variant, isCarrier),
      recommendations: isCarrier ? CARRIER.recommendations : RECOMMENDATIONS[outcome],
    }
  })
  return {
    notice: status === 'final' ? '' : `${STATUS_MEANING[status]} ${words}`.trim(),
    statusWord: STATUS_WORDS[status],
    results,
    methods: names ? SEQUENCING : ARRAY,
    limitations: LIMITATIONS,
    genes: tests
      .filter(({ genes }) => genes.length > 0)
      .map(({ name, code, genes }) => ({ title: `${name} (${code})`, genes })),
    references: [names ? ACMG : CLINGEN],
  }
}
