import { z } from 'zod'
import { addressEntry } from '#contract/addresses.ts'
import { institutionsRoutes } from '#contract/institutions.ts'
import { institutionChoice, type physiciansRoutes, registration } from '#contract/physicians.ts'
import type { ReplyOf } from '#contract/route.ts'
import { INSTITUTION_PHONE_TYPES, PROVIDER_TYPES } from '#domain/lookups.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { fieldName, type WrongField } from '#portal/forms.ts'
import { EMPTY_REGION } from '#ui/fields/empty-region.ts'

/** What is known of somebody before they register. */
export type RegistrationInfo = ReplyOf<typeof physiciansRoutes.registration>
export type Invitation = RegistrationInfo['invitations'][number]

const phones = z.array(z.object({ type: z.enum(INSTITUTION_PHONE_TYPES), phoneNumber: z.string() }))

/** What stands in the form while it is filled in: unfinished, but of this shape. */
export const valuesShape = z.object({
  /** The invitation that is accepted; null: an institution is found or made below. */
  invitationId: z.number().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  providerType: z.enum([...PROVIDER_TYPES, '']),
  npi: z.string(),
  delegate: z.object({ providerName: z.string(), providerNpi: z.string(), agreed: z.boolean() }),
  institutionKind: z.enum(['listed', 'new']),
  institution: institutionChoice.nullable(),
  newInstitution: z.object({
    institutionName: z.string(),
    addresses: z.array(addressEntry),
    phones,
  }),
  phoneNumbers: phones,
  conditionsConfirmed: z.boolean(),
})
export type Values = z.infer<typeof valuesShape>

const workPhone = { type: 'Work' as const, phoneNumber: '' }
const noAddress = { addressLine1: '', addressLine2: '', ...EMPTY_REGION }

/** What the form begins with: names of the account, and the invitation if there is just one. */
export function valuesOf({ firstName, lastName, invitations }: RegistrationInfo): Values {
  const [invitation] = invitations
  return {
    ...{ firstName, lastName, prefix: '', suffix: '', providerType: '', npi: '' },
    invitationId: invitation && invitations.length === 1 ? invitation.id : null,
    delegate: { providerName: '', providerNpi: '', agreed: false },
    ...{ institutionKind: 'listed', institution: null },
    newInstitution: {
      institutionName: '',
      addresses: [{ type: 'Primary', ...noAddress }],
      phones: [workPhone],
    },
    phoneNumbers: [workPhone],
    conditionsConfirmed: false,
  }
}

/** Without an invitation that was open when it was chosen, and is no longer. */
export function withOpenInvitation(values: Values, { invitations }: RegistrationInfo): Values {
  return invitations.some(({ id }) => id === values.invitationId) ? values : { ...values, invitationId: null }
}

/** What is sent, if it may be; else what its schema finds wrong. What does not apply to the type of user is left out. */
function sent(values: Values, institutionId: number | null) {
  const { institutionKind: _, institution: __, newInstitution: ___, ...rest } = values
  const staff = values.providerType === 'Staff'
  return {
    ...rest,
    npi: staff ? '' : values.npi,
    delegate: staff ? values.delegate : null,
    institutionId,
  }
}

/** Throws where `wrongWith` finds something. */
export function registrationOf(values: Values, institutionId: number) {
  return registration.parse(sent(values, institutionId))
}

/** The form's field at a pointer into a registration, and into a new institution. */
export function registrationField(pointer: string): string {
  if (pointer === '/institutionId') return 'institution'
  return pointer === '/delegate' ? 'delegate.providerName' : fieldName(pointer)
}
export function institutionField(pointer: string): string {
  return `newInstitution.${fieldName(pointer)}`
}

function issues(schema: z.ZodType, value: unknown, nameOf: (pointer: string) => string): WrongField[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => ({
    name: nameOf(path.map((key) => `/${String(key)}`).join('')),
    message,
  }))
}

export const NO_NPI = 'Invalid NPI: check the digits.'
/** Stands for an institution that has no id yet. */
const TO_BE_MADE = 1

/** Everything that is wrong with what was typed, in the order of the page; one message a field. */
export function wrongWith(values: Values): WrongField[] {
  const { providerType, npi, delegate, invitationId, institution } = values
  const made = invitationId === null && values.institutionKind === 'new'
  const institutionId = made || invitationId !== null ? TO_BE_MADE : (institution?.institutionId ?? null)
  const own: (WrongField | false)[] = [
    providerType === '' && { name: 'providerType', message: 'Select your role.' },
    !['Staff', ''].includes(providerType) &&
      !isNpi(npi) && { name: 'npi', message: npi === '' ? 'Enter your NPI.' : NO_NPI },
    providerType === 'Staff' &&
      delegate.providerNpi !== '' &&
      !isNpi(delegate.providerNpi) && { name: 'delegate.providerNpi', message: NO_NPI },
  ]
  const found = [
    ...own.filter((one) => one !== false),
    ...issues(registration, sent(values, institutionId), registrationField),
    ...(made ? issues(institutionsRoutes.create.body, values.newInstitution, institutionField) : []),
  ]
  return inPageOrder(found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at))
}

const PAGE_ORDER = [
  ...['invitationId', 'firstName', 'lastName', 'prefix', 'suffix', 'providerType', 'npi'],
  ...['delegate.providerName', 'delegate.providerNpi', 'delegate.agreed'],
  ...['institution', 'newInstitution', 'phoneNumbers', 'conditionsConfirmed'],
]

export function inPageOrder(fields: readonly WrongField[]): WrongField[] {
  const positionOf = ({ name }: WrongField) => PAGE_ORDER.findIndex((part) => name.startsWith(part))
  return fields.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** The institution as it stands in the form once it has been made. */
export function choiceOf(
  made: ReplyOf<typeof institutionsRoutes.create>,
): Exclude<Values['institution'], null> {
  const { id, institutionId, institutionName, institutionCode, parentInstitutionCode, createdByUser } = made
  const { city = '', state = '', country = 'USA', otherCountry = '' } = made.addresses[0] ?? {}
  return {
    id,
    institutionId,
    institutionName,
    institutionCode,
    parentInstitutionCode,
    createdByUser,
    city,
    state,
    country,
    otherCountry,
  }
}
