import { table } from '../table.ts'
import type { GeneticResult } from './genetic-result.ts'
import type { Condition, ReportedVariant } from './reported-variant.ts'
import { classesOf, descriptionOf, variantName } from './words.ts'

type Json = Record<string, unknown>

/** The schema's classes, by LOINC's words. */
const CLASSES = table<string>({
  Pathogenic: 'PATHOGENIC',
  'Likely pathogenic': 'LIKELY_PATHOGENIC',
  'Uncertain significance': 'UNCERTAIN_SIGNIFICANCE',
  'Likely benign': 'LIKELY_BENIGN',
  Benign: 'BENIGN',
})
/** Terms of the genotype ontology. */
const STATES = table<string>({
  Heterozygous: 'GENO:0000135',
  Homozygous: 'GENO:0000136',
  Hemizygous: 'GENO:0000134',
  Heteroplasmic: 'GENO:0000603',
  Homoplasmic: 'GENO:0000602',
})
/** The schema demands a disease: the root of MONDO if the laboratory names none with a code. */
const ANY_DISEASE = { id: 'MONDO:0000001', label: 'disease' }

interface Written {
  /** Unique within the phenopacket. */
  id: string
  /** The number of the person, the `subject` of the phenopacket. */
  person: string
  isPreliminary: boolean
}

/** Looked for and not there, or nobody knows. A laboratory's own word (`Detected in mosaic`) is told with the variant. */
const NOT_FOUND = ['Absent', 'No call', 'Indeterminate']

/**
 * A report's result as an Interpretation of the GA4GH Phenopacket Schema 2, with the variants that were found. Nothing is
 * concluded: whether a variant explains the patient's disease is unknown (`UNKNOWN_STATUS`), and the case is completed,
 * not solved. The laboratory's overall result and conclusion are its summary.
 */
export function interpretationOf(
  { variants, overall, conclusion }: GeneticResult,
  { id, person, isPreliminary }: Written,
): Json {
  const found = variants.filter(({ call }) => !NOT_FOUND.includes(call ?? ''))
  const summary = [overall, conclusion].filter(Boolean).join('. ')
  return {
    id,
    progressStatus: isPreliminary ? 'IN_PROGRESS' : 'COMPLETED',
    diagnosis: {
      disease: diseaseOf(found),
      genomicInterpretations: found.map((variant) => ({
        subjectOrBiosampleId: person,
        interpretationStatus: 'UNKNOWN_STATUS',
        variantInterpretation: {
          acmgPathogenicityClassification: classOf(variant),
          variationDescriptor: descriptor(variant),
        },
      })),
    },
    ...(summary === '' ? {} : { summary }),
  }
}

function diseaseOf(variants: readonly ReportedVariant[]): { id: string; label: string } {
  const conditions = variants
    .filter(({ section }) => section === undefined)
    .flatMap(({ significances }) => significances.flatMap((one) => one.conditions))
  const coded = conditions.flatMap((one) => curie(one) ?? [])
  return coded[0] ?? ANY_DISEASE
}

function curie({ system, code, name }: Condition) {
  const id = code.includes(':') ? code : `${system}:${code}`
  return code !== '' && ['MONDO', 'OMIM'].includes(system) ? { id, label: name } : null
}

/** One of the schema's classes; several, or a laboratory's own, are in the description. */
function classOf(variant: ReportedVariant): string {
  const [only = '', ...more] = classesOf(variant)
  return more.length === 0 ? (CLASSES[only] ?? 'NOT_PROVIDED') : 'NOT_PROVIDED'
}

function descriptor(variant: ReportedVariant): Json {
  const { key, genes, transcript, cdna, protein, genomic, iscn, allelicState, fraction } = variant
  const [gene] = genes
  const onTranscript = cdna && transcript && !cdna.includes(':') ? `${transcript}:${cdna}` : cdna
  const expressions = [
    ...[
      { syntax: 'hgvs.c', value: onTranscript },
      { syntax: 'hgvs.p', value: protein },
    ],
    ...[
      { syntax: genomic?.includes('m.') ? 'hgvs.m' : 'hgvs.g', value: genomic },
      { syntax: 'iscn', value: iscn },
    ],
  ].filter(({ value }) => value !== undefined)
  const state = allelicState === undefined ? undefined : STATES[allelicState]
  return {
    id: key,
    label: variantName(variant),
    description: descriptionInWords(variant),
    ...(gene
      ? { geneContext: { valueId: gene.hgncId || gene.symbol, symbol: gene.symbol || gene.hgncId } }
      : {}),
    expressions,
    moleculeContext: 'genomic',
    ...(state ? { allelicState: { id: state, label: allelicState?.toLowerCase() } } : {}),
    ...(fraction === undefined
      ? {}
      : { extensions: [{ name: 'allele-frequency', value: String(fraction) }] }),
  }
}

/** What the schema has no field for, in words. */
function descriptionInWords(variant: ReportedVariant): string {
  const {
    call,
    significances,
    source,
    inheritance,
    section,
    copyNumber,
    repeats,
    build,
    inner,
    exact,
    outer,
    tissue,
  } = variant
  const where = exact ?? inner ?? outer
  return [
    descriptionOf(variant),
    call === 'Present' ? '' : call,
    section,
    classesOf(variant).join(' / '),
    ...significances.flatMap(({ conditions, conditionInheritance = '' }) => [
      ...conditions.map(({ name }) => name),
      conditionInheritance,
    ]),
    ...[source, inheritance, tissue],
    copyNumber === undefined ? '' : `copy number ${copyNumber}`,
    ...repeats.map(({ motif, times }) => `${motif} x${times ?? '?'}`),
    where ? `${build ?? ''} ${where.from ?? ''}-${where.to ?? ''}`.trim() : '',
  ]
    .filter(Boolean)
    .join('; ')
}
