import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { SEARCH_STATUSES } from '#domain/orders/status.ts'
import { SAMPLE_STATUSES } from '#domain/samples/sample.ts'
import { beingChecked } from './being-checked.ts'
import { orderFile } from './documents.ts'
import { order } from './order.ts'
import { routes } from './route.ts'
import {
  availabilityRequest,
  fullSample,
  referral,
  relatedTest,
  sample,
  sampleRow,
  sampleTreatment,
  shipment,
} from './sample.ts'
import { searchWords } from './search-words.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const code = z.string().min(1).max(20)
/** Query flags arrive as text. */
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
/** A query parameter that may be repeated; duplicates count once. */
const repeated = <T extends z.ZodType>(one: T) =>
  z.union([
    z
      .array(one)
      .max(40)
      .transform((all) => [...new Set(all)]),
    one.transform((it) => [it]),
  ])
const page = {
  /** The page, from 0. */
  index: z.coerce.number().int().min(0).max(100_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(200).default(25),
}

const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const
const change = { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] } as const
const one = z.object({ h: hospital, id })

const sampleId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const trackingNumber = z.string().trim().max(60)
/**
 * The number was used before, for a parcel of this institution that is on its way: these samples are in it
 * too.
 */
const sameParcel = z.boolean().default(false)
/**
 * The shipment in which the user saw each sample; null for none. A sample that is in another one by now is not moved; one
 * that is left out is moved from wherever it is.
 */
const seenIn = z
  .array(z.strictObject({ sampleId, shipmentId: z.number().int().positive().nullable() }))
  .max(200)
  .exactOptional()
/** How a sample is shipped; both null if not given. domain/tracking-number checks the number. */
const shipping = {
  shipCarrierToBG: z.enum(CARRIERS).nullable(),
  shipTrackingNoToBG: trackingNumber.nullable(),
  sameParcel,
}

export const samplesRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/Samples/{h}',
    summary: 'An institution’s samples, most recently updated first by default',
    access: view,
    params: z.object({ h: hospital }),
    query: z.object({
      ...page,
      orderBy: z
        .enum(['changed', 'patient', 'specimen', 'collected', 'labNumber', 'status', 'expected'])
        .default('changed'),
      isAscending: flag.default(false),
      /** Statuses of samples or of their orders; if repeated, any of them. */
      onlineOrderingStatuses: repeated(z.enum([...SAMPLE_STATUSES, ...SEARCH_STATUSES])).optional(),
      /**
       * Every word must match the patient's name or the specimen; or a tracking, laboratory, sample or order
       * number.
       */
      keyword: searchWords.optional(),
      /** Searches also what the orders list searches: tests, genes, relatives. */
      searchPanelOrders: flag.optional(),
      /** If repeated, any of them. */
      filters: repeated(z.enum(['on-its-way', 'late-parcel', 'not-sent', 'to-take-again'])).optional(),
    }),
    reply: z.object({
      total: z.number().int(),
      index: z.number().int(),
      pageSize: z.number().int(),
      samples: z.array(sampleRow),
    }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  top: {
    method: 'GET',
    path: '/api/Samples/{h}/top/{n}',
    summary: 'The most recently updated samples',
    access: view,
    params: z.object({ h: hospital, n: z.coerce.number().int().min(1).max(100) }),
    reply: z.array(sampleRow),
    cost: 'search',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/api/Samples/{h}/{id}',
    summary: 'One sample',
    access: view,
    params: one,
    query: z.object({
      /**
       * A specimen that the laboratory has not seen has a number of ours, which it keeps: the flag makes no
       * difference here.
       */
      searchFromTemp: flag.optional(),
    }),
    reply: sample,
    errors: [],
  },
  temp: {
    method: 'GET',
    path: '/api/Samples/tempSamples/{id}',
    summary: 'One sample by the portal’s number, which stays the same after accessioning',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    reply: sample,
    errors: [],
  },
  tempReferrals: {
    method: 'GET',
    path: '/api/Samples/tempSamples/{id}/referrals',
    summary: 'Who referred a sample: first by its own order, then by add-on orders',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    reply: z.array(referral),
    cost: 'search',
    errors: [],
  },
  referrals: {
    method: 'GET',
    path: '/api/samples/{h}/referrals',
    summary: 'Who referred an institution’s samples, newest sample first',
    access: view,
    params: z.object({ h: hospital }),
    query: z.object(page),
    reply: z.object({ total: z.number().int(), referrals: z.array(referral) }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  whole: {
    method: 'GET',
    path: '/api/Samples/v2/{h}/{id}',
    summary: 'One sample with its order, its history and the order’s other samples',
    access: view,
    params: one,
    reply: fullSample,
    errors: [],
  },
  put: {
    method: 'PUT',
    path: '/api/Samples/{h}/{id}',
    summary: 'Record how a sample is shipped: carrier and tracking number',
    access: change,
    params: one,
    body: z.strictObject({
      ...shipping,
      seenIn,
      /** Accepted as the client knows it and ignored: only the laboratory sets it. */
      isAccessioned: z.boolean().optional(),
    }),
    reply: sample,
    errors: ['wrong-state', 'tracking-number-used'],
  },
  ship: {
    method: 'POST',
    path: '/api/Samples/{h}/shipments',
    summary: 'Record that samples travel in one parcel',
    access: change,
    params: z.object({ h: hospital }),
    body: z.strictObject({
      sampleIds: z.array(sampleId).min(1).max(200),
      shipCarrierToBG: z.enum(CARRIERS),
      shipTrackingNoToBG: trackingNumber,
      sameParcel,
      seenIn,
    }),
    reply: shipment,
    status: 201,
    errors: ['wrong-state', 'tracking-number-used'],
  },
  collectedAgain: {
    method: 'POST',
    path: '/api/samples/{h}/{id}/collected-again',
    summary: 'Record the recollection of a rejected sample; the laboratory is notified',
    access: change,
    params: one,
    body: z.strictObject({ dateOfCollection: z.iso.date({ error: 'Enter the date.' }), ...shipping }),
    reply: sample,
    errors: ['wrong-state', 'tracking-number-used'],
  },
  report: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/report',
    summary:
      'The report of a sample’s order as PDF, of a fetus’s sample its own; it counts as read for the order too',
    access: view,
    params: one,
    query: z.object({ version: z.coerce.number().int().positive().optional(), beingChecked }),
    reply: { binary: 'application/pdf' },
    errors: ['report-withdrawn', 'report-questioned'],
  },
  requisition: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/req',
    summary: 'The requisition of a sample’s order as PDF',
    access: view,
    params: one,
    reply: { binary: 'application/pdf' },
    errors: ['wrong-state'],
  },
  files: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/files',
    summary: 'The documents of a sample’s order, newest first',
    access: view,
    params: one,
    reply: z.array(orderFile),
    errors: [],
  },
  fileDownload: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/file-download',
    summary: 'One document of a sample’s order as a download',
    access: view,
    params: one,
    query: z.object({ fileId: id }),
    reply: { file: true },
    errors: [],
  },
  treatments: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/treatment-recommendation',
    summary: 'The laboratory’s treatment recommendations based on its findings, newest first',
    access: view,
    params: one,
    query: z.object({ beingChecked }),
    reply: z.array(sampleTreatment),
    errors: ['report-questioned'],
  },
  relatedTests: {
    method: 'GET',
    path: '/api/samples/{h}/{id}/related-tests',
    summary: 'Add-on tests ordered on a sample, then those that go with its test',
    access: view,
    params: one,
    reply: z.array(relatedTest),
    cost: 'search',
    errors: [],
  },
  addTest: {
    method: 'POST',
    path: '/api/samples/{h}/{id}/add-test',
    summary: 'Start an order for add-on tests on a sample that the laboratory has',
    access: change,
    params: one,
    body: z.strictObject({
      draftKey: z.uuid(),
      testCodes: z.array(code).max(20),
      /** The laboratory number that the tests belong to; by default that of the sample's order. */
      labNumber: z.string().max(40).optional(),
      isReflex: z.boolean().default(false),
      isReanalysis: z.boolean().default(false),
    }),
    reply: order,
    status: 201,
    errors: ['wrong-state'],
  },
  availability: {
    method: 'GET',
    path: '/api/samples/{id}/availability-requests',
    summary: 'Requests to check whether enough of a sample is left for add-on tests, newest first',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    reply: z.array(availabilityRequest),
    errors: [],
  },
  askAvailability: {
    method: 'POST',
    path: '/api/samples/{h}/{id}/request-addon-availability',
    summary: 'Ask the laboratory whether enough of a sample is left for an add-on test',
    access: change,
    params: one,
    body: z.strictObject({ testCode: code }),
    reply: availabilityRequest,
    status: 201,
    errors: ['wrong-state'],
  },
  answerAvailability: {
    method: 'PATCH',
    path: '/api/samples/availability-request/{id}/answer',
    summary: 'The laboratory’s answer',
    access: { kind: 'support' },
    params: z.object({ id }),
    body: z.strictObject({ isAvailable: z.boolean(), note: z.string().trim().max(500) }),
    reply: availabilityRequest,
    errors: ['wrong-state', 'not-found'],
  },
  markOrdered: {
    method: 'PATCH',
    path: '/api/samples/availability-request/{id}/mark-ordered',
    summary: 'Record that the test was ordered',
    access: { kind: 'institution', permissions: ['CreateOrder'] },
    params: z.object({ id }),
    body: z.strictObject({ orderId: z.number().int().positive().nullable().default(null) }),
    reply: availabilityRequest,
    errors: ['wrong-state'],
  },
})
