import { z } from 'zod'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { MESSAGE_LISTS } from './lists.ts'
import { instant, pageMeta, paging } from './people.ts'
import { routes } from './route.ts'

const MESSAGE_DIRECTIONS = ['out', 'in'] as const

/** One message to the laboratory (`out`) or from it (`in`). */
export const laboratoryMessage = z.object({
  direction: z.enum(MESSAGE_DIRECTIONS),
  id: z.number().int(),
  list: z.enum(MESSAGE_LISTS),
  /** MSH-10; '' if it could not be read. */
  controlId: z.string(),
  /** The purpose of an outgoing message, MSH-9 of an incoming one; '' if it could not be read. */
  kind: z.string(),
  /** MSH-3 and MSH-4 of an incoming message; '' for an outgoing one. */
  sender: z.string(),
  /** When it was written or received. */
  at: instant,
  /** Its order; null if it names no known order. */
  order: z
    .object({
      id: z.number().int(),
      state: z.enum(ORDER_STATES),
      hospitalCode: z.string(),
      institutionName: z.string(),
    })
    .nullable(),
  /** The number of unanswered attempts, and the error of the last one. */
  tries: z.number().int(),
  lastError: z.string(),
  answeredAt: instant.nullable(),
  /** MSA-1 of the answer, ours or the laboratory's; '' if there is none. */
  answerCode: z.string(),
  /** Why it was rejected; '' if it was not. */
  reason: z.string(),
  /** The laboratory's remarks when it accepted the message (MSA-3, ERR); '' if there are none. */
  answerWords: z.string(),
  /** How often a user had it sent again. */
  sentAgain: z.number().int(),
  abilities: z.array(z.enum(['sendAgain', 'applyAgain'])),
})
export type LaboratoryMessage = z.infer<typeof laboratoryMessage>

const one = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const support = { kind: 'support' } as const

const count = z.number().int()
const ofInstitution = { hospitalCode: z.string(), institutionName: z.string() }

/** The work waiting for laboratory support. */
const queues = z.object({
  counts: z.object({
    /** Results with doubtful identity or status. */
    results: count,
    /** Messages that the laboratory or the portal rejected. */
    messagesRefused: count,
    /** Messages that the laboratory has not answered yet. */
    messagesWaiting: count,
    /** Counseling requests that are sent to no partner unless Support decides so; those that wait are sent by themselves. */
    counseling: count,
    /** People whose registration or additional role awaits approval. */
    registrations: count,
    /** Kit orders that were not sent; left out where kits cannot be ordered. */
    kits: count.exactOptional(),
    /** Requests to check whether enough of a specimen is left. */
    questions: count,
  }),
  /** The oldest of these requests. */
  questions: z.array(
    z.object({
      ...{ sampleId: z.number().int(), testName: z.string(), askedBy: z.string(), askedAt: instant },
      ...ofInstitution,
    }),
  ),
  /** The clinics' latest feedback on orders. */
  feedback: z.array(
    z.object({
      ...{
        orderId: z.number().int(),
        rating: z.number().int(),
        text: z.string(),
        by: z.string(),
        at: instant,
      },
      ...ofInstitution,
    }),
  ),
})

export const laboratoryRoutes = routes({
  queues: {
    method: 'GET',
    path: '/api/laboratory/queues',
    summary: 'How much work is waiting for laboratory support, and the latest feedback from clinics',
    access: support,
    reply: queues,
    cost: 'search',
    errors: [],
  },
  messages: {
    method: 'GET',
    path: '/api/laboratory/messages',
    summary: 'Messages to and from the laboratory: pending, rejected, sent or received',
    access: support,
    query: z.object({
      list: z.enum(MESSAGE_LISTS).default('waiting'),
      ...paging,
    }),
    reply: z.object({
      /** Waiting messages: oldest first, in the order they will be sent. All others: newest first. */
      data: z.array(laboratoryMessage),
      meta: pageMeta,
      /** Counts of the lists that need attention. */
      counts: z.object({
        waiting: z.number().int(),
        refused: z.number().int(),
        'refused-here': z.number().int(),
      }),
      /** Since when the oldest waits; null if nothing waits. */
      waitingSince: instant.nullable(),
    }),
    cost: 'search',
    errors: [],
  },
  message: {
    method: 'GET',
    path: '/api/laboratory/messages/{direction}/{id}',
    summary: 'One message exactly as transmitted. It contains patient data: each view is audited',
    access: support,
    params: one.extend({ direction: z.enum(MESSAGE_DIRECTIONS) }),
    reply: z.object({
      message: laboratoryMessage,
      /** One segment per line; a field of more than 2,000 characters, such as a PDF, is cut. */
      text: z.string(),
      /** The answer to it, in the same form; '' if there is none. */
      answer: z.string(),
    }),
    errors: ['not-found'],
  },
  sendAgain: {
    method: 'POST',
    path: '/api/laboratory/messages/out/{id}/send-again',
    summary: 'Send a pending or rejected message now, under the same control id',
    access: support,
    params: one,
    reply: laboratoryMessage,
    errors: ['not-found', 'wrong-state'],
  },
  applyAgain: {
    method: 'POST',
    path: '/api/laboratory/messages/in/{id}/apply-again',
    summary: 'Reprocess an incoming message that was rejected',
    access: support,
    params: one,
    reply: laboratoryMessage,
    errors: ['not-found', 'wrong-state'],
  },
})
