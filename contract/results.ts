import { z } from 'zod'
import { CLASSES } from '#domain/results/choices.ts'
import { OUTCOMES_IN_DATA } from '#domain/results/outcomes.ts'
import { SECTIONS } from '#domain/results/sections.ts'
import { orderRow } from './order.ts'
import { commaList } from './order-search.ts'
import { instant } from './people.ts'
import { MOST_RESULTS } from './results-limits.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

/** A variant that a report lists as found. */
const variant = z.object({
  /** HGNC's symbol as the laboratory wrote it, or its number; '' if not given. */
  gene: z.string(),
  /** Without the gene. */
  description: z.string(),
  /** The strongest first; empty if it is not classified. */
  classes: z.array(z.string()),
  zygosity: z.string(),
  section: z.enum(SECTIONS),
})

/** A result that was found, with the variant by which it was found. */
const foundResult = z.object({
  /** With `position` what names it: the report and the variant's place in it, counted from 1; 0 if it has no variant. */
  reportId: z.number().int(),
  position: z.number().int(),
  hospitalCode: z.string(),
  orderId: z.number().int(),
  state: orderRow.shape.state,
  accessionNumber: z.string().nullable(),
  testName: z.string(),
  /** The order's patient of record. */
  patient: orderRow.shape.patient.omit({ sex: true, fetuses: true }),
  /** Whose result it is if not the patient's: a relative or a fetus, in words; '' for the patient. */
  person: z.string(),
  reportedAt: instant,
  outcome: z.enum(OUTCOMES_IN_DATA),
  /** The laboratory's own word; '' if it gives none. */
  overall: z.string(),
  isPreliminary: z.boolean(),
  /** The laboratory is checking whether the report is right. */
  isQuestioned: z.boolean(),
  /** Null if it was found by the overall result alone. */
  variant: variant.nullable(),
  /** How many variants the report lists as found. */
  variants: z.number().int(),
})

export type FoundResult = z.infer<typeof foundResult>

/** Search of the results that laboratories sent as data. */
export const resultsRoutes = routes({
  search: {
    method: 'GET',
    path: '/api/results/{hospital}',
    summary: 'Results of current reports by gene, variant, class and overall result, newest first',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital: z.string().min(1).max(20) }),
    query: z
      .object({
        /** Comma-separated codes of the user's institutions to search, in place of the one in the path. */
        hospitalCodes: commaList(4000).optional(),
        /** A symbol (approved, former or alias) or an HGNC id. */
        gene: searchWords.optional(),
        /**
         * A variant in any spelling: c., n., m., g. (with or without sequence, its version, or a build), p. (one or three
         * letters), a name or legacy name, a ClinVar or dbSNP number. A gene may stand before it.
         */
        variant: searchWords.optional(),
        classification: z.enum(CLASSES.map(([word]) => word)).optional(),
        outcome: z.enum(OUTCOMES_IN_DATA).optional(),
        skip: z.coerce.number().int().min(0).max(MOST_RESULTS).default(0),
        top: z.coerce.number().int().min(1).max(100).default(25),
      })
      .refine(
        ({ gene, variant: typed, classification, outcome }) =>
          Boolean(gene || typed || classification || outcome),
        {
          path: ['gene'],
          error: 'Enter a gene or a variant, or choose a class or an overall result.',
        },
      ),
    reply: z.object({
      /** At most MOST_RESULTS: then there may be more. */
      total: z.number().int(),
      top: z.number().int(),
      skip: z.number().int(),
      results: z.array(foundResult),
    }),
    cost: 'search',
    errors: ['invalid-page'],
  },
})
