import type { KnownVariant, VariantKind } from './known-variants.ts'

/** The fields that describe a variant, by its kind and in their order on the form. */
export const FIELDS_OF_KIND = {
  sequence: ['gene', 'transcript', 'cdna', 'protein', 'genomic', 'build'],
  exon: ['gene', 'transcript', 'exons', 'copyNumber', 'chromosome', 'start', 'end', 'build'],
  cnv: ['chromosome', 'start', 'end', 'build', 'copyNumber', 'iscn', 'gene'],
  sv: ['chromosome', 'start', 'end', 'build', 'iscn', 'genomic', 'gene'],
  repeat: ['gene', 'motif', 'repeats', 'transcript', 'cdna'],
  mtdna: ['gene', 'genomic', 'heteroplasmy', 'tissue'],
} as const satisfies Record<VariantKind, readonly (keyof KnownVariant)[]>

export type DescribingField = (typeof FIELDS_OF_KIND)[VariantKind][number]
