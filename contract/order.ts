import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { COPY_KINDS } from '#domain/orders/copy.ts'
import { ACTION_STATES, ORDER_STATES, type OrderAction } from '#domain/orders/status.ts'
import { VOB_STATUSES } from '#domain/orders/vob.ts'
import { orderDocument } from './order-document.ts'

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
    'submission-asked',
    'sent-back',
    'benefits-asked',
    'benefits-withdrawn',
    'ordered-from-benefits',
    'cancellation-asked',
    'cancellation-refused',
    'document-added',
    'document-removed',
    'requisition-extended',
    'feedback-given',
    'availability-asked',
    'availability-answered',
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
  /** Null for what is no benefits verification. */
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** Who is asked to submit the draft; null for nobody. */
  submitterName: z.string().nullable(),
})
export type OrderRow = z.infer<typeof orderRow>

/** A specimen of a submitted order (specification §3, Sample). */
export const orderSample = z.object({
  id: z.number().int(),
  patientName: z.string(),
  relationship: z.string(),
  specimenType: z.string(),
  /** ISO date or ''. */
  dateOfCollection: z.string(),
  /** How it travels to the laboratory; null while nobody said. */
  shipCarrierToBG: z.enum(CARRIERS).nullable(),
  shipTrackingNoToBG: z.string().nullable(),
  isAccessioned: z.boolean(),
})
export type OrderSample = z.infer<typeof orderSample>

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
  /** The proband, as the list has them (specification §3, ENT-04). */
  patient: orderRow.shape.patient,
  document: orderDocument,
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** What it was copied from, and why; null for what was begun from nothing. */
  madeFrom: z.object({ orderId: z.number().int(), as: z.enum(COPY_KINDS) }).nullable(),
  /** The order that was made of a benefits verification. */
  orderedAs: z.number().int().nullable(),
  /** Who prepares it. */
  responsibleId: z.number().int(),
  responsibleName: z.string(),
  /** Somebody was asked to submit this draft. */
  submissionAsked: z
    .object({
      physicianId: z.number().int(),
      name: z.string(),
      askedBy: z.string(),
      askedAt: instant,
      note: z.string(),
    })
    .nullable(),
  /** What was given back by the one who was asked; '' when nothing was. */
  sentBackNote: z.string(),
  /** Of an add-on (the document's `addOn`): reported under a laboratory number of its own. */
  assignNewLabNumber: z.boolean(),
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
  /** The specimens, once it was submitted. */
  samples: z.array(orderSample),
  /** How many documents belong to it. */
  documents: z.number().int(),
  feedback: z.object({ rating: z.number().int(), text: z.string() }).nullable(),
  /** What was added to the requisition: cleaned HTML, oldest first. */
  requisitionAdditions: z.array(z.object({ html: z.string(), by: z.string(), at: instant })),
  /** What the caller may do with this order now. */
  abilities: z.array(action),
})
export type Order = z.infer<typeof order>
