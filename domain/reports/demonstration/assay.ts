/**
 * A test's method. `other` is every method for which no finding is invented: a finding that the method cannot
 * make, such as a copy number change from FISH, would mislead readers of the demonstration.
 */
export type Assay = 'sequencing' | 'copy-number' | 'other'

export interface Assayed {
  assay: Assay
  /** The inheritance of a finding: one variant is enough, or both copies of the gene must have one. */
  inheritance: 'dominant' | 'recessive'
  /** The test's genes for which a variant may be invented. */
  genes: readonly string[]
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
/** Genes for the invented variants of an affected person's whole exome or genome. */
const OF_A_WHOLE = ['ADNP', 'ANKRD11', 'ARID1B', 'KMT2A', 'SATB2', 'SYNGAP1']

/** A test's method, and where a finding is possible, from its name and the analyzed genes. */
export function assayOf(name: string, genes: readonly string[]): Assayed {
  const none: Assayed = { assay: 'other', inheritance: 'dominant', genes: [] }
  if (TUMOR.test(name)) return none
  if (genes.length === 0) {
    if (COPY_NUMBER.test(name)) return { ...none, assay: 'copy-number' }
    if (NOT_SEQUENCED.test(name) || !WHOLE.test(name) || NOT_OF_THE_PATIENT.test(name)) return none
    return { ...none, assay: 'sequencing', genes: OF_A_WHOLE }
  }
  if (NOT_SEQUENCED.test(name)) return none
  const among = (known: readonly string[]) => known.filter((gene) => genes.includes(gene))
  const dominant = isCarrierScreen(name) ? [] : among(DOMINANT)
  if (dominant.length > 0) return { assay: 'sequencing', inheritance: 'dominant', genes: dominant }
  const recessive = among(RECESSIVE)
  if (recessive.length > 0) return { assay: 'sequencing', inheritance: 'recessive', genes: recessive }
  return none
}
