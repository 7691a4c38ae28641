import { z } from 'zod'
import {
  FEATURE_STATUSES,
  type Feature,
  MOST_FEATURES,
  ONSET_KINDS,
  SEVERITY_IDS,
} from '#domain/orders/phenotype.ts'

const text = (most: number) => z.string().max(most, { error: `At most ${most} characters.` })

/** The findings of a document, each by a term of the HPO (domain/orders/phenotype.ts). */
export const phenotypePart: z.ZodType<Feature[], Feature[]> = z
  .array(
    z.strictObject({
      patient: z.string().min(1).max(40),
      termId: text(20),
      label: text(300),
      release: text(20),
      status: z.enum(FEATURE_STATUSES),
      onset: z.strictObject({ kind: z.enum(ONSET_KINDS), value: text(40) }).exactOptional(),
      severity: z.enum(SEVERITY_IDS).exactOptional(),
      note: text(500).exactOptional(),
    }),
  )
  .max(MOST_FEATURES, { error: `At most ${MOST_FEATURES} entries.` })

/** What the imported release has about the document's terms. */
export const phenotypeContext = z.object({
  release: z.string(),
  terms: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      state: z.enum(['current', 'retired', 'unknown', 'no-finding']),
      replacement: z.object({ id: z.string(), label: z.string() }).nullable(),
      above: z.array(z.string()),
    }),
  ),
})
