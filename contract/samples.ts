import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { order, orderSample } from './order.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const code = z.string().min(1).max(20)

/** A specimen by itself: with the order and the institution that it is of. */
export const sample = orderSample.extend({
  orderId: z.number().int(),
  hospitalCode: z.string(),
  labNumber: z.string().nullable(),
})
export type SampleFacts = z.infer<typeof sample>

/** The question whether a specimen suffices for a further test (API-48). */
export const availabilityRequest = z.object({
  id: z.number().int(),
  sampleId: z.number().int(),
  hospitalCode: z.string(),
  testCode: z.string(),
  testName: z.string(),
  status: z.enum(['requested', 'available', 'unavailable', 'ordered']),
  /** The laboratory's words. */
  note: z.string(),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  orderId: z.number().int().nullable(),
})
export type AvailabilityRequest = z.infer<typeof availabilityRequest>

export const samplesRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/Samples/{h}/{id}',
    summary: 'One sample',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    query: z.object({
      /** A specimen that the laboratory has not seen goes by a number of ours; it is the same here, either way. */
      searchFromTemp: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
    }),
    reply: sample,
    errors: [],
  },
  put: {
    method: 'PUT',
    path: '/api/Samples/{h}/{id}',
    summary: 'Say how a sample travels: carrier and tracking number',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    body: z.strictObject({
      shipCarrierToBG: z.enum(CARRIERS).nullable(),
      shipTrackingNoToBG: z.string().trim().max(40).nullable(),
      /** Told back as it is known; the laboratory says it, nobody else. */
      isAccessioned: z.boolean().optional(),
    }),
    reply: sample,
    errors: ['wrong-state'],
  },
  addTest: {
    method: 'POST',
    path: '/api/samples/{h}/{id}/add-test',
    summary: 'Begin an order of further tests on a sample that the laboratory has',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    body: z.strictObject({
      draftKey: z.uuid(),
      testCodes: z.array(code).max(20),
      /** The laboratory number that the tests belong to; that of the sample's order where none is given. */
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
    summary: 'The questions whether a sample suffices for further tests, newest first',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    params: z.object({ id }),
    reply: z.array(availabilityRequest),
    errors: [],
  },
  askAvailability: {
    method: 'POST',
    path: '/api/samples/{h}/{id}/request-addon-availability',
    summary: 'Ask the laboratory whether a sample suffices for a further test',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
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
    summary: 'Note that the test was ordered',
    access: { kind: 'institution', permissions: ['CreateOrder'] },
    params: z.object({ id }),
    body: z.strictObject({ orderId: z.number().int().positive().nullable().default(null) }),
    reply: availabilityRequest,
    errors: ['wrong-state'],
  },
})
