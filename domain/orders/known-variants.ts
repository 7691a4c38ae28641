import { readHgvs } from '../hgvs/hgvs.ts'
import type { TargetSequencingData } from './clinical-history.ts'

/** What kind of change is known in the family; it decides what describes it. */
export const VARIANT_KINDS = ['sequence', 'exon', 'cnv', 'sv', 'repeat', 'mtdna'] as const
export type VariantKind = (typeof VARIANT_KINDS)[number]

export const VARIANT_KIND_NAMES: Record<VariantKind, string> = {
  sequence: 'Sequence variant',
  exon: 'Exon deletion or duplication',
  cnv: 'Copy number variant',
  sv: 'Structural variant',
  repeat: 'Repeat expansion',
  mtdna: 'Mitochondrial DNA variant',
}

export const GENOME_BUILDS = ['GRCh38', 'GRCh37'] as const

/** LOINC 53034-5, allelic state. */
export const ZYGOSITIES = [
  'Heterozygous',
  'Homozygous',
  'Hemizygous',
  'Heteroplasmic',
  'Homoplasmic',
] as const
/** LOINC 53037-8, the five classes of Mendelian variants. */
export const VARIANT_CLASSES = [
  'Pathogenic',
  'Likely pathogenic',
  'Uncertain significance',
  'Likely benign',
  'Benign',
] as const
export type VariantClass = (typeof VARIANT_CLASSES)[number]

/** What the person with the variant is to the patient. */
export const CARRIER_RELATIONS = [
  'Self',
  'Mother',
  'Father',
  'Child',
  'Sister',
  'Brother',
  'Half sibling',
  'Grandparent',
  'Grandchild',
  'Aunt',
  'Uncle',
  'Niece',
  'Nephew',
  'Cousin',
  'Other blood relative',
  'Adoptive relative',
  'Step relative',
  'Egg or sperm donor',
  'Partner',
] as const
export type CarrierRelation = (typeof CARRIER_RELATIONS)[number]
/** Shares no inherited variant with the patient, by what the clinic says. */
const NO_BLOOD_RELATIVES: readonly string[] = ['Adoptive relative', 'Step relative', 'Partner']

/**
 * What is known of the report that describes the variant. `family-code`: the laboratory finds it by the code of a relative's
 * letter from which the order was begun, and the clinic does not learn whose it is.
 */
export const VARIANT_REPORTS = ['file', 'to-follow', 'same-laboratory', 'unavailable', 'family-code'] as const
export type VariantReport = (typeof VARIANT_REPORTS)[number]

export const PURPOSES = [
  'predictive',
  'diagnostic',
  'carrier',
  'prenatal',
  'segregation',
  'confirm-somatic',
] as const
export type VariantPurpose = (typeof PURPOSES)[number]

/** A variant that was found in a relative, or in the patient before. Texts are as typed, '' if not given. */
export interface KnownVariant {
  /** `v1`, `v2` …: stays with the variant, whatever is added or removed. */
  key: string
  kind: VariantKind | ''
  /** The approved symbol; empty for a copy number or structural variant of several genes. */
  gene: string
  /** `HGNC:1101`. */
  hgncId: string
  /** With version: `NM_000059.4`. */
  transcript: string
  /** HGVS `c.` (or `n.`), with or without its transcript. */
  cdna: string
  /** HGVS `p.`, never computed from `cdna`. */
  protein: string
  /** HGVS `g.` or `m.`, with or without its reference sequence. */
  genomic: string
  build: (typeof GENOME_BUILDS)[number] | ''
  /** Of an exon deletion or duplication: its exons, as the report numbers them: `5`, `45-50`. */
  exons: string
  chromosome: string
  start: string
  end: string
  copyNumber: string
  iscn: string
  /** Percent. */
  heteroplasmy: string
  /** In which it was measured. */
  tissue: string
  motif: string
  /** How often the motif is repeated: `52`, `40-60`. */
  repeats: string
  /** As an old report writes it, if nothing else is known: `BRCA2 6174delT`. */
  asWritten: string
  zygosity: (typeof ZYGOSITIES)[number] | ''
  inheritance: 'Dominant' | 'Recessive' | 'X-linked' | ''
  variantClass: VariantClass | ''
  /** ISO date. */
  classifiedOn: string
  classifiedBy: string
  carrier: {
    /** The key of a person of this order; '' if it is somebody else, named here. */
    patient: string
    firstName: string
    lastName: string
    dateOfBirth: string
    relation: CarrierRelation | ''
    side: 'Maternal' | 'Paternal' | ''
  }
  laboratory: string
  /** The laboratory's number of that report or order. */
  laboratoryNumber: string
  /** ISO date. */
  reportDate: string
  report: VariantReport | ''
  /** Why the report cannot be had. */
  reportReason: string
  /** The uploaded report among the order's documents, for `report` `file`. */
  file?: { documentId: number; name: string }
  /** DNA of the person with the variant, sent along as a control. */
  positiveControl: 'Sent' | 'None' | ''
  purpose: VariantPurpose | ''
}

export function blankVariant(key: string): KnownVariant {
  return {
    ...{ key, kind: '', gene: '', hgncId: '', transcript: '', cdna: '', protein: '', genomic: '', build: '' },
    ...{ exons: '', chromosome: '', start: '', end: '', copyNumber: '', iscn: '' },
    ...{ heteroplasmy: '', tissue: '', motif: '', repeats: '', asWritten: '' },
    ...{ zygosity: '', inheritance: '', variantClass: '', classifiedOn: '', classifiedBy: '' },
    carrier: { patient: '', firstName: '', lastName: '', dateOfBirth: '', relation: '', side: '' },
    ...{ laboratory: '', laboratoryNumber: '', reportDate: '', report: '', reportReason: '' },
    ...{ positiveControl: '', purpose: '' },
  }
}

/** The key of the variant that an order of before has in its family testing request. */
export const OLD_VARIANT = 'old'

interface WithVariants {
  knownVariants?: readonly KnownVariant[]
  familyTestingRequest: { targetSequencing: boolean; targetSequencingData: TargetSequencingData }
}

/**
 * All known variants of an order. An order of before, or of a client that knows only the specification, has one
 * in its family testing request (§3): it is read as typed, and nothing is concluded from its text.
 */
export function knownVariantsOf({ knownVariants = [], familyTestingRequest }: WithVariants): KnownVariant[] {
  const { targetSequencing, targetSequencingData: data } = familyTestingRequest
  if (knownVariants.length > 0 || !targetSequencing) return [...knownVariants]
  const blank = blankVariant(OLD_VARIANT)
  return [
    {
      ...blank,
      ...{ gene: data.gene, asWritten: data.variant },
      carrier: {
        ...blank.carrier,
        ...{
          firstName: data.probandFirstName,
          lastName: data.probandLastName,
          dateOfBirth: data.dateOfBirth,
        },
      },
      ...{ laboratory: data.testingLocation.name, laboratoryNumber: data.labNumber },
    },
  ]
}

/** Whether its report tells the laboratory what the description does not. */
export function hasReport({ report, laboratoryNumber }: KnownVariant): boolean {
  return (
    report === 'file' ||
    report === 'to-follow' ||
    report === 'family-code' ||
    (report === 'same-laboratory' && laboratoryNumber !== '')
  )
}

/** For another order, to which neither the file nor the family's code belongs; where its report is must be given again. */
export function withoutFile({ file, ...variant }: KnownVariant): KnownVariant {
  return variant.report === 'file' || variant.report === 'family-code' ? { ...variant, report: '' } : variant
}

export function isBloodRelative({ carrier }: KnownVariant): boolean {
  return !NO_BLOOD_RELATIVES.includes(carrier.relation)
}

/** The transcript, given by itself or before the `c.`; '' without one. */
export function transcriptOf({ transcript, cdna }: Pick<KnownVariant, 'transcript' | 'cdna'>): string {
  if (transcript.trim() !== '') return transcript.trim()
  const read = readHgvs(cdna)
  return read.kind === 'valid' ? read.reference.replace(/^.*\((.*)\)$/, '$1') : ''
}

/** Whether `g.` says its build: by itself, or by a chromosome's accession with version (NC_000013.11). */
export function hasBuild({ build, genomic }: KnownVariant): boolean {
  return build !== '' || /^NC_\d{6}\.\d+/.test(genomic.trim())
}

const filled = (...values: string[]) => values.every((value) => value.trim() !== '')

/** Whether the description alone leads to one place in the genome; what each kind needs. */
export function isLocated(variant: KnownVariant): boolean {
  const { cdna, genomic, gene, exons, chromosome, start, end, build, iscn, motif, repeats } = variant
  const byTranscript = filled(cdna, transcriptOf(variant))
  const byGenome = filled(genomic) && hasBuild(variant)
  const byCoordinates = filled(chromosome, start, end, build)
  switch (variant.kind) {
    case 'sequence':
      return byTranscript || byGenome
    case 'mtdna':
      return filled(genomic)
    case 'exon':
      return (
        (filled(gene, exons) && transcriptOf(variant) !== '') || byTranscript || byGenome || byCoordinates
      )
    case 'repeat':
      return filled(gene, motif, repeats) || byTranscript || byGenome
    default:
      return byCoordinates || filled(iscn) || byGenome
  }
}

/** 'NM_000059.4:c.5946del': the transcript and the change, once each. */
function onTranscript({ transcript, cdna }: KnownVariant): string {
  return transcript === '' || cdna === '' || cdna.includes(':') ? cdna : `${transcript}:${cdna}`
}

/** The variant in one line, without the person: 'BRCA2 NM_000059.4:c.5946del p.(Ser1982fs)'. */
export function variantInWords(variant: KnownVariant): string {
  const { gene, exons, chromosome, start, end, build, copyNumber, iscn, motif, repeats } = variant
  const { protein, genomic, heteroplasmy, tissue, asWritten } = variant
  const place = chromosome === '' ? '' : `chr${chromosome.replace(/^chr/i, '')}:${start}-${end}`
  const percent = [heteroplasmy && `${heteroplasmy} %`, tissue && `in ${tissue}`].filter(Boolean).join(' ')
  return [
    gene,
    onTranscript(variant),
    protein,
    genomic,
    exons && `exon ${exons}`,
    place,
    (genomic !== '' || place !== '') && build,
    copyNumber && `×${copyNumber}`,
    iscn,
    motif && `${motif} repeat`,
    repeats && `${repeats} repeats`,
    percent,
    // An order of before has nothing else to say: it needs no quotes.
    variant.key === OLD_VARIANT ? asWritten : asWritten && `“${asWritten}”`,
  ]
    .filter(Boolean)
    .join(' ')
}

interface Named {
  firstName: string
  lastName: string
  dateOfBirth: string
}

/** The person with the variant: the patient, another person of the order, or the one that it names. */
export function carrierOf(
  { carrier }: KnownVariant,
  { patients }: { patients: readonly (Named & { key: string })[] },
): Named {
  const person =
    carrier.relation === 'Self' ? patients[0] : patients.find(({ key }) => key === carrier.patient)
  return person ?? carrier
}

export const PURPOSE_NAMES: Record<VariantPurpose, string> = {
  predictive: 'Predictive: the patient is unaffected',
  diagnostic: 'Diagnostic: the patient is affected',
  carrier: 'Carrier testing',
  prenatal: 'Prenatal',
  segregation: 'Family study: does the variant segregate with the disease?',
  'confirm-somatic': 'Is a tumor’s finding inherited?',
}

export const REPORT_NAMES: Record<VariantReport, string> = {
  file: 'Attached to this order',
  'to-follow': 'Will be sent',
  'same-laboratory': 'Tested at this laboratory, under its number',
  unavailable: 'Not available',
  'family-code': 'At this laboratory, by the code of a relative’s letter',
}
