import { z } from 'zod'
import { KIT_ACTION_NAMES, KIT_STATUSES, type KitRecipient, MOST_KITS } from '#domain/kits/kit.ts'
import { CARRIERS, COUNTRIES, KIT_TYPES } from '#domain/lookups.ts'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { addressFields, normalizeRegion, regionProblems } from './addresses.ts'
import { KIT_ORDERS } from './lists.ts'
import { instant, phoneEntry } from './people.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'
import { filled, short } from './texts.ts'

/**
 * The recipient of kits (specification §3, Kit request). The server checks whether such a phone number
 * exists.
 */
const kitRecipient = z
  .strictObject({
    firstName: filled(100, 'Enter the first name.'),
    lastName: filled(100, 'Enter the last name.'),
    address1: addressFields.addressLine1,
    address2: addressFields.addressLine2,
    city: addressFields.city,
    zipCode: addressFields.postalCode,
    state: addressFields.state,
    country: addressFields.country,
    otherCountry: addressFields.otherCountry,
    phone: phoneEntry.shape.phoneNumber,
  })
  .superRefine(({ zipCode: postalCode, ...recipient }, context) => {
    for (const [field, message] of regionProblems({ ...recipient, postalCode }))
      context.addIssue({ code: 'custom', path: [field === 'postalCode' ? 'zipCode' : field], message })
  })
  .transform(({ zipCode, ...to }): KitRecipient => {
    const { state, postalCode } = normalizeRegion({ ...to, postalCode: zipCode })
    return { ...to, state, zipCode: postalCode }
  })

const howMany = { error: `Enter a whole number from 1 to ${MOST_KITS}.` }

/** What form and server require of a kit order. */
export const kitRequest = z.strictObject({
  kitType: z.enum(KIT_TYPES, { error: 'Choose a kit.' }),
  quantity: z.int(howMany).min(1, howMany).max(MOST_KITS, howMany).default(1),
  kitRecipient,
  /** A note to the laboratory. */
  note: short(500).default(''),
})

export const kit = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  institutionName: z.string(),
  kitType: z.enum(KIT_TYPES),
  quantity: z.number().int(),
  /** Blank if the order that requested the kits gave no recipient. */
  kitRecipient: z.object({
    ...{ firstName: z.string(), lastName: z.string(), address1: z.string(), address2: z.string() },
    ...{ city: z.string(), zipCode: z.string(), state: z.string(), phone: z.string() },
    ...{ country: z.enum(COUNTRIES), otherCountry: z.string() },
  }),
  note: z.string(),
  /** The order that requested the kits; null if they were ordered separately. */
  orderId: z.number().int().nullable(),
  /** The state of that order: cancelling it does not cancel the kits. */
  orderState: z.enum(ORDER_STATES).nullable(),
  status: z.enum(KIT_STATUSES),
  orderedAt: instant,
  orderedBy: z.string(),
  /** Null until the laboratory has sent it. */
  sent: z
    .object({
      at: instant,
      carrier: z.enum(CARRIERS),
      trackingNumber: z.string(),
      /** The carrier's tracking page. */
      link: z.string(),
      /** When it should have arrived at the latest. */
      dueOn: z.iso.date(),
    })
    .nullable(),
  /** Sent, not received, and past its due day. */
  isLate: z.boolean(),
  received: z.object({ at: instant, by: z.string() }).nullable(),
  cancelled: z.object({ at: instant, by: z.string() }).nullable(),
  /** What the user may do with it now. */
  abilities: z.array(z.enum(KIT_ACTION_NAMES)),
})
export type Kit = z.infer<typeof kit>

const hospital = z.string().min(1).max(20)
const one = z.object({ hospital, id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const change = { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] } as const

const listQuery = z.object({
  status: z.enum(KIT_STATUSES).optional(),
  kitType: z.enum(KIT_TYPES).optional(),
  /**
   * Part of a recipient's name or address, the kit order's or order's number, or the start of a tracking
   * number.
   */
  keyword: searchWords.optional(),
  skip: z.coerce.number().int().min(0).default(0),
  /** Page size, 25 by default (specification §9). */
  top: z.coerce.number().int().min(1).max(200).default(25),
  orderBy: z.enum(KIT_ORDERS).default('ordered'),
  isAscending: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
})
const page = z.object({
  total: z.number().int(),
  top: z.number().int(),
  skip: z.number().int(),
  kits: z.array(kit),
  /** Over all pages, regardless of the requested status. */
  counts: z.record(z.enum(KIT_STATUSES), z.number().int()),
})

export const kitsRoutes = routes({
  all: {
    method: 'GET',
    path: '/api/Kits',
    summary: 'The kit orders of all institutions, for the laboratory to send',
    access: { kind: 'support' },
    query: listQuery,
    reply: page,
    cost: 'search',
    errors: ['invalid-page'],
  },
  list: {
    method: 'GET',
    path: '/api/Kits/{hospital}',
    summary: 'An institution’s kit orders',
    access: view,
    params: z.object({ hospital }),
    query: listQuery,
    reply: page,
    cost: 'search',
    errors: ['invalid-page'],
  },
  order: {
    method: 'POST',
    path: '/api/Kits/{hospital}',
    summary: 'Order kits',
    access: change,
    params: z.object({ hospital }),
    body: kitRequest.extend({
      /** Made by the client, one per intended order: a retried request finds what it has already made. */
      requestKey: z.uuid(),
    }),
    reply: kit,
    status: 201,
    errors: ['not-offered'],
  },
  get: {
    method: 'GET',
    path: '/api/Kits/{hospital}/{id}',
    summary: 'One kit order',
    access: view,
    params: one,
    reply: kit,
    errors: [],
  },
  cancel: {
    method: 'POST',
    path: '/api/Kits/{hospital}/{id}/cancel',
    summary: 'Cancel a kit order that has not been sent',
    access: change,
    params: one,
    reply: kit,
    errors: ['wrong-state'],
  },
  receive: {
    method: 'POST',
    path: '/api/Kits/{hospital}/{id}/receive',
    summary: 'Record that kits have arrived',
    access: change,
    params: one,
    reply: kit,
    errors: ['wrong-state'],
  },
  send: {
    method: 'POST',
    path: '/api/Kits/{hospital}/{id}/send',
    summary: 'Record that the laboratory has sent the kits, and how',
    access: { kind: 'support' },
    params: one,
    body: z.strictObject({
      carrier: z.enum(CARRIERS, { error: 'Choose the carrier.' }),
      trackingNumber: filled(40, 'Enter the parcel’s tracking number.'),
    }),
    reply: kit,
    errors: ['wrong-state', 'not-found'],
  },
})
