import { z } from 'zod'
import { addressEntry, addressList } from './addresses.ts'
import { phoneEntry, phoneList, userStatus } from './people.ts'
import { routes } from './route.ts'
import { filled } from './texts.ts'

/** Specification §3, Institution, with what §7 allows to be changed. */
export const institution = z.object({
  id: z.number().int(),
  institutionId: z.number().int(),
  institutionName: z.string(),
  institutionCode: z.string(),
  parentInstitutionCode: z.string().nullable(),
  /** The user registered it. */
  createdByUser: z.boolean(),
  addresses: z.array(addressEntry),
  phones: z.array(phoneEntry),
  /** Of each list; another one after each change. Sent back in If-Match. */
  versions: z.object({ addresses: z.string(), phones: z.string() }),
  /** Whether the user may change addresses and phones. */
  mayChange: z.boolean(),
})
export type Institution = z.infer<typeof institution>

const ifMatch = z.object({
  /** The version of the list that the client has seen. If left out, the change applies to the current version. */
  'if-match': z
    .string()
    .regex(/^"?[\da-f]{32}"?$/)
    .transform((value) => value.replaceAll('"', ''))
    .optional(),
})

const one = z.object({ id: z.coerce.number().int().positive() })

export const institutionsRoutes = routes({
  create: {
    method: 'POST',
    path: '/api/institutions',
    summary: 'Register a new institution: only its creator sees it until the laboratory has approved them',
    access: { kind: 'signed-in' },
    body: z.strictObject({
      institutionName: filled(200, 'Enter the institution’s name.'),
      addresses: addressList.min(1, { error: 'Enter the address.' }),
      phones: phoneList.min(1, { error: 'Enter a phone number.' }),
    }),
    reply: institution,
    status: 201,
    perMinute: 10,
    errors: ['email-not-verified'],
  },
  get: {
    method: 'GET',
    path: '/api/institutions/{id}',
    summary: 'One of the user’s institutions',
    access: { kind: 'institution', permissions: ['ViewOrder', 'ViewUser', 'CreateUser'] },
    params: one,
    reply: institution,
    errors: [],
  },
  allCodes: {
    method: 'GET',
    path: '/api/institutions/all-codes',
    summary: 'All institution codes',
    access: { kind: 'support' },
    reply: z.array(z.string()),
    cost: 'search',
    errors: [],
  },
  changeAddresses: {
    method: 'PUT',
    path: '/api/institutions/{id}/addresses',
    summary: 'The institution’s addresses',
    access: { kind: 'institution', permissions: ['CreateUser'] },
    params: one,
    headers: ifMatch,
    body: addressList,
    errors: ['version-conflict'],
  },
  changePhones: {
    method: 'PUT',
    path: '/api/institutions/{id}/phones',
    summary: 'The institution’s phone numbers',
    access: { kind: 'institution', permissions: ['CreateUser'] },
    params: one,
    headers: ifMatch,
    body: phoneList,
    errors: ['version-conflict'],
  },
  addPhysician: {
    method: 'POST',
    path: '/api/institutions/{id}/physicians',
    summary: 'Request to join another institution; takes effect once it approves',
    access: { kind: 'member' },
    params: one,
    body: z.strictObject({
      institutionId: z.number().int().positive(),
      /** The user's own. */
      physicianId: z.number().int().positive(),
    }),
    reply: z.object({ status: userStatus }),
    status: 201,
    errors: ['not-found', 'already-there'],
  },
})
