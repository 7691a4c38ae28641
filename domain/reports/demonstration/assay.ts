import { DRUG_GENES, MITOCHONDRIAL_GENES, REPEAT_GENES, RISK_GENES, TUMOR_GENES } from './known-findings.ts'

/**
 * A test's method. `other` is every method for which no finding is invented: a finding that the method cannot
 * make, such as a sequence variant from FISH, would mislead readers of the demonstration.
 */
export type Assay =
  | 'sequencing'
  | 'copy-number'
  | 'karyotype'
  | 'repeat'
  | 'dosage'
  | 'mitochondrial'
  | 'drug'
  | 'tumor'
  | 'other'

export interface Assayed {
  assay: Assay
  /** How a finding is inherited: one variant is enough, both copies must have one, or a male has one copy only. */
  inheritance: 'dominant' | 'recessive' | 'x-linked'
  /** The test's genes for which a variant may be invented. */
  genes: readonly string[]
  /** A whole exome or genome, which also finds what was not asked for. */
  isWhole?: boolean
}

/** A screen of healthy people for what their children may inherit. */
export const isCarrierScreen = (name: string): boolean => /carrier/i.test(name)

const COPY_NUMBER = /microarray|low-pass genome/i
/** A whole exome or genome of an affected person: the catalogue names no genes. */
const WHOLE = /\b(exome|genome)\b/i
const NOT_OF_THE_PATIENT = /healthy|adult|additional|mitochondrial|transcriptome/i
/** Somatic variants have other names, classes and consequences. */
const TUMOR = /solid tumor|tumor dna|tumor microarray|tumor variant/i
/** What sequencing does not detect, even in a gene it covers. */
const NOT_SEQUENCED = /repeat|methylation|disomy|\bfish\b|karyotype|duplication and deletion/i
const REPEAT = /repeat|huntington|fragile x|friedreich|myotonic dystrophy/i
/** Counted by MLPA: copies of a gene or of its exons. */
const DOSAGE = /spinal muscular atrophy|duchenne|pmp22/i
const DOSAGE_GENES = ['SMN1', 'DMD', 'PMP22']
/** Tests that look for alleles of a raised risk. */
const RISK = /thrombophilia|hemochromatosis/i

/**
 * On autosomes; loss of one copy is an established cause of disease (ClinGen dosage sensitivity score 3, or
 * equivalent).
 */
const DOMINANT =
  'ADNP ANKRD11 APC ARID1A ARID1B ATM BAG3 BAP1 BARD1 BMPR1A BMPR2 BRCA1 BRCA2 CCM2 CDC73 CDH1 CDKN2A CHD2 CHD7 CHD8 CHEK2 COL1A1 COL2A1 CREBBP CTLA4 DEPDC5 DICER1 DSP DYRK1A EHMT1 ELN ENG ACVRL1 EP300 EXT1 EXT2 EYA1 FBN1 FLCN FLNC FOXC1 FOXG1 FOXP1 GATA2 GATA3 GATA4 GCH1 GCK GLI3 GRN HNF1A HNF1B HNF4A IRF6 JAG1 KCNH2 KMT2A KMT2D KRIT1 LDLR LMNA MBD5 MEF2C MEN1 MLH1 MSH2 MSH6 MYBPC3 NF1 NF2 NIPBL NKX2-5 NOTCH1 NSD1 OPA1 OTX2 PALB2 PAX3 PAX6 PDCD10 PITX2 PKD1 PKD2 PKP2 PRPF31 PRRT2 PTCH1 PTEN RAD51C RAD51D RB1 RPL11 RPL5 RPS19 RPS26 RUNX1 RUNX2 SALL1 SALL4 SATB2 SCN1A SCN5A SDHB SETD5 SHANK3 SLC2A1 SMAD3 SMAD4 SMARCB1 SOX10 SOX2 SOX9 SPAST SPRED1 STK11 STXBP1 SUFU SYNGAP1 TBK1 TBX1 TBX5 TCF12 TCF4 TNFAIP3 TP53 TRPS1 TSC1 TSC2 TWIST1 VHL WT1 ZEB2'.split(
    ' ',
  )
/** On autosomes; loss of both copies causes disease, and a person who has lost one is a healthy carrier. */
const RECESSIVE =
  'ABCA4 ACADM ACADVL ADA AGL AGXT AHI1 ALDOB ALG6 ANO10 APTX ARG1 ARSA ASL ASPA ASS1 ATP7B BBS1 BBS10 BBS2 BCKDHA BCKDHB BLM CAPN3 CC2D2A CDH23 CEP290 CFTR CHRNE CLN3 CLN5 CLN6 CLN8 COQ2 COQ8A CPS1 CPT2 CRB1 CSTB CTNS CYP1B1 DHCR7 DNAH5 DYSF ETFDH FAH FANCA FANCC FANCG FKRP G6PC1 GAA GALC GALT GCDH GJB2 GLDC GNPTAB GRHPR HADHA HEXA HEXB IDUA ITK IVD LAMA2 LOXHD1 LRPPRC MKS1 MMAA MMAB MMACHC MMUT MPV17 MYO7A NAGLU NDUFS1 NDUFS4 NDUFS6 NPC1 NPC2 NPHS1 NPHS2 OTOF PAH PCCA PCCB PCDH15 PEX1 PEX6 PKHD1 PMM2 PPT1 PRF1 PTS PYGM RAG1 RAG2 RAPSN SACS SGCA SGSH SLC12A6 SLC22A5 SLC26A4 SMPD1 SURF1 TPP1 TRMU TYR UNC13D USH2A'.split(
    ' ',
  )
/** On the X chromosome: a male has one copy. */
const X_LINKED = 'ABCD1 AVPR2 BTK COL4A5 F8 GLA OTC'.split(' ')
/**
 * Genes for the invented variants of an affected person's whole exome or genome, by what the order says of the
 * person: the first that fits.
 */
const OF_A_WHOLE: readonly (readonly [described: RegExp, genes: string])[] = [
  [/seizure|epilep|spasm/i, 'SCN1A STXBP1 SYNGAP1 CHD2'],
  [/cardiomyopath|arrhythm|qt|cardiac arrest/i, 'MYBPC3 LMNA PKP2 KCNH2'],
  [/aort|marfan|ectopia lentis/i, 'FBN1 SMAD3'],
  [/heart|cardiac|septal/i, 'CHD7 NOTCH1 TBX5 GATA4'],
  [/hearing|deaf/i, 'GATA3 SOX10 EYA1 PAX3'],
  [/kidney|renal/i, 'HNF1B PKD1 EYA1 SALL1'],
  [/fractur|skelet|dysplasia|short stature/i, 'COL1A1 COL2A1 SOX9'],
  [/hypotoni|muscle|weakness|myopath/i, 'SETD5 FLNC MYBPC3'],
]
const UNDESCRIBED = 'ADNP ANKRD11 ARID1B KMT2A SATB2 SYNGAP1'

/**
 * A test's method, and where a finding is possible, from its name and the analyzed genes; for a whole exome or
 * genome also from the words about the person: indications, findings.
 */
export function assayOf(name: string, genes: readonly string[], described = ''): Assayed {
  const none: Assayed = { assay: 'other', inheritance: 'dominant', genes: [] }
  const among = (known: readonly string[]) => known.filter((gene) => genes.includes(gene))
  const by = (assay: Assay, known: readonly string[]) => ({ ...none, assay, genes: among(known) })
  if (TUMOR.test(name)) return among(TUMOR_GENES).length > 0 ? by('tumor', TUMOR_GENES) : none
  if (/mitochondrial dna deletion/i.test(name)) return { ...none, assay: 'mitochondrial' }
  if (/karyotype/i.test(name)) return { ...none, assay: 'karyotype' }
  if (genes.length === 0) {
    if (COPY_NUMBER.test(name)) return { ...none, assay: 'copy-number' }
    if (NOT_SEQUENCED.test(name) || !WHOLE.test(name) || NOT_OF_THE_PATIENT.test(name)) return none
    const [, fitting = UNDESCRIBED] = OF_A_WHOLE.find(([words]) => words.test(described)) ?? []
    return { ...none, assay: 'sequencing', genes: fitting.split(' '), isWhole: true }
  }
  if (genes.every((gene) => gene.startsWith('MT-'))) return by('mitochondrial', MITOCHONDRIAL_GENES)
  if (/pharmacogenom/i.test(name)) return by('drug', DRUG_GENES)
  if (REPEAT.test(name) && among(REPEAT_GENES).length > 0) return by('repeat', REPEAT_GENES)
  if (DOSAGE.test(name)) return by('dosage', DOSAGE_GENES)
  if (NOT_SEQUENCED.test(name)) return none
  const sequenced = (inheritance: Assayed['inheritance'], found: readonly string[]): Assayed | null =>
    found.length > 0 ? { assay: 'sequencing', inheritance, genes: found } : null
  return (
    (RISK.test(name) ? sequenced('dominant', among(RISK_GENES)) : null) ??
    (isCarrierScreen(name) ? null : sequenced('dominant', among(DOMINANT))) ??
    sequenced('recessive', among(RECESSIVE)) ??
    sequenced('x-linked', among(X_LINKED)) ??
    none
  )
}
