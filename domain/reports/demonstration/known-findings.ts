import type { ReportedVariant } from '../../results/reported-variant.ts'
import { table } from '../../table.ts'

// Findings that laboratories really report, under their usual names. Nobody has those of a demonstration report.

/** What is the same in all reports of a finding. */
export type KnownFinding = Partial<
  Omit<ReportedVariant, 'key' | 'form' | 'of' | 'genes' | 'consequences' | 'significances' | 'notes'>
> & {
  condition: string
  inheritedAs: string
  /** Its class, if it is not the outcome's own: a risk allele has another scale. */
  variantClass?: string
  evidence: string
  notes?: readonly string[]
}

const DOMINANT = 'Autosomal dominant'
const RECESSIVE = 'Autosomal recessive'
const X_LINKED = 'X-linked'
const MATERNAL = 'Mitochondrial'

interface KnownRepeat {
  motif: string
  /** Numbers of repeats of a disease, and of the range between it and normal. */
  positive: number
  uncertain: number
  /** Of the other chromosome. */
  normal: number
  condition: string
  inheritedAs: string
}

/** Repeat expansions by gene. */
export const REPEATS = table<KnownRepeat>({
  HTT: {
    ...{ motif: 'CAG', positive: 43, uncertain: 30, normal: 17 },
    ...{ condition: 'Huntington disease', inheritedAs: DOMINANT },
  },
  FMR1: {
    ...{ motif: 'CGG', positive: 340, uncertain: 51, normal: 30 },
    ...{ condition: 'Fragile X syndrome', inheritedAs: X_LINKED },
  },
  DMPK: {
    ...{ motif: 'CTG', positive: 210, uncertain: 42, normal: 12 },
    ...{ condition: 'Myotonic dystrophy type 1', inheritedAs: DOMINANT },
  },
  FXN: {
    ...{ motif: 'GAA', positive: 720, uncertain: 44, normal: 9 },
    ...{ condition: 'Friedreich ataxia', inheritedAs: RECESSIVE },
  },
  C9orf72: {
    ...{ motif: 'GGGGCC', positive: 145, uncertain: 26, normal: 5 },
    ...{ condition: 'C9orf72 frontotemporal dementia and amyotrophic lateral sclerosis' },
    inheritedAs: DOMINANT,
  },
  ATXN1: {
    ...{ motif: 'CAG', positive: 48, uncertain: 37, normal: 29 },
    ...{ condition: 'Spinocerebellar ataxia type 1', inheritedAs: DOMINANT },
  },
  ATXN2: {
    ...{ motif: 'CAG', positive: 39, uncertain: 32, normal: 22 },
    ...{ condition: 'Spinocerebellar ataxia type 2', inheritedAs: DOMINANT },
  },
  ATXN3: {
    ...{ motif: 'CAG', positive: 71, uncertain: 49, normal: 23 },
    ...{ condition: 'Spinocerebellar ataxia type 3', inheritedAs: DOMINANT },
  },
})
export const REPEAT_GENES = Object.keys(REPEATS)

/** A premutation: what a carrier of fragile X has. */
export const PREMUTATION = 84

const mitochondrial = (
  genomic: string,
  condition: string,
  allelicState: 'Heteroplasmic' | 'Homoplasmic',
): KnownFinding => ({
  ...{ genomic: `NC_012920.1:${genomic}`, reference: 'NC_012920.1', chromosome: 'MT', allelicState },
  ...{ category: 'Simple variant', method: 'Sequencing', condition, inheritedAs: MATERNAL },
  evidence:
    'It was reported many times in affected families, with a share of mutated genomes that follows the symptoms',
})

export const MITOCHONDRIAL = table<KnownFinding>({
  'MT-TL1': mitochondrial('m.3243A>G', 'MELAS syndrome', 'Heteroplasmic'),
  'MT-TK': mitochondrial('m.8344A>G', 'MERRF syndrome', 'Heteroplasmic'),
  'MT-ATP6': mitochondrial('m.8993T>G', 'Maternally inherited Leigh syndrome', 'Heteroplasmic'),
  'MT-ND4': mitochondrial('m.11778G>A', 'Leber hereditary optic neuropathy', 'Homoplasmic'),
  'MT-RNR1': mitochondrial('m.1555A>G', 'Aminoglycoside-induced hearing loss', 'Homoplasmic'),
})
export const MITOCHONDRIAL_GENES = Object.keys(MITOCHONDRIAL)

/** The most frequent large deletion of the mitochondrial genome. */
export const MITOCHONDRIAL_DELETION: KnownFinding = {
  ...mitochondrial('m.8483_13459del', 'Single large-scale mitochondrial DNA deletion', 'Heteroplasmic'),
  ...{ category: 'Structural variant', change: 'Deletion', length: 4977 },
}

const copies = (
  cytoband: string,
  [from, to]: [number, number],
  copyNumber: number,
  of: { condition: string; evidence: string },
): KnownFinding => ({
  ...{ iscn: `arr[GRCh38] ${cytoband}(${from}_${to})×${copyNumber}`, build: 'GRCh38', cytoband, copyNumber },
  ...{ chromosome: /^\d+|^X/.exec(cytoband)?.[0] ?? '', inner: { from, to }, length: to - from + 1 },
  ...{
    category: 'Structural variant',
    change: copyNumber < 2 ? 'Loss' : 'Gain',
    inheritedAs: DOMINANT,
    ...of,
  },
})

/** Recurrent losses, of which one copy causes disease. */
export const LOSSES: readonly KnownFinding[] = [
  copies('22q11.21', [18_900_000, 21_460_000], 1, {
    condition: '22q11.2 deletion syndrome',
    evidence:
      'This loss of about 2.6 Mb is the recurrent deletion of the 22q11.2 deletion syndrome and includes TBX1',
  }),
  copies('16p11.2', [29_580_000, 30_190_000], 1, {
    condition: '16p11.2 deletion syndrome',
    evidence: 'This loss of about 0.6 Mb is the recurrent deletion of the 16p11.2 deletion syndrome',
  }),
  copies('7q11.23', [73_330_000, 74_730_000], 1, {
    condition: 'Williams syndrome',
    evidence: 'This loss of about 1.4 Mb is the recurrent deletion of Williams syndrome and includes ELN',
  }),
]
/** Gains of regions without genes that are known to be sensitive to a third copy. */
export const GAINS: readonly KnownFinding[] = [
  copies('7q31.1', [109_200_000, 110_600_000], 3, {
    condition: '',
    evidence: 'No gene in this region is known to be sensitive to a third copy',
  }),
  copies('3p26.3', [1_140_000, 1_980_000], 3, {
    condition: '',
    evidence: 'No gene in this region is known to be sensitive to a third copy',
  }),
]

/** By a karyotype, without the sex chromosomes. */
export const REARRANGEMENTS = {
  positive: {
    iscn: 't(11;22)(q23.3;q11.21)',
    ...{ condition: 'Emanuel syndrome in offspring', evidence: 'This recurrent translocation is balanced' },
  },
  uncertain: {
    iscn: 'inv(10)(p11.2q21.2)',
    ...{ condition: '', evidence: 'This inversion is frequent, and was seen in healthy families' },
  },
} as const

/** Counted copies, by gene: of an affected person, and of a carrier. */
export const DOSAGES = table<{ affected: KnownFinding; carrier?: KnownFinding }>({
  SMN1: {
    affected: {
      ...{ name: 'exon 7 deletion', change: 'Deletion', copyNumber: 0, allelicState: 'Homozygous' },
      ...{ condition: 'Spinal muscular atrophy', inheritedAs: RECESSIVE },
      evidence:
        'Both copies of exon 7 are lost, which is the cause of spinal muscular atrophy in nearly all patients',
    },
    carrier: {
      ...{ name: 'exon 7 deletion', change: 'Deletion', copyNumber: 1, allelicState: 'Heterozygous' },
      ...{ condition: 'Spinal muscular atrophy', inheritedAs: RECESSIVE },
      evidence: 'One copy of exon 7 is lost',
    },
  },
  DMD: {
    affected: {
      ...{ name: 'deletion of exons 45-50', change: 'Deletion', copyNumber: 0, allelicState: 'Hemizygous' },
      ...{ condition: 'Duchenne muscular dystrophy', inheritedAs: X_LINKED },
      evidence:
        'The deletion shifts the reading frame, which is an established cause of Duchenne muscular dystrophy',
    },
    carrier: {
      ...{ name: 'deletion of exons 45-50', change: 'Deletion', copyNumber: 1, allelicState: 'Heterozygous' },
      ...{ condition: 'Duchenne muscular dystrophy', inheritedAs: X_LINKED },
      evidence: 'The deletion shifts the reading frame',
    },
  },
  PMP22: {
    affected: {
      ...{ name: 'duplication of the gene', change: 'Duplication', copyNumber: 3, cytoband: '17p12' },
      ...{ condition: 'Charcot-Marie-Tooth disease type 1A', inheritedAs: DOMINANT },
      evidence: 'The recurrent duplication of 17p12 is the most frequent cause of this neuropathy',
    },
  },
})

/** Alleles that raise a risk, and cause no disease by themselves. */
export const RISKS = table<KnownFinding>({
  F5: {
    ...{ cdna: 'c.1601G>A', protein: 'p.(Arg534Gln)', name: 'factor V Leiden', allelicState: 'Heterozygous' },
    ...{ condition: 'Venous thrombosis', inheritedAs: DOMINANT, variantClass: 'Established risk allele' },
    ...{ category: 'Simple variant', method: 'Sequencing', dbsnp: 'rs6025' },
    evidence:
      'Factor V Leiden raises the risk of venous thrombosis three to five times; most carriers have none',
  },
  HFE: {
    ...{ cdna: 'c.845G>A', protein: 'p.(Cys282Tyr)', name: 'C282Y', allelicState: 'Homozygous' },
    ...{ condition: 'Hemochromatosis type 1', inheritedAs: RECESSIVE },
    ...{ category: 'Simple variant', method: 'Sequencing', dbsnp: 'rs1800562' },
    variantClass: 'Pathogenic, low penetrance',
    evidence: 'Most people with two copies load iron, and a minority of them becomes ill',
  },
})
export const RISK_GENES = Object.keys(RISKS)

/** Somatic variants of tumors, with the laboratory's tiers as classes. */
export const TUMORS = table<KnownFinding>({
  BRAF: {
    ...{ cdna: 'c.1799T>A', protein: 'p.(Val600Glu)', condition: 'Melanoma', inheritedAs: '' },
    ...{
      category: 'Simple variant',
      method: 'Sequencing',
      variantClass: 'Tier I: strong clinical significance',
    },
    evidence: 'Inhibitors of BRAF and MEK are approved for tumors with this variant',
  },
  KRAS: {
    ...{ cdna: 'c.35G>A', protein: 'p.(Gly12Asp)', condition: 'Colorectal cancer', inheritedAs: '' },
    ...{
      category: 'Simple variant',
      method: 'Sequencing',
      variantClass: 'Tier I: strong clinical significance',
    },
    evidence: 'Tumors with this variant do not respond to antibodies against EGFR',
  },
  EGFR: {
    ...{ cdna: 'c.2573T>G', protein: 'p.(Leu858Arg)', condition: 'Lung adenocarcinoma', inheritedAs: '' },
    ...{
      category: 'Simple variant',
      method: 'Sequencing',
      variantClass: 'Tier I: strong clinical significance',
    },
    evidence: 'Inhibitors of EGFR are approved for tumors with this variant',
  },
})
export const TUMOR_GENES = Object.keys(TUMORS)

/** A genotype of two star alleles, and what it means for a drug. */
export const DRUGS = table<{
  alleles: readonly [string, string]
  drug: string
  response: string
  text: string
}>({
  CYP2C19: {
    ...{ alleles: ['*1', '*2'], drug: 'Clopidogrel', response: 'Intermediate metabolizer' },
    text: 'Clopidogrel is activated less: consider another inhibitor of platelets.',
  },
  CYP2D6: {
    ...{ alleles: ['*4', '*4'], drug: 'Codeine', response: 'Poor metabolizer' },
    text: 'Codeine has no effect: avoid it, and tramadol.',
  },
})
export const DRUG_GENES = Object.keys(DRUGS)

/** In genes of which disease-causing variants are reported whatever the reason for the test. */
export const SECONDARY_GENES = ['BRCA2', 'LDLR', 'MLH1', 'BRCA1'] as const
