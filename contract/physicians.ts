import { z } from 'zod'
import { COUNTRIES } from '#domain/lookups.ts'
import { PERMISSION_NAMES } from '#domain/permissions/permissions.ts'
import { addressEntry, addressList } from './addresses.ts'
import {
  instant,
  ownId,
  pageMeta,
  paging,
  phoneEntry,
  phoneList,
  providerType,
  roleName,
  userStatus,
} from './people.ts'
import { routes } from './route.ts'
import { savedViewRoutes } from './saved-views.ts'
import { filled, short } from './texts.ts'

const permission = z.enum(PERMISSION_NAMES)

const workplace = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  parentCode: z.string().nullable(),
  /** The signed-in user registered it (§4, Selected institution). */
  createdByUser: z.boolean(),
})

/** The signed-in user (specification §3, Physician). */
export const physician = z.object({
  id: z.number().int(),
  physicianId: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emails: z.array(z.string()),
  npi: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  providerType,
  /** A provider has agreed that this user acts for them, as users without an NPI need (specification §1). */
  delegated: z.boolean(),
  /** The name of their first institution. */
  locationName: z.string(),
  institutionId: z.number().int().nullable(),
  /** Over all institutions: Active if they are active at any. */
  status: userStatus,
  /** The first phone entry, and the one of type Fax; '' if there is none. */
  phone: z.string(),
  fax: z.string(),
  phoneNumbers: z.array(phoneEntry),
  addresses: z.array(addressEntry),
  /** The short contact form (§3): its phone is the first that is not a fax. */
  simplified: z.object({
    physicianId: z.number().int(),
    phone: z.string(),
    fax: z.string(),
    addresses: z.array(addressEntry),
  }),
  /** Each institution the user works at, including children of a parent, and what they may do there. */
  customerRoles: z.array(
    z.object({
      institution: workplace,
      roles: z.array(z.object({ id: z.number().int(), name: roleName })),
      permissions: z.array(permission),
    }),
  ),
  attestations: z.object({
    /** The current version of the ordering portal terms is accepted. */
    tnCApproved: z.boolean(),
  }),
  /** May manage users: has attested to it, or is laboratory support. */
  userManagementSupported: z.boolean(),
  /** Must attest to it before continuing. */
  showUserManagementAttestationMessage: z.boolean(),
  /** The privacy notice was not approved within the last year. */
  annualNoticeDue: z.boolean(),
  /** Has the laboratory's Support role. */
  support: z.boolean(),
})
export type Physician = z.infer<typeof physician>

/** A user who may be an order's ordering provider. */
export const orderingProvider = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  npi: z.string(),
  suffix: z.string(),
})
export type OrderingProviderChoice = z.infer<typeof orderingProvider>

/** An entry of the NPI registry; names as registered. */
export const npiFinding = z.object({
  npi: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  credential: z.string(),
  /** The primary taxonomy in words, such as 'Clinical Genetics (M.D.)'. */
  specialty: z.string(),
  city: z.string(),
  state: z.string(),
})
export type NpiFinding = z.infer<typeof npiFinding>

/**
 * A registration (§1 Terms, §6): a user without an NPI names the provider they act for and confirms that
 * provider's agreement. The institution exists already or was just made by `institutions.create`.
 */
export const registration = z.strictObject({
  firstName: filled(100, 'Enter your first name.'),
  lastName: filled(100, 'Enter your last name.'),
  prefix: short(20).default(''),
  suffix: short(20).default(''),
  providerType,
  npi: short(10).default(''),
  delegate: z
    .strictObject({
      providerName: filled(200, 'Enter the name of the provider you act for.'),
      providerNpi: filled(10, 'Enter the NPI of the provider you act for.'),
      agreed: z.literal(true, { error: 'Confirm that the provider has agreed.' }),
    })
    .nullable(),
  phoneNumbers: phoneList.min(1, { error: 'Enter a phone number.' }),
  institutionId: z.number({ error: 'Choose your institution.' }).int().positive(),
  /** The invitation that this registration accepts. */
  invitationId: z.number().int().positive().nullable().default(null),
  conditionsConfirmed: z.literal(true, { error: 'Confirm the conditions.' }),
})
export type Registration = z.input<typeof registration>

export const institutionChoice = z.object({
  id: z.number().int(),
  institutionId: z.number().int(),
  institutionName: z.string(),
  institutionCode: z.string(),
  parentInstitutionCode: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  country: z.enum(COUNTRIES),
  otherCountry: z.string(),
  createdByUser: z.boolean(),
})
export type InstitutionChoice = z.infer<typeof institutionChoice>

const favoriteTest = z.strictObject({ testCode: filled(20, 'Give the test.') })
const favoriteCode = z.strictObject({ code: filled(20, 'Give the code.') })

/** For which orders and events a user gets email. No email names a patient. */
export const notificationSettings = z.strictObject({
  whose: z.enum(['mine', 'institution']),
  reportReady: z.boolean(),
  reportCorrected: z.boolean(),
  sampleReceived: z.boolean(),
  /** The laboratory asks or notes something, or a sample must be recollected. */
  actionNeeded: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const own = { kind: 'own', at: 'id' } as const

export const physiciansRoutes = routes({
  ...savedViewRoutes,
  current: {
    method: 'GET',
    path: '/api/physicians/current',
    summary: 'The signed-in user',
    access: { kind: 'signed-in' },
    reply: physician,
    errors: ['not-registered'],
  },
  registration: {
    method: 'GET',
    path: '/api/physicians/registration',
    summary: 'What is known about the user before they register: names, invitations, an earlier denial',
    access: { kind: 'signed-in' },
    reply: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** Whether the identity provider reports the address as verified: registration requires it. */
      emailVerified: z.boolean(),
      /** The account's name at the identity provider; '' if it has none. */
      account: z.object({ firstName: z.string(), lastName: z.string() }),
      invitations: z.array(
        z.object({
          id: z.number().int(),
          institution: institutionChoice,
          roles: z.array(roleName),
          invitedBy: z.string(),
          expiresAt: instant,
        }),
      ),
      refusal: z.object({ institutionName: z.string(), reason: z.string(), at: instant }).nullable(),
    }),
    errors: [],
  },
  register: {
    method: 'POST',
    path: '/api/physicians',
    summary:
      'Register the user with an institution; an invited user is active immediately, others wait for approval',
    access: { kind: 'signed-in' },
    body: registration,
    reply: physician,
    status: 201,
    errors: ['already-registered', 'not-found', 'email-not-verified'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/physicians/invitations/{id}/accept',
    summary: 'Accept another institution’s invitation as a registered user',
    access: { kind: 'signed-in' },
    params: ownId,
    errors: ['not-registered', 'not-found'],
  },
  lookupNpi: {
    method: 'GET',
    path: '/api/physicians/npiLookup/{npi}',
    summary: 'Look up a number in the NPI registry',
    access: { kind: 'signed-in' },
    params: z.object({ npi: z.string().max(40) }),
    reply: npiFinding,
    perMinute: 60,
    cost: 'search',
    errors: ['npi-unknown'],
  },
  attest: {
    method: 'PUT',
    path: '/api/physicians/attestate-me-as-user-manager',
    summary: 'Certify that the user may manage their institution’s users',
    access: { kind: 'signed-in' },
    reply: z.object({ userManagementSupported: z.literal(true) }),
    errors: ['not-registered', 'account-waiting', 'account-closed', 'forbidden'],
  },
  acceptTerms: {
    method: 'POST',
    path: '/api/physicians/terms-consent',
    summary: 'Accept the current version of the ordering portal terms',
    access: { kind: 'signed-in' },
    query: z.object({
      /** The version that the user has read; another than the current one is refused. The call of §7 has none. */
      version: z.string().max(60).optional(),
    }),
    errors: ['not-registered', 'account-waiting', 'account-closed', 'terms-changed'],
  },
  approveNotice: {
    method: 'POST',
    path: '/api/physicians/{id}/annual-notice-approval',
    summary: 'Acknowledge the privacy notice for this year',
    access: own,
    params: ownId,
    errors: [],
  },
  searchInstitutions: {
    method: 'GET',
    path: '/api/physicians/{id}/institutions/search',
    summary: 'The institutions a user can register with; {id} is the user’s own, 0 before registration',
    access: { kind: 'signed-in' },
    params: z.object({ id: z.coerce.number().int().min(0) }),
    query: z.object(paging),
    reply: z.object({ data: z.array(institutionChoice), meta: pageMeta }),
    cost: 'search',
    errors: ['not-found'],
  },
  institutions: {
    method: 'GET',
    path: '/api/physicians/{id}/institutions',
    summary: 'The user’s institutions, including those pending or closed',
    access: own,
    params: ownId,
    reply: z.array(
      institutionChoice.extend({ status: userStatus, roles: z.array(roleName), since: instant }),
    ),
    errors: [],
  },
  changeName: {
    method: 'PUT',
    path: '/api/physicians/{id}/name',
    summary: 'Change the prefix and suffix; the name stays as registered',
    access: own,
    params: ownId,
    body: z.strictObject({ prefix: short(20), suffix: short(20) }),
    errors: [],
  },
  changePhones: {
    method: 'PUT',
    path: '/api/physicians/{id}/phones',
    summary: 'Replace the user’s phone numbers',
    access: own,
    params: ownId,
    body: phoneList,
    errors: [],
  },
  changeAddresses: {
    method: 'PUT',
    path: '/api/physicians/{id}/addresses',
    summary: 'Replace the user’s addresses',
    access: own,
    params: ownId,
    body: addressList,
    errors: [],
  },
  favoriteTests: {
    method: 'GET',
    path: '/api/physicians/{id}/favorites/tests',
    summary: 'The user’s favorite tests; a test that can no longer be ordered has no name',
    access: own,
    params: ownId,
    reply: z.array(
      z.object({
        testCode: z.string(),
        testName: z.string(),
        /** The code it is shown by; '' if that is its own code. */
        displayCode: z.string(),
        orderable: z.boolean(),
      }),
    ),
    errors: [],
  },
  changeFavoriteTests: {
    method: 'PUT',
    path: '/api/physicians/{id}/favorites/tests',
    summary: 'Replace the user’s favorite tests',
    access: own,
    params: ownId,
    body: z.array(favoriteTest).max(100, { error: 'Choose at most 100 favorites.' }),
    errors: [],
  },
  favoriteCodes: {
    method: 'GET',
    path: '/api/physicians/{id}/favorites/ICDCodes',
    summary: 'The user’s favorite ICD-10 codes',
    access: own,
    params: ownId,
    reply: z.array(z.object({ code: z.string(), description: z.string() })),
    errors: [],
  },
  changeFavoriteCodes: {
    method: 'PUT',
    path: '/api/physicians/{id}/favorites/ICDCodes',
    summary: 'Replace the user’s favorite ICD-10 codes',
    access: own,
    params: ownId,
    body: z.array(favoriteCode).max(100, { error: 'Choose at most 100 favorites.' }),
    errors: [],
  },
  notifications: {
    method: 'GET',
    path: '/api/physicians/{id}/notifications',
    summary: 'The user’s email notification settings',
    access: own,
    params: ownId,
    reply: notificationSettings,
    errors: [],
  },
  changeNotifications: {
    method: 'PUT',
    path: '/api/physicians/{id}/notifications',
    summary: 'Change the user’s email notification settings',
    access: own,
    params: ownId,
    body: notificationSettings,
    errors: [],
  },
  orderingProviders: {
    method: 'GET',
    path: '/api/PhysiciansV2/ordering-providers',
    summary: 'An institution’s active providers with an NPI',
    access: { kind: 'institution', permissions: ['CreateOrder', 'SubmitOrder'] },
    query: z.object({ hospitalCode: z.string().min(1).max(20), ...paging }),
    reply: z.object({ data: z.array(orderingProvider), meta: pageMeta }),
    errors: [],
  },
  additionalRecipients: {
    method: 'GET',
    path: '/api/physiciansV2/additionalRecipient/',
    summary: 'The users at the user’s institutions who can receive a copy of a report',
    access: { kind: 'institution', permissions: ['CreateOrder', 'SubmitOrder'] },
    query: z.object({ status: userStatus.default('Active'), ...paging }),
    reply: z.object({
      data: z.array(
        orderingProvider.extend({ email: z.string(), fax: z.string(), locationName: z.string() }),
      ),
      meta: pageMeta,
    }),
    errors: [],
  },
})
