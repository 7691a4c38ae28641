import { z } from 'zod'
import { COPY_KINDS } from '#domain/orders/copy.ts'
import { SEARCH_STATUSES } from '#domain/orders/status.ts'
import { VOB_CHANGES } from '#domain/orders/vob.ts'
import { beingChecked } from './being-checked.ts'
import { order } from './order.ts'
import { checkedContext, openPoint } from './order-checks.ts'
import { orderDocument } from './order-document.ts'
import { orderSearchRoutes } from './order-search.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

/** RFC 6901. No location in an order has a longer one; the audit trail stores these for good. */
const pointer = z
  .string()
  .max(200, { error: 'Enter at most 200 characters.' })
  .regex(/^(\/([^~/]|~[01])*)*$/, { error: 'This is not a JSON pointer.' })

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

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Query flags arrive as text. */
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
const ifMatch = z.object({
  /** The version the client has seen. If left out, the change applies to the current version. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,9}"?$/)
    .transform((value) => Number(value.replaceAll('"', '')))
    .optional(),
})

export const ordersRoutes = routes({
  ...orderSearchRoutes,
  create: {
    method: 'POST',
    path: '/api/Orders/{hospital}',
    summary: 'Start a draft',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    body: z.strictObject({
      /**
       * Made by the client, one per intended draft: a retried request finds the draft it has already made.
       */
      draftKey: z.uuid(),
      document: orderDocument,
    }),
    reply: order,
    status: 201,
    errors: ['not-offered', 'wrong-state'],
  },
  patch: {
    method: 'PATCH',
    path: '/api/Orders/{hospital}/{id}',
    summary: 'Save changes to a draft, as a JSON patch of the document',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    headers: ifMatch,
    body: patchOperations,
    bodyType: 'application/json-patch+json',
    reply: order,
    errors: ['wrong-state', 'version-conflict', 'not-offered'],
  },
  submit: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/approve',
    summary: 'Submit an order to the laboratory; repeating the request does not submit it twice',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    headers: ifMatch,
    query: z.object({
      /** An add-on test on a specimen that the laboratory already has: no new one is expected. */
      isAddOn: flag.optional(),
      /** For an add-on: reported under a laboratory number of its own. Left out: as the document says. */
      assignNewLabNumber: flag.optional(),
      /**
       * The version of the text that the submitter signs (domain/orders/attestation.ts); if left out, the
       * order has no signature.
       */
      signedText: z.string().max(20).optional(),
    }),
    reply: order,
    errors: ['order-not-ready', 'version-conflict', 'wrong-state'],
  },
  check: {
    method: 'POST',
    path: '/api/Orders/{hospital}/check',
    summary:
      'Check whether a document can be submitted: all problems, and the context the rules used; changes nothing',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    body: z.strictObject({
      document: orderDocument,
      /** The document's own draft: an order is not an earlier order of itself. */
      orderId: z.number().int().positive().nullable(),
    }),
    reply: z.object({
      points: z.array(openPoint),
      facts: checkedContext,
    }),
    cost: 'search',
    errors: [],
  },
  copy: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/copy',
    summary: 'Start a draft from an order: to reorder, for a relative, or to convert a benefits verification',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({
      draftKey: z.uuid(),
      as: z.enum(COPY_KINDS),
      /** For a relative: a test of `relativeTests`, instead of the order's own, with the variant filled in. */
      testCode: z.string().min(1).max(20).exactOptional(),
      /** Of the variants that `relativeTests` names for it; left out: the only one, if it is one. */
      variants: z
        .array(z.strictObject({ reportId: z.number().int().positive(), variantKey: z.string().max(100) }))
        .max(10)
        .exactOptional(),
    }),
    reply: order,
    status: 201,
    errors: ['wrong-state', 'invalid-fields'],
  },
  relativeTests: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/relative-tests',
    summary:
      'The tests that look for an order’s variant in relatives, each with the laboratory’s family window',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    reply: z.array(
      z.object({
        testCode: z.string(),
        testName: z.string(),
        /** The last day of the family window; null if the laboratory sets none, or nothing is reported. */
        until: z.iso.date().nullable(),
        /** Until that day: 0 on it, negative afterwards. */
        daysLeft: z.number().int().nullable(),
        /** How many variants it looks at; null: any number. */
        most: z.number().int().nullable(),
        /** Those of the order's reports that it can look for, the most certain first; of an order with known ones none. */
        variants: z.array(
          z.object({ reportId: z.number().int(), variantKey: z.string(), words: z.string() }),
        ),
      }),
    ),
    errors: [],
  },
  people: {
    method: 'GET',
    path: '/api/Orders/{hospital}/people',
    summary: 'The people in an institution’s orders, relatives included, each with their newest order',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    query: z
      .object({
        /** Parts of names, ignoring accents and case. */
        lastName: searchWords.default(''),
        firstName: searchWords.default(''),
        /** Exactly that date of birth; '' for any. */
        dateOfBirth: z
          .union([z.literal(''), z.iso.date({ error: 'Write a date as 2026-03-12.' })])
          .default(''),
      })
      .refine((query) => Object.values(query).some((one) => /[^\s,]/.test(one)), {
        error: 'Enter a last name, a first name or a date of birth.',
      }),
    reply: z.object({
      people: z.array(
        z.object({
          orderId: z.number().int(),
          accessionNumber: z.string().nullable(),
          firstName: z.string(),
          lastName: z.string(),
          dateOfBirth: z.string(),
          sex: z.string(),
          relationship: z.string(),
        }),
      ),
      /** Everything entered is in more orders than were searched, so that somebody may be missing: to find them, enter more. */
      isCut: z.boolean(),
    }),
    cost: 'search',
    errors: [],
  },
  submitters: {
    method: 'GET',
    path: '/api/Orders/{hospital}/submitters',
    summary: 'The users who may submit orders at an institution',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    reply: z.array(
      z.object({
        ...{ id: z.number().int(), name: z.string(), npi: z.string() },
        /** The end of `name`: a degree; '' for none. */
        suffix: z.string(),
      }),
    ),
    errors: [],
  },
  colleagues: {
    method: 'GET',
    path: '/api/Orders/{hospital}/colleagues',
    summary: 'The users who may prepare orders at an institution: a draft can be handed over to them',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    reply: z.array(z.object({ id: z.number().int(), name: z.string() })),
    errors: [],
  },
  askToSubmit: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/ask-to-submit',
    summary: 'Send a draft to a user who may submit it; it appears in their queue',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({ physicianId: z.number().int().positive(), note: z.string().trim().max(1000) }),
    reply: order,
    errors: ['wrong-state'],
  },
  sendBack: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/send-back',
    summary: 'Return a draft to the user who asked for its submission, with the changes needed',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({ note: z.string().trim().max(1000) }),
    reply: order,
    errors: ['wrong-state'],
  },
  handOver: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/hand-over',
    summary: 'Hand a draft over to a colleague, who continues it',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({ physicianId: z.number().int().positive() }),
    reply: order,
    errors: ['wrong-state'],
  },
  vob: {
    method: 'PATCH',
    path: '/api/Orders/{h}/{id}/vob',
    summary: 'Request a benefits verification, or withdraw the request to change it',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    headers: ifMatch,
    body: z.strictObject({ vobStatus: z.enum(VOB_CHANGES) }),
    reply: order,
    errors: ['order-not-ready', 'version-conflict', 'wrong-state', 'not-offered'],
  },
  cancel: {
    method: 'POST',
    // The specification writes {hospital} twice. Routers keep only the last parameter of a name, so the
    // second has its own; both are authorized and must be equal.
    path: '/api/Orders/{hospital}/{id}/cancel/{sameHospital}',
    summary: 'Ask the laboratory to cancel an order; the laboratory decides',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital', 'sameHospital'] },
    params: z.object({ hospital, id, sameHospital: hospital }),
    body: z.strictObject({
      reason: z.string().trim().min(1, { error: 'A reason is required.' }).max(500),
      /** By the order's display status (specification §4, Cancellation). */
      type: z.enum(['Order', 'Sample']),
    }),
    reply: order,
    errors: ['wrong-state'],
  },
  withdrawConsent: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/withdraw-consent',
    summary:
      'Withdraw a person’s consent in whole or in parts; what has not happened stops, and the laboratory is told',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({
      /** A key of the document's patients. */
      patient: z.string().min(1).max(40),
      /** The ids of the consents. */
      items: z
        .array(z.string().min(1).max(60))
        .min(1, { error: 'Choose what is withdrawn.' })
        .max(60)
        .refine((items) => new Set(items).size === items.length, { error: 'Each consent is named once.' }),
      /** The day on which the person withdrew. */
      on: z.iso.date({ error: 'Enter the day of the withdrawal, such as 2026-03-12.' }),
      reason: z.string().trim().min(1, { error: 'A reason is required.' }).max(500),
    }),
    reply: order,
    errors: ['wrong-state'],
  },
  feedback: {
    method: 'POST',
    path: '/api/Orders/{id}/feedback',
    summary: 'Rate the order: one to five stars and an optional comment; a user’s latest rating counts',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    body: z.strictObject({ rating: z.number().int().min(1).max(5), text: z.string().trim().max(2000) }),
    errors: ['wrong-state'],
  },
  bySample: {
    method: 'GET',
    path: '/api/Orders/{hospital}/sampleId/{id}',
    summary: 'The order a sample belongs to',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    /**
     * A specimen that the laboratory has not seen has a number of ours, which it keeps: the flag makes no
     * difference here.
     */
    query: z.object({ tempSampleId: z.coerce.number().int().positive().optional() }),
    reply: order,
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}',
    summary: 'One order',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    headers: z.object({
      'x-karyo-refresh': z
        .literal('true')
        .optional()
        .describe(
          'A page that shows the order already reads it again by itself, for example after an outage. On every route, it keeps what is read out of the acts of an accounting.',
        ),
    }),
    reply: order,
    errors: [],
  },
  discard: {
    method: 'DELETE',
    path: '/api/orders/{h}/{id}',
    summary: 'Discard a draft',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    errors: ['wrong-state'],
  },
  report: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/report',
    summary:
      'The current report as PDF, or the requested version; refuses withdrawn versions, and to choose between people',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    query: z.object({ version: z.coerce.number().int().positive().optional(), beingChecked }),
    reply: { binary: 'application/pdf' },
    errors: ['report-withdrawn', 'report-questioned'],
  },
  summary: {
    method: 'GET',
    path: '/api/Samples/{h}/dashboard',
    summary: 'How many orders are in each status, and which reports have not been opened',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital }),
    reply: z.object({
      counts: z.record(z.enum(SEARCH_STATUSES), z.number().int()),
      unreadReports: z.number().int(),
    }),
    cost: 'search',
    errors: [],
  },
})
