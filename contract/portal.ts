import { z } from 'zod'
import { FEATURE_FLAGS } from '#domain/lookups.ts'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { orderEvent } from './order.ts'
import { routes } from './route.ts'

/**
 * What the signed-in app needs besides the features: the sign-in configuration, lookup lists, and live
 * updates.
 */
export const portalRoutes = routes({
  configuration: {
    method: 'GET',
    path: '/api/configuration',
    summary: 'Where to sign in, and what this installation offers',
    access: { kind: 'public', because: 'the app reads it before anybody is signed in' },
    reply: z.object({
      identity: z.object({
        issuer: z.string(),
        clientId: z.string(),
        audience: z.string(),
        rolesClaim: z.string(),
        /** Null if the provider itself is to be asked (OpenID Connect Discovery). */
        endpoints: z
          .object({ authorization: z.string(), token: z.string(), endSession: z.string() })
          .nullable(),
      }),
      version: z.string(),
      /**
       * The origins of the public sites; the portal's own if they have none. Without a counseling partner there
       * is no appointment form.
       */
      sites: z.object({ catalogue: z.string(), appointment: z.string().nullable() }),
      features: z.object({
        /** Users and roles are managed in the portal. */
        userAdmin: z.boolean(),
        /** Kits are ordered and followed in the portal. */
        kits: z.boolean(),
        /** The header shows counts of late orders and of the laboratory's questions (§2, Notifications). */
        notifications: z.boolean(),
        /** Dates are entered in a calendar field instead of three selects (§2). */
        calendarDates: z.boolean(),
      }),
      /** Whether the portal offers document upload and ordering (§3, Feature flags). */
      flags: z.record(z.enum(FEATURE_FLAGS), z.boolean()),
      /** The one institution that may upload manifests (§6); null for none. */
      manifestInstitution: z.string().nullable(),
      /** Institutions without benefits verification (§6, excluded billing). */
      excludedBilling: z.array(z.string()),
      /** Institutions whose users are VA users (specification §1, §4). */
      vaHospitalCodes: z.array(z.string()),
      /** Seconds without activity until the inactivity dialog (§9). */
      idleSeconds: z.number().int().positive(),
      /**
       * Where a user changes password, second factor and sessions; null if the identity provider has no such
       * page.
       */
      accountUrl: z.string().nullable(),
    }),
    errors: [],
  },
  lookup: {
    method: 'GET',
    path: '/api/lookups/{type}',
    summary: 'A lookup list: countries, states, ethnicities, document-types',
    access: { kind: 'member' },
    params: z.object({ type: z.string().max(40) }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: ['type-not-supported'],
  },
  live: {
    method: 'GET',
    path: '/api/events',
    summary: 'Live updates for the user and the orders they may see (server-sent events)',
    access: { kind: 'signed-in' },
    reply: {
      events: z.discriminatedUnion('about', [
        z.object({
          about: z.literal('order'),
          orderId: z.number().int(),
          hospitalCode: z.string(),
          state: z.enum(ORDER_STATES),
          /** A discarded draft is gone with its events. */
          kind: z.enum([...orderEvent.shape.kind.options, 'draft-discarded']),
        }),
        /** The content of a draft was saved. */
        z.object({
          about: z.literal('draft'),
          orderId: z.number().int(),
          hospitalCode: z.string(),
          version: z.number().int(),
        }),
        /** A family was changed. */
        z.object({
          about: z.literal('family'),
          familyId: z.number().int(),
          hospitalCode: z.string(),
          version: z.number().int(),
        }),
        /** An eligibility request was sent, answered, or failed. */
        z.object({
          about: z.literal('coverage'),
          checkId: z.number().int(),
          hospitalCode: z.string(),
          orderId: z.number().int().nullable(),
        }),
        /** A hospital's record system has a report of an order, refused it, or wants the order otherwise. */
        z.object({
          about: z.literal('record-system'),
          orderId: z.number().int(),
          hospitalCode: z.string(),
        }),
        /**
         * The user's status, roles or institutions changed. The stream ends: the next one has the new scope.
         */
        z.object({ about: z.literal('profile') }),
      ]),
    },
    errors: [],
  },
})
