import type { ReportStatus } from '../statuses.ts'
import { STATUS_MEANING, STATUS_WORDS } from '../words.ts'
import { type Assay, type Assayed, assayOf, isCarrierScreen } from './assay.ts'
import { type Outcome, type Variant, variantOf } from './finding.ts'

/**
 * The input of a demonstration report: the order's own data, as far as known. Dates are ISO, '' for unknown.
 */
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
  /** The analyzed genes; empty if the test names none. */
  genes: readonly string[]
  outcome: Outcome
  /**
   * The outcome under which the variant of a positive test was first reported, if it was reclassified: of
   * uncertain significance and now pathogenic, or pathogenic and now likely pathogenic.
   */
  before?: 'positive' | 'uncertain' | undefined
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

/** The text of a demonstration report, before layout. */
export interface DemonstrationReport {
  /** The kind of report, unless it is the first final one; otherwise ''. */
  notice: string
  statusWord: string
  /** Of all tests: positive if one is, else uncertain if one is. */
  overall: Outcome
  results: ReportedResult[]
  methods: string[]
  limitations: string[]
  /** The analyzed genes of each test that names any. */
  genes: { title: string; genes: readonly string[] }[]
  references: string[]
}

/** Printed on every page. */
export const DEMONSTRATION_MARK = 'Demonstration report. Invented result, not for clinical use.'

const CARRIER = {
  positive: {
    headline: 'POSITIVE. Carrier of a pathogenic variant.',
    meaning:
      'Carriers of one variant are usually healthy. If the other parent carries a pathogenic variant of the same gene too, each child has a chance of 1 in 4 of being affected.',
    recommendations: [
      'Genetic counseling, before or in pregnancy.',
      'Carrier testing of the reproductive partner for the same gene.',
      'Relatives may be carriers too: offer them testing for this variant.',
    ],
  },
  negative: {
    headline: 'NEGATIVE. No pathogenic variant was detected.',
    meaning:
      'No pathogenic or likely pathogenic variant was detected in the regions analyzed. The chance of being a carrier is lower than before the test, but a residual risk remains.',
    recommendations: ['Genetic counseling is available to discuss this result and the residual risk.'],
  },
  uncertain: {
    headline: 'UNCERTAIN. A variant of uncertain significance was detected.',
    meaning:
      'It does not make the patient a carrier. It should not be used for decisions about a pregnancy or for prenatal diagnosis.',
    recommendations: ['Genetic counseling is available to discuss this result.'],
  },
} satisfies Record<Outcome, object>

const HEADLINES: Record<Outcome, string> = {
  negative: 'NEGATIVE. No reportable variant was detected.',
  positive: 'POSITIVE. A pathogenic variant was detected.',
  uncertain: 'UNCERTAIN. A variant of uncertain significance was detected.',
}

/** Of a variant that was reported as pathogenic before. */
const LIKELY = {
  carrier: 'POSITIVE. Carrier of a likely pathogenic variant.',
  affected: 'POSITIVE. A likely pathogenic variant was detected.',
}

/** For methods for which no finding is invented. */
const PLAIN: Record<Outcome, { headline: string; meaning: string; recommendations: string[] }> = {
  negative: {
    headline: 'NEGATIVE. Nothing abnormal was detected by this test.',
    meaning: 'This does not exclude what the test cannot detect.',
    recommendations: ['Genetic counseling is available to discuss this result.'],
  },
  positive: {
    headline: 'POSITIVE. An abnormal result.',
    meaning: 'Correlation with the clinical findings is recommended.',
    recommendations: ['Genetic counseling to discuss this result.'],
  },
  uncertain: {
    headline: 'UNCERTAIN. The significance of the result is not known.',
    meaning: 'An uncertain result should not be used on its own to make clinical decisions.',
    recommendations: [
      'Management by personal and family history, not by this result.',
      'Genetic counseling is available to discuss this result.',
    ],
  },
}
const UNNAMED_CARRIER = {
  headline: 'POSITIVE. Carrier.',
  recommendations: [
    'Genetic counseling, before or in pregnancy, on what this means for children.',
    'Ask the genetic counselor whether the reproductive partner should be tested too.',
  ],
}
const NOT_INVENTED =
  'A report of this test describes the finding here. The demonstration leaves it out, because it invents only sequencing and microarray variants.'

/** Why a positive result's variant is pathogenic: the evidence, each with its ACMG/AMP criterion. */
function evidenceOf(variant: Variant, isCarrier: boolean, before: ReportedTest['before']): string {
  const lowered =
    before === 'positive'
      ? '. Since the earlier report some of the evidence was withdrawn by those who published it'
      : ''
  if (variant.gene === '')
    return before === 'uncertain'
      ? 'Since the earlier report, gains of this region were published as segregating with disease in several families, and as de novo in affected children'
      : `This loss of about 2.6 Mb is the recurrent deletion of the 22q11.2 deletion syndrome and includes TBX1${lowered}`
  const rare = 'It is absent from population databases (PM2_Supporting)'
  if (before === 'uncertain')
    return `This variant replaces alanine with valine. ${rare}. Since the earlier report it was published as segregating with the disease in several families (PP1_Strong), and as de novo in an affected child (PS2)`
  const seen =
    isCarrier || variant.zygosity === 'Homozygous'
      ? 'was found together with another pathogenic variant in affected individuals (PM3)'
      : 'was found in affected individuals before (PS4_Moderate)'
  const more = lowered === '' ? ` and ${seen}` : lowered
  return `This variant introduces a premature stop codon and is predicted to result in loss of function, which is an established mechanism of disease for this gene (PVS1). ${rare}${more}`
}

interface Finding {
  outcome: Outcome
  variant: Variant | null
  assay: Assay
  isCarrier: boolean
  before: ReportedTest['before']
}

function interpretationOf({ outcome, variant, assay, isCarrier, before }: Finding): string[] {
  const carrier = isCarrier ? [CARRIER[outcome].meaning] : []
  if (assay === 'other') {
    // The meaning for a carrier depends on the gene, and on whether it is X-linked: it is given only for
    // findings by sequencing.
    const meaning = isCarrier && outcome !== 'positive' ? CARRIER[outcome].meaning : PLAIN[outcome].meaning
    return outcome === 'negative' ? [meaning] : [NOT_INVENTED, meaning]
  }
  if (outcome === 'negative' || variant === null)
    return isCarrier
      ? carrier
      : [
          'No pathogenic or likely pathogenic variant, and no variant of uncertain significance, was detected in the regions analyzed. This lowers the likelihood of the conditions tested for but does not exclude them: see the limitations of the test.',
        ]
  const what = variant.gene === '' ? variant.coding : `${variant.gene} ${variant.coding} ${variant.protein}`
  if (outcome === 'positive') {
    const both =
      variant.zygosity === 'Homozygous'
        ? ['Both copies of the gene have the variant: each parent is expected to be a carrier.']
        : []
    return [
      `${what}. ${evidenceOf(variant, isCarrier, before)}. The evidence supports classification as ${variant.classification.toLowerCase()}.`,
      ...both,
      ...(isCarrier
        ? carrier
        : [
            'Whether the finding explains the indication for testing is to be judged with the clinical findings.',
          ]),
    ]
  }
  const why =
    variant.gene === ''
      ? 'No gene in this region is known to be sensitive to a third copy'
      : 'This variant replaces alanine with valine at a position of moderate conservation. It is rare in population databases (PM2_Supporting), and computational predictions disagree'
  return [
    `${what}. ${why}. The evidence is insufficient to classify it as pathogenic or benign.`,
    ...(isCarrier
      ? carrier
      : ['A variant of uncertain significance should not be used on its own to make clinical decisions.']),
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

/** The opening statement and the recommendations, by kind of test. */
function partsOf({ outcome, variant, assay, isCarrier }: Finding): {
  headline: string
  recommendations: string[]
} {
  if (assay === 'other') return isCarrier && outcome === 'positive' ? UNNAMED_CARRIER : PLAIN[outcome]
  const isLikely = variant?.classification === 'Likely pathogenic'
  return isCarrier
    ? { ...CARRIER[outcome], ...(isLikely ? { headline: LIKELY.carrier } : {}) }
    : {
        headline: isLikely ? LIKELY.affected : HEADLINES[outcome],
        recommendations: RECOMMENDATIONS[outcome],
      }
}

const METHODS: Record<Assay, string[]> = {
  sequencing: [
    'Genomic DNA was extracted from the specimen and sequenced with paired-end reads. Reads were aligned to GRCh38; single nucleotide variants, small insertions and deletions, and copy number changes of one exon or more were called. At least 98 % of the targets were covered at 20 reads or more.',
    'Variants are named as HGVS recommends, on the MANE Select transcript, and classified by the ACMG/AMP criteria (Richards 2015). Benign and likely benign variants are not reported. Reportable variants of low quality are confirmed by an independent method.',
  ],
  'copy-number': [
    'Genomic DNA was extracted from the specimen and analyzed for gains and losses across the genome (GRCh38). Copy number changes are named as ISCN recommends, and classified by the ACMG/ClinGen standards (Riggs 2020). Benign and likely benign changes are not reported.',
  ],
  other: ['The test catalog describes how this test is done.'],
}
const DETECTS: Record<Assay, string> = {
  sequencing:
    'Sequencing does not detect all variants: repeat expansions, balanced rearrangements, low-level mosaicism, and variants in deep introns, regulatory regions and regions of high homology may be missed.',
  'copy-number':
    'The analysis of copy number does not detect sequence variants, balanced rearrangements, or low-level mosaicism.',
  other: 'Every method has limits of its own: the test catalog describes those of this test.',
}
const LIMITATION =
  'A negative result does not exclude a genetic cause. The interpretation rests on the clinical information given, on reported family relationships, and on what is known at the date of this report; it may change. Transplanted marrow or recent transfusion may affect the result.'
const REFERENCES: Record<Assay, string[]> = {
  sequencing: [
    'Richards S, et al. Standards and guidelines for the interpretation of sequence variants. Genet Med. 2015;17(5):405-424.',
  ],
  'copy-number': [
    'Riggs ER, et al. Technical standards for the interpretation and reporting of constitutional copy-number variants. Genet Med. 2020;22(2):245-257.',
  ],
  other: [],
}

/** What a laboratory would report for an order, with an invented result. */
export function demonstrationReport(order: ReportedOrder): DemonstrationReport {
  const { status, words, tests } = order
  const assays = tests.map(({ name, genes }) => assayOf(name, genes))
  const kinds = [...new Set(assays.map(({ assay }) => assay))]
  const results = tests.map((test, index) => resultOf(order, test, assays[index] ?? assayOf('', [])))
  return {
    notice: status === 'final' ? '' : `${STATUS_MEANING[status]} ${words}`.trim(),
    statusWord: STATUS_WORDS[status],
    overall: (['positive', 'uncertain'] as const).find((one) => isAmong(tests, one)) ?? 'negative',
    results,
    methods: kinds.flatMap((kind) => METHODS[kind]),
    limitations: [...kinds.map((kind) => DETECTS[kind]), LIMITATION],
    genes: tests
      .filter(({ genes }) => genes.length > 0)
      .map(({ name, code, genes }) => ({ title: `${name} (${code})`, genes })),
    references: kinds.flatMap((kind) => REFERENCES[kind]),
  }
}

const isAmong = (tests: readonly ReportedTest[], outcome: Outcome) =>
  tests.some((test) => test.outcome === outcome)

function resultOf(
  { orderId }: ReportedOrder,
  { code, name, outcome, before: first }: ReportedTest,
  assayed: Assayed,
): ReportedResult {
  const isCarrier = isCarrierScreen(name)
  const before = outcome === 'positive' ? first : undefined
  // Independent of the outcome: a reclassified variant is in the same gene, at the same position.
  const variant = variantOf(outcome, assayed, { words: `${orderId}/${code}`, isCarrier, before })
  const finding = { outcome, variant, assay: assayed.assay, isCarrier, before }
  return {
    ...{ title: `${name} (${code})`, outcome, variant },
    ...partsOf(finding),
    interpretation: interpretationOf(finding),
  }
}
