import { z } from 'zod'
import { CARRIERS } from '#domain/lookups.ts'
import { COPY_KINDS } from '#domain/orders/copy.ts'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { OBSTACLE_KINDS, type ObstacleKind } from '#domain/orders/obstacle-kinds.ts'
import { ACTION_STATES, ORDER_STAGES, ORDER_STATES, type OrderAction } from '#domain/orders/status.ts'
import { VOB_STATUSES } from '#domain/orders/vob.ts'
import { REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { RESULT_OUTCOMES } from '#domain/results/outcomes.ts'
import { orderClock, orderTurnaround, pendingTests } from './clock.ts'
import { consentOfPerson } from './consent-ledger.ts'
import { orderDocument } from './order-document.ts'
import { recordSystem } from './record-system.ts'

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
    'benefits-order-discarded',
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
    'consent-withdrawn',
    'follow-up-acknowledged',
    'follow-up-assigned',
    'follow-up-escalated',
    'findings-recorded',
    'reanalysis-decided',
    'reclassification-step',
    'moved-in',
  ]),
  at: instant,
  /** Who did it, in words: a user's name, 'Laboratory', or 'Karyo'. */
  actor: z.string(),
  /** Details for the reader: the laboratory number, the reason for a refusal. */
  detail: z.string(),
})
export type OrderEvent = z.infer<typeof orderEvent>

/** Of an order that was moved in: the laboratory's earlier system, and its number there. */
const earlier = z.object({ system: z.string(), number: z.string() })

const personName = z.object({ firstName: z.string(), lastName: z.string() })

/** A row of the orders list (specification §3, Order list response). */
export const orderRow = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  patient: personName.extend({
    dateOfBirth: z.string(),
    sex: z.string(),
    /** What is tested of her pregnancy: 'fetus A', 'fetuses A and B', 'pregnancy loss'; '' if the patient is. */
    fetuses: z.string(),
  }),
  /** The clinic's number for the patient (MRN); '' for none. */
  recordNumber: z.string(),
  accessionNumber: z.string().nullable(),
  testCode: z.string(),
  testName: z.string(),
  state,
  /** The stage, also while cancellation is requested (state 'pending-cancellation'). */
  stage,
  /** The state in words: 'Cancellation requested' while cancellation is requested. */
  displayStatus: z.string(),
  providerName: z.string(),
  isVOB: z.boolean(),
  /** Left out unless it was moved in from an earlier system. */
  earlier: earlier.exactOptional(),
  createdAt: instant,
  updatedAt: instant,
  /** When it was submitted. */
  orderedAt: instant.nullable(),
  /**
   * The day the report is expected: the turnaround in working days from the sample's arrival, or as `clock`
   * describes it; null before that.
   */
  expectedOn: day.nullable(),
  /** Left out: working days from the first usable specimen. */
  clock: orderClock.exactOptional(),
  pendingTests: pendingTests.exactOptional(),
  reportedAt: instant.nullable(),
  /** Of the patient's newest current report; 'withdrawn' if all were withdrawn, null if none has arrived. */
  reportStatus: z.enum(REPORT_STATUSES).nullable(),
  /** What its reports say (`listedResultInWords`); null if none has arrived. A patient's or a fetus's, not a relative's. */
  result: z
    .object({
      outcomes: z.array(z.enum(RESULT_OUTCOMES)),
      overall: z.string(),
      isQuestioned: z.boolean(),
    })
    .nullable(),
  /** There is a report that nobody at the institution has opened yet. */
  unreadReport: z.boolean(),
  /** How many open points a draft has before it can be submitted; 0 for any other order. */
  openPoints: z.number().int(),
  /** Null if it is not a benefits verification. */
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** Who was asked to submit the draft; null for nobody. */
  submitterName: z.string().nullable(),
  /** Who is responsible for the draft. Left out of any other order, and by older servers. */
  responsibleName: z.string().exactOptional(),
  /** The person asked to submit returned the draft, and nobody has been asked since. */
  isSentBack: z.boolean(),
  /** The laboratory is waiting for an answer: the expected day moves by each day of the hold. */
  onHold: z.boolean(),
  /** The expected day has passed, and the order is not on hold. */
  isLate: z.boolean(),
  /** The clinic has a question to answer, or a rejected sample to recollect. */
  missingInfo: z.boolean(),
  /** Its samples that could have a tracking number but have none, or that of a parcel that arrived without them. */
  unsentSamples: z.array(
    z.object({
      ...{ id: z.number().int(), patientName: z.string(), specimenType: z.string() },
      /** That parcel; null for none. */
      shipmentId: z.number().int().nullable(),
    }),
  ),
  /** The ids of those samples. */
  samplesToShip: z.array(z.number().int()),
  /** The tracking numbers of its overdue parcels. */
  lateParcels: z.array(z.string()),
})
export type OrderRow = z.infer<typeof orderRow>

/** A specimen of a submitted order (specification §3, Sample). */
export const orderSample = z.object({
  id: z.number().int(),
  /** The document's key of the specimen; a recollected one has `-r1`, `-r2` … added. */
  key: z.string(),
  patientName: z.string(),
  relationship: z.string(),
  specimenType: z.string(),
  /** ISO date or ''. */
  dateOfCollection: z.string(),
  /** How it is shipped to the laboratory; null until given. */
  shipCarrierToBG: z.enum(CARRIERS).nullable(),
  shipTrackingNoToBG: z.string().nullable(),
  isAccessioned: z.boolean(),
  accessionedAt: instant.nullable(),
  /** The laboratory's rejection; null if there is none. */
  rejected: z.object({ at: instant, code: z.string(), reason: z.string() }).nullable(),
  /** The rejected sample that this one replaces. */
  recollectionOf: z.number().int().nullable(),
  /** When the clinic recorded the recollection; otherwise null. */
  collectedAgainAt: instant.nullable(),
  /** The order's report has settled it: the laboratory no longer waits for it. */
  isSettled: z.boolean(),
  /** The first possible collection day, that of the rejection; null for any other sample. */
  recollectFrom: day.nullable(),
  /** The parcel it travels in; null until given. */
  shipment: z
    .object({
      id: z.number().int(),
      carrier: z.enum(CARRIERS),
      trackingNumber: z.string(),
      /** The carrier's tracking page. */
      link: z.url(),
      enteredAt: instant,
      arrivedAt: instant.nullable(),
      /** When it should have arrived at the latest. */
      dueOn: day,
      isLate: z.boolean(),
      /** It has arrived, and the laboratory would have accessioned the sample by now if it had been in it. */
      arrivedWithoutIt: z.boolean(),
    })
    .nullable(),
})
export type OrderSample = z.infer<typeof orderSample>

/** A hold: the laboratory waits for an answer. */
export const orderHold = z.object({
  id: z.number().int(),
  kind: z.enum(HOLD_KINDS),
  /** The laboratory's question, in its words. */
  words: z.string(),
  heldAt: instant,
  /** When the answer is due. */
  answerBy: day,
  releasedAt: instant.nullable(),
  answer: z
    .object({ text: z.string(), documents: z.array(z.number().int()), by: z.string(), at: instant })
    .nullable(),
})
export type OrderHold = z.infer<typeof orderHold>

/** One obstacle of a submitted order, and who has to act. */
export const orderObstacle = z.object({
  kind: z.enum(Object.keys(OBSTACLE_KINDS) as [ObstacleKind, ...ObstacleKind[]]),
  who: z.enum(['clinic', 'laboratory', 'carrier']),
  action: z.enum(['answer', 'ship', 'recollect', 'track', 'contact']).nullable(),
  /** The obstacle in words. */
  words: z.string(),
  since: instant,
  /** When it is due; null if unknown. */
  by: day.nullable(),
  isOverdue: z.boolean(),
  /** The hold or sample it belongs to, if any. */
  holdId: z.number().int().nullable(),
  sampleId: z.number().int().nullable(),
})
export type OrderObstacle = z.infer<typeof orderObstacle>

const fullOrder = z.object({
  id: z.number().int(),
  /** Increases by one with every saved change; sent back in If-Match. */
  version: z.number().int(),
  hospitalCode: z.string(),
  institutionName: z.string(),
  state,
  stage,
  displayStatus: z.string(),
  orderStatus: z.string(),
  sampleStatus: z.string(),
  accessionNumber: z.string().nullable(),
  /** The proband, as in the list (specification §3, ENT-04). */
  patient: orderRow.shape.patient,
  document: orderDocument,
  /**
   * The consent questions that its document answers, worded as on the day it was submitted; null for a draft,
   * and if the wording was not stored.
   */
  consentsAsked: z
    .array(
      z.object({
        ...{ id: z.string(), title: z.string(), text: z.string() },
        version: z.string().optional(),
        /** ISO 639-1. */
        language: z.string().optional(),
        /** The state whose law the wording is for. */
        jurisdiction: z.string().optional(),
        /** The list of genes that it refers to, with its version. */
        list: z.string().optional(),
        isTesting: z.boolean().optional(),
        /** Keys of the people asked in these words; left out: everyone who answered. */
        people: z.array(z.string()).optional(),
      }),
    )
    .nullable(),
  /** Each person's consent: who gave and confirmed it, in which words, and what was withdrawn since. */
  consentLedger: z.array(consentOfPerson),
  /**
   * What the submitter signed, and when; null for a draft, and for orders from before signatures were
   * required.
   */
  signature: z.object({ version: z.string(), text: z.string(), by: z.string(), at: instant }).nullable(),
  vobStatus: z.enum(VOB_STATUSES).nullable(),
  /** Left out if no hospital's record system has to do with it, and for a draft. */
  recordSystems: z.array(recordSystem).exactOptional(),
  /** Left out unless it was moved in from an earlier system; its result is a document only. */
  earlier: earlier.exactOptional(),
  /** What it was copied from, and how; null if it was started from scratch. */
  madeFrom: z.object({ orderId: z.number().int(), as: z.enum(COPY_KINDS) }).nullable(),
  /** The orders that it was made from or that were made from it, and those of relatives. */
  relatedOrders: z.array(
    z.object({
      id: z.number().int(),
      /** Its relation to this order: this one's origin, a copy of this one, or a copy of the same origin. */
      relation: z.enum(['origin', 'copy', 'sibling']),
      /** How the later of the two was made. */
      as: z.enum(COPY_KINDS),
      state,
      stage,
      patient: orderRow.shape.patient.omit({ sex: true }),
      testName: z.string(),
      pendingTests: pendingTests.exactOptional(),
    }),
  ),
  /** The order into which a benefits verification was converted. */
  orderedAs: z.number().int().nullable(),
  /** Of an added test: the specimen of its document's `addOn`; left out if it is there no longer, and of other orders. */
  storedSpecimen: orderSample.pick({ key: true, specimenType: true, dateOfCollection: true }).exactOptional(),
  /** Who prepares it. */
  responsibleId: z.number().int(),
  responsibleName: z.string(),
  /** Another user was asked to submit this draft. */
  submissionAsked: z
    .object({
      physicianId: z.number().int(),
      name: z.string(),
      askedBy: z.string(),
      askedAt: instant,
      note: z.string(),
    })
    .nullable(),
  /** The note with which the person asked to submit returned it; '' if they did not. */
  sentBackNote: z.string(),
  /** Who returned this draft, when and why; null if nobody did, or if somebody was asked since. */
  sentBack: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
  /** Who was last asked to submit it, even if they returned it; null for nobody. */
  lastSubmitterId: z.number().int().nullable(),
  /** For an add-on (the document's `addOn`): reported under a laboratory number of its own. */
  assignNewLabNumber: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
  ...{ orderedAt: instant.nullable(), orderedBy: z.string().nullable() },
  ...{ expectedOn: day.nullable(), clock: orderClock.exactOptional() },
  pendingTests: pendingTests.exactOptional(),
  /** The longest time of its tests, as it was when the order was submitted (a draft: last saved); left out without a test. */
  turnaround: orderTurnaround.exactOptional(),
  reports: z.array(
    z.object({
      version: z.number().int(),
      /** The report's test, as the laboratory names it; '' if it names none. */
      testCode: z.string(),
      /** The report's person: a key of the document's patients. */
      person: z.string(),
      status: z.enum(REPORT_STATUSES),
      /**
       * It is current: no later version replaced it. Withdrawn versions are not listed here
       * (contract/reports.ts).
       */
      isCurrent: z.boolean(),
      receivedAt: instant,
      corrected: z.boolean(),
      bytes: z.number().int(),
      /** It is current, and nobody at the institution has opened it. */
      isUnread: z.boolean(),
    }),
  ),
  /** A result has arrived that is being reviewed at the laboratory before anybody sees it. */
  isResultChecked: z.boolean(),
  events: z.array(orderEvent),
  /** The specimens, once the order is submitted. */
  samples: z.array(orderSample),
  /** Its holds, current and past, oldest first. */
  holds: z.array(orderHold),
  /** Its obstacles, most urgent first. */
  blocks: z.array(orderObstacle),
  onHold: z.boolean(),
  isLate: z.boolean(),
  missingInfo: z.boolean(),
  treatments: z.array(
    z.object({
      ...{ id: z.number().int(), title: z.string(), madeAt: instant, viewed: z.boolean() },
      /** The report that brought it was replaced by another version. */
      isOfReplaced: z.boolean(),
    }),
  ),
  /** How many documents it has. */
  documents: z.number().int(),
  feedback: z.object({ rating: z.number().int(), text: z.string() }).nullable(),
  /** Additions to the requisition: cleaned HTML, oldest first. */
  requisitionAdditions: z.array(z.object({ html: z.string(), by: z.string(), at: instant })),
  /** What the user may do with this order now. */
  abilities: z.array(action),
})
export interface Order extends z.infer<typeof fullOrder> {}
/**
 * A named type: written out, the type of the many routes that return it costs the compiler a third of its
 * work.
 */
export const order: z.ZodType<Order> = fullOrder
