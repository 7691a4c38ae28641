import { z } from 'zod'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { orderEvent } from './orders.ts'
import { routes } from './route.ts'

/** What the signed-in app needs besides the features: where to log in, lists to choose from, and live news. */
export const portalRoutes = routes({
  configuration: {
    method: 'GET',
    path: '/api/configuration',
    summary: 'Where to log in, and what this installation shows',
    access: { kind: 'public', because: 'the app reads it before anybody is signed in' },
    reply: z.object({
      identity: z.object({
        issuer: z.string(),
        clientId: z.string(),
        audience: z.string(),
        rolesClaim: z.string(),
      }),
      version: z.string(),
    }),
    errors: [],
  },
  lookup: {
    method: 'GET',
    path: '/api/lookups/{type}',
    summary: 'A list to choose from: countries, states, ethnicities, document-types',
    access: { kind: 'member' },
    params: z.object({ type: z.string().max(40) }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: ['type-not-supported'],
  },
  live: {
    method: 'GET',
    path: '/api/events',
    summary: 'Changes of orders the caller may see, as they happen (server-sent events)',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    reply: {
      events: z.object({
        orderId: z.number().int(),
        hospitalCode: z.string(),
        state: z.enum(ORDER_STATES),
        kind: orderEvent.shape.kind,
      }),
    },
    errors: [],
  },
})
