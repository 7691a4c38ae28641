import { z } from 'zod'
import {
  CARRIER_RELATIONS,
  GENOME_BUILDS,
  type KnownVariant,
  PURPOSES,
  VARIANT_CLASSES,
  VARIANT_KINDS,
  VARIANT_REPORTS,
  ZYGOSITIES,
} from '#domain/orders/known-variants.ts'

const text = (most: number) => z.string().max(most, { error: `At most ${most} characters.` })
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])

/** A variant known in the family (domain/orders/known-variants.ts). */
const knownVariant: z.ZodType<KnownVariant, KnownVariant> = z.strictObject({
  key: text(40).min(1),
  kind: orBlank(VARIANT_KINDS),
  gene: text(40),
  hgncId: text(30),
  transcript: text(60),
  cdna: text(500),
  protein: text(500),
  genomic: text(500),
  build: orBlank(GENOME_BUILDS),
  exons: text(40),
  chromosome: text(30),
  start: text(30),
  end: text(30),
  copyNumber: text(30),
  iscn: text(200),
  heteroplasmy: text(30),
  tissue: text(80),
  motif: text(60),
  repeats: text(40),
  asWritten: text(500),
  zygosity: orBlank(ZYGOSITIES),
  inheritance: z.enum(['', 'Dominant', 'Recessive', 'X-linked']),
  variantClass: orBlank(VARIANT_CLASSES),
  classifiedOn: text(40),
  classifiedBy: text(200),
  carrier: z.strictObject({
    patient: text(40),
    firstName: text(225),
    lastName: text(225),
    dateOfBirth: text(40),
    relation: orBlank(CARRIER_RELATIONS),
    side: z.enum(['', 'Maternal', 'Paternal']),
  }),
  laboratory: text(200),
  laboratoryNumber: text(40),
  reportDate: text(40),
  report: orBlank(VARIANT_REPORTS),
  reportReason: text(500),
  file: z.strictObject({ documentId: z.number().int().positive(), name: text(300) }).exactOptional(),
  positiveControl: z.enum(['', 'Sent', 'None']),
  purpose: orBlank(PURPOSES),
})

export const knownVariants = z.array(knownVariant).max(10, { error: 'At most 10 entries.' })

/** What a laboratory sets about a test that looks at known variants (domain/orders/known-variant-tests.ts). */
export const knownVariantTest = z.object({
  kinds: z.array(z.enum(VARIANT_KINDS)),
  most: z.number().int().nullable(),
  excludedGenes: z.array(z.string()),
  forRelatives: z.boolean(),
  familyDays: z.number().int().nullable(),
})
