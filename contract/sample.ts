import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { SAMPLE_STATUSES } from '#domain/samples/sample.ts'
import { SAMPLE_STEPS, type SampleStepKind } from '#domain/samples/sample-history.ts'
import { order, orderSample } from './order.ts'

const instant = z.iso.datetime()
const day = z.iso.date()

/** A specimen on its own, with its order and institution. */
export const sample = orderSample.extend({
  orderId: z.number().int(),
  hospitalCode: z.string(),
  labNumber: z.string().nullable(),
  status: z.enum(SAMPLE_STATUSES),
})
export type SampleRecord = z.infer<typeof sample>

/** A row of the samples list, with its order's details. */
export const sampleRow = sample.extend({
  testName: z.string(),
  providerName: z.string(),
  state: z.enum(ORDER_STATES),
  displayStatus: z.string(),
  expectedOn: day.nullable(),
  /** When the sample last changed: ordered, sent, arrived, rejected, recollected, reported. */
  changedAt: instant,
})
export type SampleRow = z.infer<typeof sampleRow>

const sampleStep = z.object({
  kind: z.enum(Object.keys(SAMPLE_STEPS) as [SampleStepKind, ...SampleStepKind[]]),
  title: z.string(),
  detail: z.string(),
  at: instant.nullable(),
  on: day.nullable(),
  link: z.url().nullable(),
  isExpected: z.boolean(),
  isLate: z.boolean(),
})

/** A sample with everything that belongs to it. */
export const fullSample = z.object({
  sample,
  order,
  /** What happened, in chronological order, then what is expected next. */
  timeline: z.array(sampleStep),
  /** The other samples of its order, and of the relatives' orders made from it or that it was made from. */
  siblings: z.array(sample),
})
export type FullSample = z.infer<typeof fullSample>

/** Who referred a sample: by the order it came with, or by a later order on it. */
export const referral = z.object({
  sampleId: z.number().int(),
  orderId: z.number().int(),
  orderedAt: instant.nullable(),
  institution: z.object({ code: z.string(), name: z.string() }),
  provider: z.object({ firstName: z.string(), lastName: z.string(), npi: z.string() }),
  /** The report's additional recipients. */
  recipients: z.array(z.object({ name: z.string(), fax: z.string(), email: z.string() })),
})
export type Referral = z.infer<typeof referral>

/** A test related to those of a sample's order. */
export const relatedTest = z.object({
  code: z.string(),
  name: z.string(),
  /** Ordered on this sample; or an add-on, pair or parental test of its test. */
  relation: z.enum(['ordered', 'add-on', 'pair', 'parental']),
  orderId: z.number().int().nullable(),
  displayStatus: z.string().nullable(),
})
export type RelatedTest = z.infer<typeof relatedTest>

/** The laboratory's recommendation based on its findings in a sample. */
export const sampleTreatment = z.object({
  id: z.number().int(),
  testCode: z.string(),
  title: z.string(),
  recommendation: z.string(),
  madeAt: instant,
})

/** A parcel with everything in it. */
export const shipment = z.object({
  id: z.number().int(),
  carrier: z.enum(CARRIERS),
  trackingNumber: z.string(),
  samples: z.array(sample),
})

/** A request to check whether enough of a specimen is left for an add-on test (API-48). */
export const availabilityRequest = z.object({
  id: z.number().int(),
  sampleId: z.number().int(),
  hospitalCode: z.string(),
  testCode: z.string(),
  testName: z.string(),
  status: z.enum(['requested', 'available', 'unavailable', 'ordered']),
  /** The laboratory's note. */
  note: z.string(),
  requestedBy: z.string(),
  requestedAt: instant,
  answeredAt: instant.nullable(),
  orderId: z.number().int().nullable(),
  /** The order was begun and is not submitted yet. Older servers leave it out. */
  isOrderDraft: z.boolean().exactOptional(),
})
export type AvailabilityRequest = z.infer<typeof availabilityRequest>
