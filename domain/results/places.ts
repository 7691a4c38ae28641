import type { ReportedVariant } from './reported-variant.ts'

export type Build = 'grch37' | 'grch38'

/** A build as people and laboratories name it. */
export function buildNamed(word: string): Build | undefined {
  if (/^\(?(GRCh38|hg38)(\.p\d+)?[):]?$/i.test(word)) return 'grch38'
  return /^\(?(GRCh37|hg19)(\.p\d+)?[):]?$/i.test(word) ? 'grch37' : undefined
}

/** `13`, `x`, `m` from a chromosome's name, `chr` before it or not. */
export function chromosomeOf(text: string): string | undefined {
  const name = /^(?:chr)?([1-9]|1\d|2[0-2]|X|Y|MT?)$/i.exec(text)?.[1]?.toLowerCase()
  return name === 'mt' ? 'm' : name
}

/** The versions of NC_000001 … NC_000024 in GRCh38 (NCBI); each was one less in GRCh37. */
const VERSIONS = [
  11, 12, 12, 12, 10, 12, 14, 11, 12, 11, 10, 12, 11, 9, 10, 10, 11, 10, 10, 11, 9, 11, 11, 10,
]
const SEQUENCES = new Map<string, { chromosome: string; build: Build }>(
  VERSIONS.flatMap((version, index) => {
    const accession = `NC_${String(index + 1).padStart(6, '0')}`
    const chromosome = index === 22 ? 'x' : index === 23 ? 'y' : String(index + 1)
    return [
      [`${accession}.${version}`, { chromosome, build: 'grch38' }],
      [`${accession}.${version - 1}`, { chromosome, build: 'grch37' }],
    ] as const
  }),
)

/** The chromosome and build of a RefSeq sequence with its version, such as `NC_000013.11`. */
export function sequenceNamed(accession: string): { chromosome: string; build: Build } | undefined {
  return SEQUENCES.get(accession.toUpperCase())
}

/** Position and alleles as a variant call file has them; null if the report does not give all of them so. */
export function calledAllele(variant: ReportedVariant): {
  chromosome: string
  position: number
  from: string
  to: string
  build: Build | undefined
} | null {
  const {
    reference = '',
    chromosome = '',
    exact,
    referenceAllele,
    alternateAllele,
    counting,
    build,
  } = variant
  const place = sequenceNamed(reference)
  const name = place?.chromosome ?? chromosomeOf(chromosome)
  const position = exact?.from ?? null
  if (name === undefined || position === null || counting?.startsWith('0')) return null
  if (!referenceAllele || !alternateAllele) return null
  return {
    ...{ chromosome: name, position, from: referenceAllele, to: alternateAllele },
    build: place?.build ?? buildNamed(build ?? ''),
  }
}
