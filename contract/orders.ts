import { z } from 'zod'
import {
  BILLING_TYPES,
  HOLDER_RELATIONSHIPS,
  PAYMENT_METHODS,
  RELATIONSHIPS,
  SEXES,
  SPECIMEN_TYPES,
} from '#domain/lookups.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { ACTION_STATES, ORDER_STATES, type OrderAction, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { routes } from './route.ts'

const text = (most: number) => z.string().max(most, { error: `At most ${most} characters.` })
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).max(most, { error: `At most ${most} entries.` })
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])
const count = z.number().int().min(0)

const orderedTest = z.strictObject({ testCode: text(20), testName: text(200) })

/**
 * The shape of an order's content. A draft may hold anything that fits the shape, wrong dates and half an e-mail
 * address included, so that nothing typed is ever lost; what an order needs before it is submitted is
 * `domain/orders/readiness.ts`.
 */
export const orderDocument = z.strictObject({
  tests: listOf(orderedTest, 20),
  addOnTests: listOf(orderedTest, 20),
  patients: listOf(
    z.strictObject({
      relationship: z.enum(RELATIONSHIPS),
      firstName: text(225),
      lastName: text(225),
      dateOfBirth: text(40),
      sex: orBlank(SEXES),
      ethnicities: listOf(text(80), 15),
      recordNumber: text(40),
      email: text(254),
      phone: text(40),
      address: z.strictObject({
        addressLine1: text(120),
        addressLine2: text(120),
        city: text(80),
        state: text(40),
        postalCode: text(20),
      }),
    }),
    12,
  ),
  samples: listOf(
    z.strictObject({
      patient: count,
      specimenType: orBlank(SPECIMEN_TYPES),
      dateOfCollection: text(40),
    }),
    24,
  ),
  indicationsForTesting: listOf(z.strictObject({ code: text(20), description: text(300) }), 30),
  clinicalNotes: text(4000),
  consents: listOf(z.strictObject({ consentId: text(60), answer: z.boolean().nullable() }), 60),
  payment: z.strictObject({
    billingType: orBlank(BILLING_TYPES),
    paymentMethod: z.enum(PAYMENT_METHODS),
    insurance: z.strictObject({
      company: text(255),
      memberId: text(50),
      groupNumber: text(50),
      holderRelationship: orBlank(HOLDER_RELATIONSHIPS),
      holderFirstName: text(225),
      holderLastName: text(225),
      holderDateOfBirth: text(40),
    }),
  }),
  orderingProvider: z.strictObject({
    physicianId: z.number().int().nullable(),
    firstName: text(225),
    lastName: text(225),
    npi: text(20),
  }),
  recipients: listOf(z.strictObject({ name: text(200), fax: text(40), email: text(254) }), 20),
  kits: listOf(z.strictObject({ kitType: text(60), quantity: z.number().int().min(1).max(99) }), 20),
  isVOB: z.boolean(),
}) satisfies z.ZodType<OrderDocument>

/** RFC 6901. */
const pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, { error: 'This is no JSON pointer.' })

/** RFC 6902. */
const patchOperations = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.json() }),
      z.strictObject({ op: z.literal('remove'), path: pointer }),
      z.strictObject({ op: z.enum(['move', 'copy']), from: pointer, path: pointer }),
    ]),
  )
  .max(500)

const action = z.enum(Object.keys(ACTION_STATES) as [OrderAction, ...OrderAction[]])
const instant = z.iso.datetime()
const day = z.iso.date()
const state = z.enum(ORDER_STATES)

export const orderEvent = z.object({
  id: z.number().int(),
  kind: z.enum([
    'draft-begun',
    'submitted',
    'acknowledged',
    'refused-by-laboratory',
    'accessioned',
    'in-process',
    'reported',
    'report-corrected',
    'cancelled',
    'report-opened',
    'handed-over',
  ]),
  at: instant,
  /** Who did it, in words: a person's name, 'Laboratory', or 'Karyo'. */
  actor: z.string(),
  /** What a reader should know besides: the laboratory number, the words of a refusal. */
  detail: z.string(),
})
export type OrderEvent = z.infer<typeof orderEvent>

const personName = z.object({ firstName: z.string(), lastName: z.string() })

/** A row of the orders list (specification §3, Order list response). */
export const orderRow = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  patient: personName.extend({ dateOfBirth: z.string(), sex: z.string() }),
  accessionNumber: z.string().nullable(),
  testCode: z.string(),
  testName: z.string(),
  state,
  displayStatus: z.string(),
  providerName: z.string(),
  isVOB: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  /** When it was submitted. */
  orderedAt: instant.nullable(),
  /** The day the report is expected: the turnaround in working days from the sample's arrival; null before. */
  expectedOn: day.nullable(),
  reportedAt: instant.nullable(),
  /** A report is there, and nobody of the institution has opened it yet. */
  unreadReport: z.boolean(),
  /** How many things a draft still needs before it can be submitted; 0 for any other. */
  openPoints: z.number().int(),
})
export type OrderRow = z.infer<typeof orderRow>

export const order = z.object({
  id: z.number().int(),
  /** Goes up by one with every saved change; sent back in If-Match. */
  version: z.number().int(),
  hospitalCode: z.string(),
  institutionName: z.string(),
  state,
  displayStatus: z.string(),
  orderStatus: z.string(),
  sampleStatus: z.string(),
  accessionNumber: z.string().nullable(),
  document: orderDocument,
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
  orderedAt: instant.nullable(),
  orderedBy: z.string().nullable(),
  expectedOn: day.nullable(),
  reports: z.array(
    z.object({
      version: z.number().int(),
      /** The test that it is of, as the laboratory names it; '' when it names none. */
      testCode: z.string(),
      receivedAt: instant,
      corrected: z.boolean(),
      bytes: z.number().int(),
    }),
  ),
  events: z.array(orderEvent),
  /** What the caller may do with this order now. */
  abilities: z.array(action),
})
export type Order = z.infer<typeof order>

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Query flags arrive as text. */
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
const ifMatch = z.object({
  /** The version the caller has seen. Left out, the change is made to whatever stands. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,9}"?$/)
    .transform((value) => Number(value.replaceAll('"', '')))
    .optional(),
})

export const ordersRoutes = routes({
  create: {
    method: 'POST',
    path: '/api/Orders/{hospital}',
    summary: 'Begin a draft',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    body: z.strictObject({
      /** Made by the caller, one for each draft wanted: a retried request finds the draft it has already made. */
      draftKey: z.uuid(),
      document: orderDocument,
    }),
    reply: order,
    status: 201,
    errors: [],
  },
  patch: {
    method: 'PATCH',
    path: '/api/Orders/{hospital}/{id}',
    summary: 'Save what was typed, as a JSON patch of the document',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    headers: ifMatch,
    body: patchOperations,
    bodyType: 'application/json-patch+json',
    reply: order,
    errors: ['wrong-state', 'version-conflict'],
  },
  submit: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/approve',
    summary: 'Submit to the laboratory, once however often it is asked',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    headers: ifMatch,
    reply: order,
    errors: ['order-not-ready', 'version-conflict', 'wrong-state'],
  },
  get: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}',
    summary: 'One order',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    reply: order,
    errors: [],
  },
  list: {
    method: 'GET',
    path: '/api/Orders/{hospital}',
    summary: 'The orders of an institution, newest first unless asked otherwise',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    query: z.object({
      status: z.enum(SEARCH_STATUSES).optional(),
      /** Part of a patient's name, a laboratory number, an order number, a test's name or code. */
      keyword: z.string().max(100).optional(),
      skip: z.coerce.number().int().min(0).default(0),
      /** Page size, 25 unless said otherwise (specification §9). */
      top: z.coerce.number().int().min(1).max(200).default(25),
      orderBy: z
        .enum(['orderDate', 'patient', 'test', 'labNumber', 'status', 'expected'])
        .default('orderDate'),
      isAscending: flag.default(false),
    }),
    reply: z.object({
      total: z.number().int(),
      top: z.number().int(),
      skip: z.number().int(),
      ordersDTO: z.array(orderRow),
    }),
    errors: ['invalid-page'],
  },
  discard: {
    method: 'DELETE',
    path: '/api/orders/{h}/{id}',
    summary: 'Throw a draft away',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    errors: ['wrong-state'],
  },
  report: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/report',
    summary: 'The report as PDF: the newest version, or the one asked for',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    reply: { binary: 'application/pdf' },
    errors: [],
  },
  summary: {
    method: 'GET',
    path: '/api/Samples/{h}/dashboard',
    summary: 'How many orders stand where, and the reports nobody has opened',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital }),
    reply: z.object({
      counts: z.record(z.enum(SEARCH_STATUSES), z.number().int()),
      unreadReports: z.number().int(),
    }),
    errors: [],
  },
})
