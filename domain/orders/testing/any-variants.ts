import fc from 'fast-check'
import {
  blankVariant,
  CARRIER_RELATIONS,
  GENOME_BUILDS,
  type KnownVariant,
  PURPOSES,
  VARIANT_CLASSES,
  VARIANT_KINDS,
  VARIANT_REPORTS,
  ZYGOSITIES,
} from '../known-variants.ts'

const orBlank = <T extends string>(values: readonly T[]) => fc.constantFrom<T | ''>('', ...values)
const text = fc.oneof(
  fc.constantFrom('', ' ', '7', '2019-03-14', 'c.5946del', 'p.(Ser1982fs)', 'NM_000059.4', 'SCN1A', 'g.1A>T'),
  fc.string({ unit: 'binary', maxLength: 9 }),
)

const lists = {
  kind: orBlank(VARIANT_KINDS),
  build: orBlank(GENOME_BUILDS),
  zygosity: orBlank(ZYGOSITIES),
  inheritance: orBlank(['Dominant', 'Recessive', 'X-linked'] as const),
  variantClass: orBlank(VARIANT_CLASSES),
  report: orBlank(VARIANT_REPORTS),
  positiveControl: orBlank(['Sent', 'None'] as const),
  purpose: orBlank(PURPOSES),
}
const texts = Object.fromEntries(
  Object.keys(blankVariant('v1'))
    .filter((name) => name !== 'carrier' && name !== 'key' && !(name in lists))
    .map((name) => [name, text]),
)

const anyVariant = fc
  .record({
    ...texts,
    ...lists,
    key: fc.constantFrom('v1', 'v2', '__proto__'),
    carrier: fc.record({
      patient: fc.constantFrom('', 'proband', 'relative-1', '__proto__'),
      ...{ firstName: text, lastName: text, dateOfBirth: text },
      relation: orBlank(CARRIER_RELATIONS),
      side: orBlank(['Maternal', 'Paternal'] as const),
    }),
    file: fc.option(fc.record({ documentId: fc.integer({ min: 1 }), name: text }), { nil: undefined }),
  })
  .map(({ file, ...variant }) => (file ? { ...variant, file } : variant)) as fc.Arbitrary<KnownVariant>

/** Any known variants that fit the contract's schema. */
export const anyVariants: fc.Arbitrary<KnownVariant[]> = fc.array(anyVariant, { maxLength: 3 })
