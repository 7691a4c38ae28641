import { z } from 'zod'
import { CLINICAL_SECTIONS } from '#domain/orders/rule-context.ts'
import { TURNAROUND_UNITS } from '#domain/turnaround/turnaround.ts'
import { consentQuestion, consentTerms } from './consent-questions.ts'
import { customPanel } from './custom-panel.ts'
import { diagnosis } from './diagnosis.ts'
import { knownVariantTest } from './order-variants.ts'
import { questionnaire } from './questionnaire.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'
import { bloodHistoryNeeds, ownSpecimenType, specimenRequirement } from './specimen-details.ts'
import { testSettings } from './test-settings.ts'

const PUBLIC = { kind: 'public', because: 'the catalogue is on the laboratory’s public site' } as const

export const testSummary = z.object({
  id: z.number().int(),
  code: z.string(),
  /** Empty or 'none': show the raw code (specification §3, ENT-08). */
  displayTestCode: z.string(),
  testName: z.string(),
  testType: z.string(),
  /** The id of one of the laboratory's categories. */
  category: z.string(),
  displayInCatalog: z.boolean(),
  geneCount: z.number().int(),
  /** Working days from the last sample's arrival to the report. */
  turnaroundDays: z.number().int(),
  /** The time of the test, if the laboratory describes it, instead of `turnaroundDays`. */
  turnaround: z.object({ amount: z.number().int(), unit: z.enum(TURNAROUND_UNITS) }).exactOptional(),
  /** The gene of the test by which a search found it. */
  matchedGene: z.string().nullable(),
  /** If it is offered for some ages only, in words: 'Adults only (from 18 years)'. */
  offeredFor: z.string().exactOptional(),
})
export type TestSummary = z.infer<typeof testSummary>

/** The setting in a section's JSON string (specification §3: its content is not shown; this is ours). */
export const sectionSetting = z.object({
  /** Open from the start, not behind a button. */
  shown: z.boolean(),
  /** Must be filled in before the order can be submitted. */
  required: z.boolean(),
  /** What to enter there, in words. */
  hint: z.string(),
})
export const testSection = z.object({ section: z.enum(CLINICAL_SECTIONS), setting: sectionSetting })
export type TestSection = z.infer<typeof testSection>

export const testDetails = testSummary.extend({
  genes: z.array(z.string()),
  /** Which of the test's genes an order is about: all, one, or some. */
  geneChoice: z.enum(['all', 'one', 'some']),
  specimens: z.array(z.string()),
  specimenNote: z.string(),
  /** Integer cents. */
  listPriceCents: z.number().int(),
  cptCodes: z.array(z.string()),
  /** The test is for this sex only; empty for any. */
  sex: z.enum(['', 'Male', 'Female']),
  /** How many relatives' samples it needs: 1 for a duo, 2 for a trio. */
  relatives: z.number().int(),
  method: z.string(),
  description: z.string(),
  /** The questions asked at the requested institution, or at all. */
  consents: z.array(consentQuestion),
  ...testSettings,
  consentTerms: consentTerms.optional(),
  sections: z.array(testSection),
  /** The specimens by role, and which are refused; left out: `specimens` says all. */
  specimenRequirements: z.array(specimenRequirement).optional(),
  /** The laboratory's own types of specimen; left out if it has none. */
  ownSpecimens: z.array(ownSpecimenType).optional(),
  /** What it asks about the person's blood; left out: nothing. */
  bloodHistory: bloodHistoryNeeds.optional(),
  /** The add-on tests at the requested institution, or at all. */
  addOnTests: z.array(testSummary.extend({ listPriceCents: z.number().int() })),
  /** The laboratory's own questions of the test; left out if there are none. */
  questionnaires: z.array(questionnaire).exactOptional(),
  /** Set for a test that looks at known variants. */
  knownVariant: knownVariantTest.exactOptional(),
  /** If it is read by the patient's findings: with fewer terms than `few`, the form asks for more. */
  phenotype: z.object({ few: z.number().int() }).optional(),
})
export type TestDetails = z.infer<typeof testDetails>

export const clientTestCode = z.object({
  /** The clinic's code for the test: its own, or the laboratory's display code, or the raw code. */
  clientTestCode: z.string(),
  testCode: z.string(),
  test: testSummary,
})
export type ClientTestCode = z.infer<typeof clientTestCode>

const code = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const institutionCode = z.string().min(1).max(20)
const at = z.object({ institutionCode: institutionCode.optional() })
const CREATE_ORDER_ACCESS = { kind: 'institution', permissions: ['CreateOrder'] } as const
const panelContent = {
  name: z.string().trim().min(1, { error: 'Name is required' }).max(80),
  genes: z.array(z.string().max(40)).min(1, { error: 'Choose at least one gene.' }).max(500),
}
const tests = z.array(testSummary)
/** A field and a direction: `testName DESC`. Default: by name, or best match first in a search. */
const orderBy = z
  .string()
  .regex(/^(code|testName|category|turnaroundDays|geneCount|testType)( (ASC|DESC))?$/i, {
    error: 'A field (code, testName, category, turnaroundDays, geneCount, testType), then ASC or DESC.',
  })
  .optional()

export const catalogueRoutes = routes({
  categories: {
    method: 'GET',
    path: '/api/categories',
    summary: 'The categories of the catalogue',
    access: PUBLIC,
    reply: z.array(
      z.object({
        category: z.string(),
        name: z.string(),
        description: z.string(),
        tests: z.number().int(),
      }),
    ),
    errors: [],
  },
  tests: {
    method: 'GET',
    path: '/api/tests',
    summary: 'The tests in the public catalogue, filtered by words and category',
    access: PUBLIC,
    query: z.object({
      keywords: searchWords.optional(),
      /** A category's key or name. */
      categoryName: z.string().max(80).optional(),
      orderBy,
    }),
    reply: tests,
    errors: ['not-found'],
  },
  testsOfCategory: {
    method: 'GET',
    path: '/api/tests/category-name/{name}',
    summary: 'The tests of one category, by its key or its name',
    access: PUBLIC,
    params: z.object({ name: z.string().min(1).max(80) }),
    reply: tests,
    errors: ['not-found'],
  },
  orderable: {
    method: 'GET',
    path: '/api/Tests/online-orderable',
    summary: 'Orderable tests, searched by part of the name, code or gene; best match first',
    access: PUBLIC,
    query: z.object({
      keywords: searchWords.optional(),
      skip: z.coerce.number().int().min(0).default(0),
      top: z.coerce.number().int().min(1).max(100).default(25),
      orderBy,
    }),
    reply: z.object({ total: z.number().int(), tests }),
    errors: [],
  },
  suggestions: {
    method: 'GET',
    path: '/api/tests/suggestions',
    summary: 'Search suggestions for the letters typed so far: tests, genes, ICD-10-CM codes',
    access: PUBLIC,
    query: z.object({ q: searchWords.default('') }),
    reply: z.array(
      z.object({
        kind: z.enum(['test', 'gene', 'diagnosis']),
        /** The code it is looked up by: a test's code, a gene's symbol, a diagnosis code. */
        code: z.string(),
        text: z.string(),
      }),
    ),
    cost: 'search',
    errors: [],
  },
  test: {
    method: 'GET',
    path: '/api/tests/code/{code}',
    summary: 'One test with everything needed to order it at an institution',
    access: PUBLIC,
    params: z.object({ code }),
    query: at,
    reply: testDetails,
    errors: ['not-found'],
  },
  sections: {
    method: 'GET',
    path: '/api/Tests/code/{code}/sections',
    summary: 'The sections of the order form for a test; the setting is a JSON string (specification §3)',
    access: PUBLIC,
    params: z.object({ code }),
    reply: z.array(z.object({ section: z.string(), setting: z.string() })),
    errors: ['not-found'],
  },
  consents: {
    method: 'GET',
    path: '/api/Tests/code/{code}/consents',
    summary: 'A test’s consent questions in one category, as asked at an institution',
    access: PUBLIC,
    params: z.object({ code }),
    query: at.extend({ category: z.string().max(40).optional() }),
    reply: z.array(consentQuestion),
    errors: ['not-found'],
  },
  questionnaire: {
    method: 'GET',
    path: '/api/questionnaires/{questionnaire}/{version}',
    summary:
      'One version of a questionnaire, also one that no test asks any more: old orders’ answers are in its words',
    access: PUBLIC,
    params: z.object({ questionnaire: z.string().min(1).max(40), version: z.string().min(1).max(20) }),
    reply: questionnaire,
    errors: ['not-found'],
  },
  addOnTests: {
    method: 'GET',
    path: '/api/Tests/code/{code}/add-on-tests',
    summary: 'The add-on tests of a test, at all institutions or at one',
    access: PUBLIC,
    params: z.object({ code }),
    query: at,
    reply: tests,
    errors: ['not-found'],
  },
  clientCode: {
    method: 'GET',
    path: '/api/Tests/code/{code}/hospitalCode/{hospital}/clientCode',
    summary: 'A hospital’s own code for a test',
    access: PUBLIC,
    params: z.object({ code, hospital: institutionCode }),
    reply: clientTestCode,
    errors: ['not-found'],
  },
  pair: {
    method: 'GET',
    path: '/api/Tests/pair/{code}',
    summary: 'The versions of a test for a pair: a patient and one relative, or a couple',
    access: PUBLIC,
    params: z.object({ code }),
    reply: tests,
    errors: ['not-found'],
  },
  parental: {
    method: 'GET',
    path: '/api/Tests/parental/{code}',
    summary: 'The parental tests that go with a test',
    access: PUBLIC,
    params: z.object({ code }),
    reply: tests,
    errors: ['not-found'],
  },
  byClientTestCodes: {
    method: 'GET',
    path: '/api/Tests/clientTestCodes',
    summary: 'The tests for a list of client test codes; unknown codes are left out',
    access: PUBLIC,
    headers: z.object({
      /** Comma-joined; client codes, display codes and raw codes. */
      clienttestcodes: z.string().max(4000).default(''),
    }),
    reply: z.array(clientTestCode),
    errors: [],
  },
  genes: {
    method: 'GET',
    path: '/api/Tests/clientTestCode/{code}/genes',
    summary: 'The genes of a test, by its client test code',
    access: PUBLIC,
    params: z.object({ code }),
    reply: z.array(z.string()),
    errors: ['not-found'],
  },
  clientTestCodes: {
    method: 'POST',
    path: '/api/Orders/clientTestCodes',
    summary: 'An institution’s client test codes for a list of test codes',
    access: { kind: 'member' },
    body: z.strictObject({
      testCodes: z.array(code).max(200),
      institutionCode: institutionCode.optional(),
    }),
    reply: z.array(clientTestCode),
    errors: [],
  },
  testsOfInstitution: {
    method: 'GET',
    path: '/api/Tests/institution/{hospital}',
    summary: 'The tests an institution can order, grouped by type',
    access: { kind: 'institution', permissions: ['CreateOrder', 'ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital: institutionCode }),
    reply: z.array(z.object({ testType: z.string(), tests })),
    errors: [],
  },
  va: {
    method: 'GET',
    path: '/api/tests/VA',
    summary: 'The tests for VA hospitals, by the laboratory’s panels',
    access: PUBLIC,
    reply: z.array(z.object({ panel: z.string(), tests })),
    errors: [],
  },
  vaStations: {
    method: 'GET',
    path: '/api/vastation',
    summary: 'VA stations, in one state or in all',
    access: PUBLIC,
    /** Name or two-letter code. */
    query: z.object({ state: z.string().max(40).optional() }),
    reply: z.array(
      z.object({ stationNumber: z.string(), name: z.string(), city: z.string(), state: z.string() }),
    ),
    errors: [],
  },
  popular: {
    method: 'GET',
    path: '/api/Tests/{id}/popular/details',
    summary: 'How often the user’s institutions ordered a test in a year, and with which other tests',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    reply: z.object({
      test: testDetails,
      ordersInAYear: z.number().int(),
      orderedWith: z.array(z.object({ test: testSummary, orders: z.number().int() })),
    }),
    cost: 'search',
    errors: [],
  },
  customPanels: {
    method: 'GET',
    path: '/api/Tests/{id}/custom-panels',
    summary: 'The saved panels of a test at the user’s institutions',
    access: CREATE_ORDER_ACCESS,
    params: z.object({ id }),
    reply: z.array(customPanel),
    errors: [],
  },
  saveCustomPanel: {
    method: 'POST',
    path: '/api/Tests/{id}/custom-panel',
    summary: 'Save genes chosen from a test’s list as a panel for the institution',
    access: CREATE_ORDER_ACCESS,
    params: z.object({ id }),
    body: z.strictObject({ institutionCode, ...panelContent }),
    reply: customPanel,
    status: 201,
    errors: ['already-there'],
  },
  updateCustomPanel: {
    method: 'PUT',
    // The doubled slash is the specification's own.
    path: '/api/Tests//custom-panel/{id}/update',
    summary: 'Change a saved panel; existing orders keep their genes',
    access: CREATE_ORDER_ACCESS,
    params: z.object({ id }),
    body: z.strictObject({ version: z.number().int(), ...panelContent }),
    reply: customPanel,
    errors: ['already-there', 'version-conflict'],
  },
  removeCustomPanel: {
    method: 'DELETE',
    path: '/api/Tests/custom-panel/{id}',
    summary: 'Remove a saved panel from the list',
    access: CREATE_ORDER_ACCESS,
    params: z.object({ id }),
    errors: [],
  },
  icd10: {
    method: 'GET',
    path: '/api/icd10',
    summary: 'Search the ICD-10-CM codes for billing by the beginning of the code or by words',
    access: { kind: 'member' },
    query: z.object({
      keywords: searchWords.default(''),
      top: z.coerce.number().int().min(1).max(50).default(20),
      /** Only codes that are valid on this day; without it, today. */
      on: z.iso.date({ error: 'Write a date as 2026-03-12.' }).optional(),
    }),
    reply: z.array(diagnosis),
    cost: 'search',
    errors: [],
  },
})
