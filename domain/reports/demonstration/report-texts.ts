import type { Assay } from './assay.ts'
import type { Outcome } from './finding.ts'

interface Told {
  headline: string
  meaning: string
  recommendations: readonly string[]
}

const COUNSELING = 'Genetic counseling is available to discuss this result.'

const COUNSELING_OF_RELATIVES = 'Relatives at risk can be offered testing for this variant.'

export const FAILED: Told = {
  headline: 'TEST FAILED. No result.',
  meaning:
    'The specimen did not yield enough DNA of sufficient quality. Nothing can be concluded about the patient.',
  recommendations: ['Send a new specimen. The laboratory repeats the test without charge.'],
}

export const CARRIER: Record<Exclude<Outcome, 'failed'>, Told> = {
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
    recommendations: [COUNSELING],
  },
}

/** Of a gene on the X chromosome. */
export const X_LINKED_CARRIER = {
  meaning:
    'Carriers are usually healthy or mildly affected. Each child has a chance of 1 in 2 of inheriting the variant; a son who inherits it may be affected.',
  recommendations: [
    'Genetic counseling, before or in pregnancy, on what this means for children.',
    'Relatives of the mother’s side may be carriers too: offer them testing for this variant.',
  ],
}

export const HEADLINES: Record<Exclude<Outcome, 'failed'>, string> = {
  negative: 'NEGATIVE. No reportable variant was detected.',
  positive: 'POSITIVE. A pathogenic variant was detected.',
  uncertain: 'UNCERTAIN. A variant of uncertain significance was detected.',
}

/** Of a variant that was reported as pathogenic before. */
export const LIKELY = {
  carrier: 'POSITIVE. Carrier of a likely pathogenic variant.',
  affected: 'POSITIVE. A likely pathogenic variant was detected.',
}
export const NOW_BENIGN = (variantClass: string) =>
  `NEGATIVE. The variant that was reported before is now classified as ${variantClass.toLowerCase()}.`
export const TWO = 'POSITIVE. Two pathogenic variants were detected.'
export const RISK = 'POSITIVE. An allele that raises a risk was detected.'
export const DRUG_RESPONSE = 'POSITIVE. A genotype that changes the response to a drug was detected.'
export const DRUG_UNCERTAIN = 'UNCERTAIN. The genotypes could not be determined.'
export const SOMATIC = 'POSITIVE. A variant with consequences for treatment was detected.'
export const SECONDARY = ' A secondary finding is reported too.'

/** Of a test that looks for the variants that the order names. */
export const ORDERED: Record<Exclude<Outcome, 'failed'>, Told> = {
  positive: {
    headline: 'POSITIVE. The variant that was looked for was detected.',
    meaning: 'What it means for this person depends on the condition, and is to be judged with the family.',
    recommendations: ['Genetic counseling to discuss this result.', COUNSELING_OF_RELATIVES],
  },
  negative: {
    headline: 'NEGATIVE. The variant that was looked for was not detected.',
    meaning:
      'This excludes the named variant only. It does not change the risk that every person has of another variant.',
    recommendations: [COUNSELING],
  },
  uncertain: {
    headline: 'UNCERTAIN. Whether the variant is present could not be determined.',
    meaning: 'Nothing can be concluded about this variant.',
    recommendations: ['Send another specimen, and one of the relative as a positive control.'],
  },
}
export const ONLY_ORDERED =
  'Only the variants that the order names were looked for. Other variants, of the same gene too, are not detected.'

/** The rules by which the classes of a method are given. */
export const SCHEMES: Partial<Record<Assay, string>> = {
  sequencing: 'ACMG/AMP 2015',
  'copy-number': 'ACMG/ClinGen 2020',
  tumor: 'AMP/ASCO/CAP 2017',
}

/** If no finding is invented. */
export const PLAIN: Record<Exclude<Outcome, 'failed'>, Told> = {
  negative: {
    headline: 'NEGATIVE. Nothing abnormal was detected by this test.',
    meaning: 'This does not exclude what the test cannot detect.',
    recommendations: [COUNSELING],
  },
  positive: {
    headline: 'POSITIVE. An abnormal result.',
    meaning: 'Correlation with the clinical findings is recommended.',
    recommendations: ['Genetic counseling to discuss this result.'],
  },
  uncertain: {
    headline: 'UNCERTAIN. The significance of the result is not known.',
    meaning: 'An uncertain result should not be used on its own to make clinical decisions.',
    recommendations: ['Management by personal and family history, not by this result.', COUNSELING],
  },
}
export const UNNAMED_CARRIER = {
  headline: 'POSITIVE. Carrier.',
  recommendations: [
    'Genetic counseling, before or in pregnancy, on what this means for children.',
    'Ask the genetic counselor whether the reproductive partner should be tested too.',
  ],
}
export const NOT_INVENTED =
  'A report of this test describes the finding here. The demonstration leaves it out, because it invents none for this method.'

export const NOTHING_FOUND =
  'No pathogenic or likely pathogenic variant, and no variant of uncertain significance, was detected in the regions analyzed. This lowers the likelihood of the conditions tested for but does not exclude them: see the limitations of the test.'
export const BOTH_COPIES =
  'Both copies of the gene have the variant: each parent is expected to be a carrier.'
export const PHASES = {
  Indeterminate:
    'Whether the two variants lie on different copies of the gene is not known. Testing of both parents can tell.',
  Trans:
    'One variant was inherited from the mother and one from the father: they lie on different copies of the gene.',
}
export const JUDGED =
  'Whether the finding explains the indication for testing is to be judged with the clinical findings.'
export const NOT_ALONE =
  'A variant of uncertain significance should not be used on its own to make clinical decisions.'

export const RECOMMENDATIONS: Record<Exclude<Outcome, 'failed'>, readonly string[]> = {
  negative: [
    'If the clinical suspicion remains, consider further testing or reanalysis of the data after 12 to 24 months.',
    COUNSELING,
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
export const SOMATIC_RECOMMENDATIONS = [
  'Discussion in a tumor board.',
  'Testing of a germline specimen, if the variant may be inherited.',
]
export const DRUG_RECOMMENDATIONS = ['Review of the current medication by the prescriber or a pharmacist.']

const EXTRACTED = 'Genomic DNA was extracted from the specimen'

export const METHODS: Record<Assay, readonly string[]> = {
  sequencing: [
    `${EXTRACTED} and sequenced with paired-end reads. Reads were aligned to GRCh38; single nucleotide variants, small insertions and deletions, and copy number changes of one exon or more were called. At least 98 % of the targets were covered at 20 reads or more.`,
    'Variants are named as HGVS recommends, on the MANE Select transcript, and classified by the ACMG/AMP criteria (Richards 2015). Benign and likely benign variants are not reported, unless they were reported before as uncertain. Reportable variants of low quality are confirmed by an independent method.',
  ],
  'copy-number': [
    `${EXTRACTED} and analyzed for gains and losses across the genome (GRCh38). Copy number changes are named as ISCN recommends, and classified by the ACMG/ClinGen standards (Riggs 2020). Benign and likely benign changes are not reported.`,
  ],
  karyotype: [
    'Cells were cultured, and 20 metaphases were analyzed with G-bands at 550 bands or more. Rearrangements are named as ISCN recommends.',
  ],
  repeat: [
    `${EXTRACTED}. The repeat was amplified by flanking and by repeat-primed PCR, and its length measured by capillary electrophoresis. Lengths above 100 repeats are estimates.`,
  ],
  dosage: [
    `${EXTRACTED}. Copies of the gene and its exons were counted by multiplex ligation-dependent probe amplification (MLPA).`,
  ],
  mitochondrial: [
    'Total DNA was extracted from the specimen. The mitochondrial genome was amplified in one piece and sequenced; the share of mutated genomes (heteroplasmy) is given from 2 %. Positions are those of NC_012920.1.',
  ],
  drug: [`${EXTRACTED} and genotyped. Star alleles are named as PharmVar does; responses follow CPIC.`],
  tumor: [
    'DNA was extracted from the tumor, and sequenced at a mean depth of 800 reads. Variants are classified in tiers (AMP/ASCO/CAP, Li 2017). Somatic and inherited variants cannot always be told apart.',
  ],
  other: ['The test catalog describes how this test is done.'],
}
export const DETECTS: Record<Assay, string> = {
  sequencing:
    'Sequencing does not detect all variants: repeat expansions, balanced rearrangements, low-level mosaicism, and variants in deep introns, regulatory regions and regions of high homology may be missed.',
  'copy-number':
    'The analysis of copy number does not detect sequence variants, balanced rearrangements, or low-level mosaicism.',
  karyotype: 'A karyotype does not detect changes of less than 5 to 10 Mb, nor low-level mosaicism.',
  repeat: 'Other variants of the gene are not detected. The length may differ between tissues.',
  dosage: 'Sequence variants, and the position of the copies on the chromosomes, are not detected.',
  mitochondrial:
    'The share of mutated genomes differs between tissues: a low share in blood excludes nothing.',
  drug: 'Rare alleles are not detected. Other drugs, organs and age change the response too.',
  tumor: 'Variants in less than 3 % of the reads, and large rearrangements, may be missed.',
  other: 'Every method has limits of its own: the test catalog describes those of this test.',
}
export const LIMITATION =
  'A negative result does not exclude a genetic cause. The interpretation rests on the clinical information given, on reported family relationships, and on what is known at the date of this report; it may change. Transplanted marrow or recent transfusion may affect the result.'

const RICHARDS =
  'Richards S, et al. Standards and guidelines for the interpretation of sequence variants. Genet Med. 2015;17(5):405-424.'
export const REFERENCES: Record<Assay, readonly string[]> = {
  sequencing: [RICHARDS],
  'copy-number': [
    'Riggs ER, et al. Technical standards for the interpretation and reporting of constitutional copy-number variants. Genet Med. 2020;22(2):245-257.',
  ],
  tumor: [
    'Li MM, et al. Standards and guidelines for the interpretation and reporting of sequence variants in cancer. J Mol Diagn. 2017;19(1):4-23.',
  ],
  ...{ karyotype: [], repeat: [], dosage: [], mitochondrial: [], drug: [], other: [] },
}
