import { z } from 'zod'
import { ADVICE_RULES, type AdviceRule } from '#domain/ehr/advice.ts'
import { MAP_KINDS } from '#domain/ehr/maps.ts'
import { RESULT_STATUSES } from '#domain/ehr/results.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const support = { kind: 'support' } as const
const count = z.number().int()

const ehrInterface = z.object({
  ...{ code: z.string(), name: z.string(), hospitalCode: z.string(), institutionName: z.string() },
  /** MSH-11 that it takes. */
  processingId: z.enum(['P', 'T', 'D']),
  /** How many of its codes have a meaning here. */
  mapped: count,
  /** Its orders that are not cancelled. */
  orders: count,
  /** Messages that were refused in the last week. */
  refused: count,
  /** When its last message came; null if none has. */
  lastMessageAt: instant.nullable(),
})

const unmappedCode = z.object({
  ...{ interfaceCode: z.string(), interfaceName: z.string() },
  kind: z.enum(MAP_KINDS),
  /** As the hospital writes it, and its words. */
  code: z.string(),
  words: z.string(),
  /** How many orders have it. */
  orders: count,
})
export type UnmappedCode = z.infer<typeof unmappedCode>

/** How sending results to one hospital stands. */
const resultSending = z.object({
  ...{ interfaceCode: z.string(), interfaceName: z.string() },
  /** Messages without an answer; of these, those that the clinic has not released. */
  ...{ waiting: count, held: count },
  /** Refused, and neither sent again nor skipped. */
  refused: count,
  /** Since when the oldest waits that could be sent; null if none does. */
  waitingSince: instant.nullable(),
  /** Tries in a row without an answer, and the error of the last one. */
  ...{ tries: count, lastError: z.string() },
})
export type ResultSending = z.infer<typeof resultSending>

/** Why a message has not reached its hospital: refused; `behind` one of the same order; not released; or next. */
const OUTGOING_STATES = ['refused', 'waiting', 'held', 'questioned', 'behind'] as const

const outgoingMessage = z.object({
  id: count,
  ...{ interfaceCode: z.string(), interfaceName: z.string(), orderId: count, hospitalCode: z.string() },
  status: z.enum(RESULT_STATUSES),
  state: z.enum(OUTGOING_STATES),
  /** The hospital's words, or the error of the last try; '' if there is none. */
  reason: z.string(),
  writtenAt: instant,
  sentAgain: count,
})
export type OutgoingMessage = z.infer<typeof outgoingMessage>

/** Advice in the charts of one hospital; the counts are of the last 30 days. */
const adviceOfHospital = z.object({
  ...{ interfaceCode: z.string(), interfaceName: z.string(), isOn: z.boolean() },
  /** Who signs its requests, and where it finds the services. */
  ...{ iss: z.string(), address: z.string() },
  /** Requests; of these, too late for a card, and refused. */
  ...{ asked: count, late: count, refused: count },
  /** Cards that were sent, and what users did with them as far as the hospital tells. */
  ...{ cards: count, accepted: count, overridden: count },
})
export type AdviceOfHospital = z.infer<typeof adviceOfHospital>

const adviceCall = z.object({
  ...{ id: z.string(), interfaceName: z.string(), service: z.string(), at: instant },
  outcome: z.enum(['answered', 'late', 'refused']),
  /** Why it was refused, or has no card. */
  reason: z.string(),
  tookMs: count,
  cards: z.array(
    z.object({
      rule: z.enum(Object.keys(ADVICE_RULES) as [AdviceRule, ...AdviceRule[]]),
      summary: z.string(),
      orderId: count.nullable(),
      outcome: z.enum(['accepted', 'overridden']).nullable(),
      /** The code of the reason for which it was overridden; '' if there is none. */
      reason: z.string(),
    }),
  ),
})
export type AdviceCall = z.infer<typeof adviceCall>

/** An order of a hospital; several that were placed together became one order here. */
const differingOrder = z.object({
  ...{ id: count, interfaceName: z.string(), orderId: count, hospitalCode: z.string(), changedAt: instant },
  ...{ isDraft: z.boolean(), isCancelled: z.boolean() },
})
export type DifferingOrder = z.infer<typeof differingOrder>

const message = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** The orders of hospitals' record systems and their results, for the laboratory's Support. */
export const ehrRoutes = routes({
  overview: {
    method: 'GET',
    path: '/api/laboratory/ehr',
    summary: 'Interfaces of hospitals’ record systems, and their codes without a meaning here',
    access: support,
    reply: z.object({
      interfaces: z.array(ehrInterface),
      /** Interfaces that get results. */
      sending: z.array(resultSending),
      /** What has not reached its hospital, refused messages first: the oldest 200. */
      outgoing: z.array(outgoingMessage),
      /** The most frequent 200. */
      unmapped: z.array(unmappedCode),
      /** Interfaces whose record systems may ask for advice, if it is switched on. */
      advice: z.array(adviceOfHospital),
      /** The latest 50 requests. */
      adviceCalls: z.array(adviceCall),
      /** Orders that the hospital has changed or cancelled, but a person works on, or has submitted: the latest 200. */
      differing: z.array(differingOrder),
    }),
    cost: 'search',
    errors: [],
  },
  map: {
    method: 'POST',
    path: '/api/laboratory/ehr/{interface}/maps',
    summary: 'Give a code of a hospital its meaning here, and apply the orders that wait for it again',
    access: support,
    params: z.object({ interface: z.string().max(20) }),
    body: z.strictObject({
      kind: z.enum(MAP_KINDS),
      code: z.string().trim().min(1).max(500),
      meaning: z.string().trim().min(1).max(200),
    }),
    reply: z.object({
      /** How many orders were applied again. */
      applied: count,
    }),
    cost: 'search',
    errors: ['not-found', 'invalid-fields'],
  },
  setAdvice: {
    method: 'PUT',
    path: '/api/laboratory/ehr/{interface}/advice',
    summary: 'Switch a hospital’s advice in charts (CDS Hooks) on or off',
    access: support,
    params: z.object({ interface: z.string().max(20) }),
    body: z.strictObject({ on: z.boolean() }),
    errors: ['not-found'],
  },
  sendAgain: {
    method: 'POST',
    path: '/api/laboratory/ehr/messages/{id}/send-again',
    summary: 'Send a hospital a refused message again, or a waiting one now',
    access: support,
    params: message,
    errors: ['not-found', 'wrong-state'],
  },
  sendAllAgain: {
    method: 'POST',
    path: '/api/laboratory/ehr/{interface}/messages/send-again',
    summary: 'Send a hospital all its refused messages again, in their order',
    access: support,
    params: z.object({ interface: z.string().max(20) }),
    reply: z.object({ sent: count }),
    errors: ['not-found'],
  },
  skip: {
    method: 'POST',
    path: '/api/laboratory/ehr/messages/{id}/skip',
    summary: 'Never send a hospital a message; what waits behind it goes on',
    access: support,
    params: message,
    body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    errors: ['not-found', 'wrong-state'],
  },
  release: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/release-to-record-system',
    summary: 'Release the reports of an order to the hospital’s record system, which waits for that',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital'] },
    params: message.extend({ hospital: z.string().min(1).max(20) }),
    errors: ['not-found', 'wrong-state'],
  },
})
