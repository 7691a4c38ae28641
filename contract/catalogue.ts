import { z } from 'zod'
import { CATEGORIES, SPECIMEN_TYPES } from '#domain/lookups.ts'
import { routes } from './route.ts'

const PUBLIC = { kind: 'public', because: 'the catalogue is on the laboratory’s public site' } as const

export const testSummary = z.object({
  id: z.number().int(),
  code: z.string(),
  /** Empty or 'none' means: show the raw code (specification §3, ENT-08). */
  displayTestCode: z.string(),
  testName: z.string(),
  testType: z.string(),
  category: z.enum(CATEGORIES),
  displayInCatalog: z.boolean(),
  geneCount: z.number().int(),
  /** Working days from the last sample's arrival to the report. */
  turnaroundDays: z.number().int(),
  /** What was found by, when a search was asked: a gene of the test. */
  matchedGene: z.string().nullable(),
})
export type TestSummary = z.infer<typeof testSummary>

export const consentQuestion = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(['yes-no', 'checkbox']),
  /** Must be answered before the order can be submitted. */
  required: z.boolean(),
})
export type ConsentQuestion = z.infer<typeof consentQuestion>

export const testDetails = testSummary.extend({
  genes: z.array(z.string()),
  specimens: z.array(z.enum(SPECIMEN_TYPES)),
  specimenNote: z.string(),
  /** Integer cents. */
  listPriceCents: z.number().int(),
  cptCodes: z.array(z.string()),
  /** The test is for this sex only; empty for any. */
  sex: z.enum(['', 'Male', 'Female']),
  /** How many relatives' samples belong to it: 1 for a duo, 2 for a trio. */
  relatives: z.number().int(),
  method: z.string(),
  description: z.string(),
  consents: z.array(consentQuestion),
})
export type TestDetails = z.infer<typeof testDetails>

const code = z.string().min(1).max(20)

export const catalogueRoutes = routes({
  categories: {
    method: 'GET',
    path: '/api/categories',
    summary: 'The categories of the catalogue',
    access: PUBLIC,
    reply: z.array(
      z.object({
        category: z.enum(CATEGORIES),
        name: z.string(),
        description: z.string(),
        tests: z.number().int(),
      }),
    ),
    errors: [],
  },
  orderable: {
    method: 'GET',
    path: '/api/Tests/online-orderable',
    summary: 'Tests that can be ordered here, found by part of name, code or gene; best match first',
    access: PUBLIC,
    query: z.object({
      keywords: z.string().max(100).optional(),
      skip: z.coerce.number().int().min(0).default(0),
      top: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({ total: z.number().int(), tests: z.array(testSummary) }),
    errors: [],
  },
  test: {
    method: 'GET',
    path: '/api/tests/code/{code}',
    summary: 'One test with everything that ordering it needs',
    access: PUBLIC,
    params: z.object({ code }),
    reply: testDetails,
    errors: ['not-found'],
  },
  icd10: {
    method: 'GET',
    path: '/api/icd10',
    summary: 'ICD-10-CM codes found by part of the code or by words',
    access: { kind: 'member' },
    query: z.object({
      keywords: z.string().max(100).default(''),
      top: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.array(z.object({ code: z.string(), description: z.string() })),
    errors: [],
  },
})
