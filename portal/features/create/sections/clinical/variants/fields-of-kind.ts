import type { OrderDocument } from '#domain/orders/document.ts'
import {
  blankVariant,
  type KnownVariant,
  knownVariantsOf,
  OLD_VARIANT,
  type VariantKind,
} from '#domain/orders/known-variants.ts'

import { type DescribingField, FIELDS_OF_KIND } from '#domain/orders/variant-fields.ts'

const ALL = [...new Set(Object.values(FIELDS_OF_KIND).flat())]

/** What the kind needs; the rest is optional. */
const NEEDED: Record<VariantKind, readonly DescribingField[]> = {
  sequence: ['gene', 'transcript', 'cdna'],
  exon: ['gene', 'transcript', 'exons'],
  cnv: ['chromosome', 'start', 'end', 'build'],
  sv: ['chromosome', 'start', 'end', 'build'],
  repeat: ['gene', 'motif', 'repeats'],
  mtdna: ['gene', 'genomic'],
}
export const isNeeded = (kind: VariantKind, field: DescribingField) => NEEDED[kind].includes(field)

/** Another kind empties the fields that it does not show: nothing unseen goes to the laboratory. */
export function withKind(variant: KnownVariant, kind: KnownVariant['kind']): KnownVariant {
  const visible: readonly string[] = kind === '' ? ALL : FIELDS_OF_KIND[kind]
  const hidden = ALL.filter((field) => !visible.includes(field))
  const mitochondrial = ['Heteroplasmic', 'Homoplasmic']
  const fits = variant.zygosity === '' || mitochondrial.includes(variant.zygosity) === (kind === 'mtdna')
  return {
    ...variant,
    ...Object.fromEntries(hidden.map((field) => [field, ''])),
    ...(fits || kind === '' ? {} : { zygosity: '' }),
    kind,
  }
}

/** Keys stay with their variant, so a new one gets a number above all others. */
export function nextVariant(variants: readonly KnownVariant[], kind: KnownVariant['kind']): KnownVariant {
  const last = Math.max(0, ...variants.map(({ key }) => Number(/^v(\d+)$/.exec(key)?.[1] ?? 0)))
  return { ...blankVariant(`v${last + 1}`), kind }
}

/** The text of an older order as the first of its variants: as written, since nothing is concluded from it. */
export function withOldText(document: OrderDocument): OrderDocument {
  const [old] = knownVariantsOf(document)
  if (old?.key !== OLD_VARIANT) return document
  return {
    ...document,
    knownVariants: [{ ...old, key: 'v1' }],
    familyTestingRequest: { ...document.familyTestingRequest, targetSequencing: false },
  }
}
