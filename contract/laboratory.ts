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
  /** MSH-10; '' where none could be read. */
  controlId: z.string(),
  /** Of one to the laboratory what it is for, of one from it MSH-9; '' where it could not be read. */
  kind: z.string(),
  /** MSH-3 and MSH-4 of one from the laboratory; '' for one of ours. */
  sender: z.string(),
  /** Written, or received. */
  at: instant,
  /** The order that it is of; null where it names none that is known here. */
  order: z
    .object({
      id: z.number().int(),
      state: z.enum(ORDER_STATES),
      hospitalCode: z.string(),
      institutionName: z.string(),
    })
    .nullable(),
  /** How often it was tried without an answer, and what the last try failed with. */
  tries: z.number().int(),
  lastError: z.string(),
  answeredAt: instant.nullable(),
  /** MSA-1 of the answer, ours or the laboratory's; '' where there is none. */
  answerCode: z.string(),
  /** Why it was refused; '' where it was not. */
  reason: z.string(),
  /** What the laboratory said beside taking it (MSA-3, ERR); '' where nothing. */
  answerWords: z.string(),
  /** How often somebody had it sent again. */
  sentAgain: z.number().int(),
  abilities: z.array(z.enum(['sendAgain', 'applyAgain'])),
})
export type LaboratoryMessage = z.infer<typeof laboratoryMessage>

const one = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const support = { kind: 'support' } as const

const count = z.number().int()
const ofInstitution = { hospitalCode: z.string(), institutionName: z.string() }

/** What waits for the laboratory's Support. */
const queues = z.object({
  counts: z.object({
    /** Results of doubtful identity or status. */
    results: count,
    /** Messages that the laboratory refused, or that were refused here. */
    messagesRefused: count,
    /** Messages that the laboratory has not answered yet. */
    messagesWaiting: count,
    /** Requests for counseling that no partner has taken. */
    counseling: count,
    /** People whose registration or further role waits for approval. */
    registrations: count,
    /** Orders of kits that were not sent. */
    kits: count,
    /** Questions whether enough of a specimen is left. */
    questions: count,
  }),
  /** The oldest of them. */
  questions: z.array(
    z.object({
      ...{ sampleId: z.number().int(), testName: z.string(), askedBy: z.string(), askedAt: instant },
      ...ofInstitution,
    }),
  ),
  /** What clinics said last of how an order went. */
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
      /** What waits: the oldest first, as it will go. Anything else: the newest first. */
      data: z.array(laboratoryMessage),
      meta: pageMeta,
      /** Of the lists that somebody should look at. */
      counts: z.object({
        waiting: z.number().int(),
        refused: z.number().int(),
        'refused-here': z.number().int(),
      }),
      /** Since when the oldest waits; null where nothing does. */
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
      /** One segment a line; a field of more than 2,000 characters, such as a PDF, is cut. */
      text: z.string(),
      /** The answer to it, in the same way; '' where there is none. */
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
