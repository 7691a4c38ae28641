import { z } from 'zod'
import { ALERT_KINDS } from '#domain/lookups.ts'
import { ORDER_STATES, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { order, orderObstacle, orderRow } from './order.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const count = z.number().int()
const viewAt = (at: string) => ({ kind: 'institution', permissions: ['ViewOrder'], at: [at] }) as const

/** How many lines of each kind the notifications list has. */
export const MOST_OF_A_KIND = 25

/** An order in a list of what it waits for. */
const followed = z.object({
  orderId: z.number().int(),
  state: z.enum(ORDER_STATES),
  patient: orderRow.shape.patient.omit({ sex: true }),
  testName: z.string(),
})

/** One line of the notifications list. An order may appear under two kinds. */
const notification = followed.extend({
  kind: z.enum(ALERT_KINDS),
  /** The laboratory's question, or that the report is late, in words. */
  words: z.string(),
  since: orderObstacle.shape.since,
  /** When it is due, or was expected. */
  by: orderObstacle.shape.by,
  /** The hold it belongs to; otherwise null. */
  holdId: z.number().int().nullable(),
})
export type Notification = z.infer<typeof notification>

/** An order that waits for someone outside the laboratory, and its obstacles, most urgent first. */
const orderWithObstacles = followed.extend({ blocks: z.array(orderObstacle).min(1) })
export type OrderWithObstacles = z.infer<typeof orderWithObstacles>

const answerText = z.string().trim().max(4000)

/** Orders under way: what they wait for, and answers to the laboratory's questions. */
export const followingRoutes = routes({
  answer: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/holds/{holdId}/answer',
    summary: 'Answer the laboratory’s question, once; documents of the order can be attached',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital, id, holdId: id }),
    body: z
      .strictObject({
        text: answerText,
        /** Ids of the order's documents. */
        documents: z.array(z.number().int().positive()).max(20).default([]),
      })
      .refine(({ text, documents }) => text !== '' || documents.length > 0, {
        path: ['text'],
        error: 'Write an answer or add a document.',
      }),
    reply: order,
    errors: ['wrong-state'],
  },
  headerAlert: {
    method: 'GET',
    path: '/api/Orders/{hospital}/header-alert',
    summary: 'How many orders are late and how many need the clinic: whole genomes, and all others',
    access: viewAt('hospital'),
    params: z.object({ hospital }),
    reply: z.object({ otherLate: count, otherMissingInfo: count, wgsLate: count, wgsMissingInfo: count }),
    errors: [],
  },
  notifications: {
    method: 'GET',
    path: '/api/Samples/{h}/notification',
    summary: `The orders behind the header's alerts: at most ${MOST_OF_A_KIND} of each kind, longest waiting first`,
    access: viewAt('h'),
    params: z.object({ h: hospital }),
    reply: z.array(notification),
    cost: 'search',
    errors: [],
  },
  blocked: {
    method: 'GET',
    path: '/api/Orders/{hospital}/blocked',
    summary: 'The orders that need the clinic or wait for a carrier, most urgent first',
    access: viewAt('hospital'),
    params: z.object({ hospital }),
    query: z.object({ top: z.coerce.number().int().min(1).max(100).default(10) }),
    reply: z.object({ total: count, overdue: count, orders: z.array(orderWithObstacles) }),
    cost: 'search',
    errors: [],
  },
  pipeline: {
    method: 'GET',
    path: '/api/Orders/{hospital}/pipeline',
    summary:
      'How many orders are in each status, how many are late, on hold or need the clinic, and which parcels have not arrived',
    access: viewAt('hospital'),
    params: z.object({ hospital }),
    reply: z.record(
      z.enum(SEARCH_STATUSES),
      z.object({
        ...{ count, late: count, held: count, missingInfo: count },
        /** Orders with a sample that has no tracking number, and orders with a late parcel. */
        ...{ trackingMissing: count, parcelLate: count },
        /** Orders whose cancellation was requested. */
        cancelling: count,
      }),
    ),
    cost: 'search',
    errors: [],
  },
})
