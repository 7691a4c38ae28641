import { z } from 'zod'
import { PREFERRED_LANGUAGES } from '#domain/counseling/appointment.ts'
import { APPOINTMENT_EVENT_KINDS, APPOINTMENT_STATES, PARTNER_STATES } from '#domain/counseling/states.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/**
 * Any text: the rules are in domain/counseling/appointment.ts, which the form applies too, so that all errors
 * come at once.
 */
const typed = z.string().max(2000).default('')

/** Specification §3, Appointment request. */
const appointmentFields = z.object({
  firstName: typed,
  lastName: typed,
  dateOfBirth: typed,
  labNumber: typed,
  guardianFirstName: typed,
  guardianLastName: typed,
  email: typed,
  phoneNumber: typed,
  preferredLanguage: typed.default('English'),
  preferredContact: typed,
  insurancePolicyName: typed,
  insuranceId: typed,
  insuranceGroup: typed,
})

/** As laboratory support sees it. */
export const appointment = z.object({
  id: z.number().int(),
  reference: z.string(),
  receivedAt: z.string(),
  language: z.string(),
  state: z.enum(APPOINTMENT_STATES),
  /** Null once deleted. */
  content: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      dateOfBirth: z.string(),
      labNumber: z.string(),
      guardianFirstName: z.string(),
      guardianLastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      preferredLanguage: z.enum(PREFERRED_LANGUAGES),
      preferredContact: z.enum(['yes', 'no']),
      insurancePolicyName: z.string(),
      insuranceId: z.string(),
      insuranceGroup: z.string(),
    })
    .nullable(),
  tries: z.number().int(),
  lastError: z.string(),
  handedOverAt: z.string().nullable(),
  partnerReference: z.string(),
  events: z.array(
    z.object({
      kind: z.enum(APPOINTMENT_EVENT_KINDS),
      at: z.string(),
      actor: z.string(),
      detail: z.string(),
    }),
  ),
})
export type Appointment = z.infer<typeof appointment>

const SUPPORT = { kind: 'support' } as const

export const counselingRoutes = routes({
  request: {
    method: 'POST',
    path: '/api/Orders/GCAppointment',
    summary: 'Request a genetic counseling appointment',
    access: { kind: 'public', because: 'patients request counseling without an account' },
    body: appointmentFields.extend({
      /** Made by the form, one per intended request: a retry with the same key is the same request. */
      requestKey: z.uuid().optional(),
      /** The form's language. */
      language: z.string().max(10).default('en'),
      /** How long the form was open, in milliseconds; a person takes some seconds. */
      openFor: z.number().int().min(0).optional(),
      /** Hidden from people: whatever fills it in is a program. */
      website: z.string().max(2000).default(''),
    }),
    /** Contains nothing that was sent, and nothing about known people. */
    reply: z.object({ received: z.literal(true) }),
    status: 201,
    perMinute: 30,
    errors: ['not-found', 'too-many-requests'],
  },
  partnerStatus: {
    method: 'POST',
    path: '/api/counseling/status',
    summary: 'The counseling partner’s update on a request, signed by the partner',
    access: { kind: 'public', because: 'the partner signs each update with its own key' },
    headers: z.object({
      /** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
      'x-karyo-signature': z.string().max(400).default(''),
    }),
    body: z.object({
      reference: z.string().max(100),
      status: z.enum(PARTNER_STATES),
      /** The partner's own number for the request. */
      partnerReference: z.string().max(100).default(''),
      note: z.string().max(1000).default(''),
      /** Identifies this message: a repeated one counts once. */
      messageId: z.string().min(1).max(100),
    }),
    perMinute: 300,
    errors: ['forbidden', 'not-found'],
  },
  list: {
    method: 'GET',
    path: '/api/counseling/requests',
    summary: 'Counseling requests, newest first, for laboratory support',
    access: SUPPORT,
    query: z.object({
      state: z.enum(APPOINTMENT_STATES).optional(),
      /** Part of a name, email address, phone or laboratory number, or a reference. */
      search: searchWords.optional(),
      skip: z.coerce.number().int().min(0).default(0),
      top: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      total: z.number().int(),
      requests: z.array(appointment),
      /** How many wait to be sent to the partner, and since when. */
      waiting: z.object({ count: z.number().int(), oldest: z.string().nullable() }),
      /** How many will not be sent unless support acts. */
      refused: z.number().int(),
    }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  again: {
    method: 'POST',
    path: '/api/counseling/requests/{id}/again',
    summary: 'Send a request to the partner again',
    access: SUPPORT,
    params: z.object({ id }),
    /**
     * How many of its events the user has seen: if more came since, which may be of a first click, it is refused. Not in a body: a
     * server of the version before takes none.
     */
    query: z.object({ seen: z.coerce.number().int().min(0).optional() }),
    reply: appointment,
    errors: ['wrong-state'],
  },
  remove: {
    method: 'POST',
    path: '/api/counseling/requests/{id}/delete',
    summary: 'Delete what a patient entered, at their request; the record that there was a request is kept',
    access: SUPPORT,
    params: z.object({ id }),
    body: z.strictObject({ because: z.string().trim().min(1).max(500) }),
    reply: appointment,
    errors: ['wrong-state'],
  },
})
