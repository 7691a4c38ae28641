import { z } from 'zod'
import { MAP_KINDS } from '#domain/ehr/maps.ts'
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

/** The orders of hospitals' record systems, for the laboratory's Support. */
export const ehrRoutes = routes({
  overview: {
    method: 'GET',
    path: '/api/laboratory/ehr',
    summary: 'Interfaces of hospitals’ record systems, and their codes without a meaning here',
    access: support,
    reply: z.object({
      interfaces: z.array(ehrInterface),
      /** The most frequent 200. */
      unmapped: z.array(unmappedCode),
      /** Orders that the hospital has changed or cancelled, but a person works on, or has submitted: the latest 200. */
      differing: z.array(
        z.object({
          ...{ interfaceName: z.string(), orderId: count, hospitalCode: z.string(), changedAt: instant },
          isDraft: z.boolean(),
          isCancelled: z.boolean(),
        }),
      ),
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
})
