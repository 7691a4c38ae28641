import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { COPY_KINDS } from '#domain/orders/copy.ts'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { OBSTACLE_KINDS, type ObstacleKind } from '#domain/orders/obstacle-kinds.ts'
import { ACTION_STATES, ORDER_STAGES, ORDER_STATES, type OrderAction } from '#domain/orders/status.ts'
import { VOB_STATUSES } from '#domain/orders/vob.ts'
import { REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { orderDocument } from './order-document.ts'

const action = z.enum(Object.keys(ACTION_STATES) as [OrderAction, ...OrderAction[]])
const instant = z.iso.datetime()
const day = z.iso.date()
const state = z.enum(ORDER_STATES)
const stage = z.enum(ORDER_STAGES)

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
    'report-preliminary',
    'report-partial',
    'report-addended',
    'report-amended',
    'report-corrected',
    'report-withdrawn',
    'report-notice-read',
    'result-checked',
    'cancelled',
    'report-opened',
    'handed-over',
    'submission-asked',
    'sent-back',
    'benefits-asked',
    'benefits-answered',
    'benefits-changed',
    'benefits-expired',
    'benefits-withdrawn',
    'letter-signed',
    'ordered-from-benefits',
    'cancellation-asked',
    'cancellation-refused',
    'document-added',
    'document-removed',
    'requisition-extended',
    'feedback-given',
    'availability-asked',
    'availability-answered',
    'held',
    'hold-answered',
    'hold-released',
    'sample-shipped',
    'sample-arrived',
    'sample-rejected',
    'sample-collected-again',
    'treatment-received',
    'laboratory-note',
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
  /** The clinic's number of the patient (MRN); '' for none. */
  recordNumber: z.string(),
  accessionNumber: z.string().nullable(),
  testCode: z.string(),
  testName: z.string(),
  state,
  /** Where it is, also while its cancellation is asked for (state 'pending-cancellation'). */
  stage,
  /** The state in words: 'Cancellation requested' while that is asked for. */
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
  /** Of the patient's newest report that counts; 'withdrawn' where none does any more, null where none came. */
  reportStatus: z.enum(REPORT_STATUSES).nullable(),
  /** A report is there, and nobody of the institution has opened it yet. */
  unreadReport: z.boolean(),
  /** How many things a draft still needs before it can be submitted; 0 for any other. */
  openPoints: z.number().int(),
  /** Null for what is no benefits verification. */
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** Who is asked to submit the draft; null for nobody. */
  submitterName: z.string().nullable(),
  /** The one who was asked gave the draft back, and nobody was asked since. */
  isSentBack: z.boolean(),
  /** The laboratory waits for somebody: the expected day moves with every day of it. */
  onHold: z.boolean(),
  /** The expected day is over, and nothing holds the order. */
  isLate: z.boolean(),
  /** The clinic is asked something, or a rejected sample is to be taken again. */
  missingInfo: z.boolean(),
  /** Its samples without a tracking number that could have one. */
  unsentSamples: z.array(
    z.object({ id: z.number().int(), patientName: z.string(), specimenType: z.string() }),
  ),
  /** Their numbers. */
  samplesToShip: z.array(z.number().int()),
  /** The tracking numbers of its parcels that should have arrived. */
  lateParcels: z.array(z.string()),
})
export type OrderRow = z.infer<typeof orderRow>

/** A specimen of a submitted order (specification §3, Sample). */
export const orderSample = z.object({
  id: z.number().int(),
  /** The document's key of the specimen; of one that was taken again, with `-r1`, `-r2` … after it. */
  key: z.string(),
  patientName: z.string(),
  relationship: z.string(),
  specimenType: z.string(),
  /** ISO date or ''. */
  dateOfCollection: z.string(),
  /** How it travels to the laboratory; null while nobody said. */
  shipCarrierToBG: z.enum(CARRIERS).nullable(),
  shipTrackingNoToBG: z.string().nullable(),
  isAccessioned: z.boolean(),
  accessionedAt: instant.nullable(),
  /** The laboratory could not use it; null where it could, or has not seen it. */
  rejected: z.object({ at: instant, code: z.string(), reason: z.string() }).nullable(),
  /** The rejected sample that this one is taken again for. */
  recollectionOf: z.number().int().nullable(),
  /** When the clinic said that it was taken again; null for any other. */
  collectedAgainAt: instant.nullable(),
  /** The first day on which it can have been collected: that of the rejection. Null for any other. */
  recollectFrom: day.nullable(),
  /** The parcel that it travels in; null while nobody said. */
  shipment: z
    .object({
      id: z.number().int(),
      carrier: z.enum(CARRIERS),
      trackingNumber: z.string(),
      /** Where the carrier says how far it is. */
      link: z.url(),
      enteredAt: instant,
      arrivedAt: instant.nullable(),
      /** It should have arrived by then. */
      dueOn: day,
      isLate: z.boolean(),
    })
    .nullable(),
})
export type OrderSample = z.infer<typeof orderSample>

/** What the laboratory waits for. */
export const orderHold = z.object({
  id: z.number().int(),
  kind: z.enum(HOLD_KINDS),
  /** The laboratory's question, in its words. */
  words: z.string(),
  heldAt: instant,
  /** By when an answer is asked. */
  answerBy: day,
  releasedAt: instant.nullable(),
  answer: z
    .object({ text: z.string(), documents: z.array(z.number().int()), by: z.string(), at: instant })
    .nullable(),
})
export type OrderHold = z.infer<typeof orderHold>

/** One thing that keeps a submitted order from going on and who has to act. */
export const orderObstacle = z.object({
  kind: z.enum(Object.keys(OBSTACLE_KINDS) as [ObstacleKind, ...ObstacleKind[]]),
  who: z.enum(['clinic', 'laboratory', 'carrier']),
  action: z.enum(['answer', 'ship', 'recollect', 'track', 'contact']).nullable(),
  /** What it is, in words. */
  words: z.string(),
  since: instant,
  /** By when it is to be done; null where nobody said. */
  by: day.nullable(),
  isOverdue: z.boolean(),
  /** What it is of, where it is of one. */
  holdId: z.number().int().nullable(),
  sampleId: z.number().int().nullable(),
})
export type OrderObstacle = z.infer<typeof orderObstacle>

const fullOrder = z.object({
  id: z.number().int(),
  /** Goes up by one with every saved change; sent back in If-Match. */
  version: z.number().int(),
  hospitalCode: z.string(),
  institutionName: z.string(),
  state,
  stage,
  displayStatus: z.string(),
  orderStatus: z.string(),
  sampleStatus: z.string(),
  accessionNumber: z.string().nullable(),
  /** The proband, as the list has them (specification §3, ENT-04). */
  patient: orderRow.shape.patient,
  document: orderDocument,
  /**
   * The consent questions that its document answers, in the words of the day on which it was submitted; null for a draft,
   * and where nobody kept them.
   */
  consentsAsked: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })).nullable(),
  /** What the submitter signed, and when; null for a draft, and for an order of before signatures were asked for. */
  signature: z.object({ version: z.string(), text: z.string(), by: z.string(), at: instant }).nullable(),
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** What it was copied from, and why; null for what was begun from nothing. */
  madeFrom: z.object({ orderId: z.number().int(), as: z.enum(COPY_KINDS) }).nullable(),
  /** The orders that it was made from or that were made of it, and those of relatives, by their numbers. */
  relatedOrders: z.array(
    z.object({
      id: z.number().int(),
      /** What it is to this one: what this was made from, what was made of this, or made of the same. */
      relation: z.enum(['origin', 'copy', 'sibling']),
      /** How the later of the two was made. */
      as: z.enum(COPY_KINDS),
      state,
      stage,
      patient: personName.extend({ dateOfBirth: z.string() }),
      testName: z.string(),
    }),
  ),
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
  /** Who gave this draft back, when, and why; null where nobody did, or somebody was asked since. */
  sentBack: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
  /** Who was asked last to submit it, also when they gave it back; null for nobody. */
  lastSubmitterId: z.number().int().nullable(),
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
      /** Whose it is: a key of the document's patients. */
      person: z.string(),
      status: z.enum(REPORT_STATUSES),
      /** It counts: no later version replaced it. Withdrawn versions are not listed here (contract/reports.ts). */
      isCurrent: z.boolean(),
      receivedAt: instant,
      corrected: z.boolean(),
      bytes: z.number().int(),
      /** It counts, and nobody of the institution has opened it. */
      isUnread: z.boolean(),
    }),
  ),
  /** A result came that a person at the laboratory looks at before anybody sees it. */
  isResultChecked: z.boolean(),
  events: z.array(orderEvent),
  /** The specimens, once it was submitted. */
  samples: z.array(orderSample),
  /** What the laboratory waits for, or waited for, oldest first. */
  holds: z.array(orderHold),
  /** What keeps it from going on, the most urgent first. */
  blocks: z.array(orderObstacle),
  onHold: z.boolean(),
  isLate: z.boolean(),
  missingInfo: z.boolean(),
  treatments: z.array(
    z.object({
      ...{ id: z.number().int(), title: z.string(), madeAt: instant, viewed: z.boolean() },
      /** The report that it came with was replaced by another version. */
      isOfReplaced: z.boolean(),
    }),
  ),
  /** How many documents belong to it. */
  documents: z.number().int(),
  feedback: z.object({ rating: z.number().int(), text: z.string() }).nullable(),
  /** What was added to the requisition: cleaned HTML, oldest first. */
  requisitionAdditions: z.array(z.object({ html: z.string(), by: z.string(), at: instant })),
  /** What the caller may do with this order now. */
  abilities: z.array(action),
})
export interface Order extends z.infer<typeof fullOrder> {}
/** Under its name: written out, the type of the many routes that reply it costs the compiler a third of its work. */
export const order: z.ZodType<Order> = fullOrder
