import { describe, expect, test } from 'vitest'
import {
  type RegistrationInfo,
  registrationOf,
  type Values,
  valuesOf,
  withOpenInvitation,
  wrongWith,
} from './values.ts'

const institution = {
  ...{ id: 7, institutionId: 7, institutionName: 'Test Hospital', institutionCode: '1007' },
  ...{ parentInstitutionCode: null, city: 'Springvale', state: 'IL', createdByUser: false },
  ...{ country: 'USA' as const, otherCountry: '' },
}
const invitation: RegistrationInfo['invitations'][number] = {
  ...{
    id: 3,
    institution,
    roles: ['OrderViewer'],
    invitedBy: 'Ana Admin',
    expiresAt: '2026-02-01T00:00:00.000Z',
  },
}
const registration: RegistrationInfo = {
  ...{ firstName: 'Ada', lastName: 'Okafor', email: 'ada@clinic.test', emailVerified: true },
  ...{ account: { firstName: 'Ada', lastName: 'Okafor' }, invitations: [], refusal: null },
}
const physician: Values = {
  ...valuesOf(registration),
  ...{ providerType: 'Physician', npi: '1234567893', institution },
  phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
  conditionsConfirmed: true,
}
const staff: Values = {
  ...physician,
  ...{ providerType: 'Staff', npi: '' },
  delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
}
const withNew: Values = {
  ...physician,
  ...{ institutionKind: 'new', institution: null },
  newInstitution: {
    institutionName: 'New Clinic',
    addresses: [
      {
        ...{ type: 'Primary', addressLine1: '1 Main St', addressLine2: '' },
        ...{ city: 'Springvale', state: 'IL', stateName: 'Illinois', stateId: 14, postalCode: '60000' },
        ...{ country: 'USA', otherCountry: '' },
      },
    ],
    phones: [{ type: 'Work', phoneNumber: '+16145550102' }],
  },
}
const names = (values: Values) => wrongWith(values).map(({ name }) => name)

describe('what is wrong with a registration', () => {
  test.each([
    ['a physician', physician],
    ['staff with a provider', staff],
    ['with a new institution', withNew],
    ['with an invitation and no institution', { ...physician, invitationId: 3, institution: null }],
  ] as const)('nothing: %s', (_, values) => expect(wrongWith(values)).toEqual([]))

  test('everything that an empty form lacks is said at once, in the order of the page', () => {
    expect(wrongWith(valuesOf({ ...registration, firstName: '', lastName: ' ' }))).toEqual([
      { name: 'firstName', message: 'Enter your first name.' },
      { name: 'lastName', message: 'Enter your last name.' },
      { name: 'providerType', message: 'Select your role.' },
      { name: 'institution', message: 'Choose your institution.' },
      { name: 'phoneNumbers.0.phoneNumber', message: 'Enter the full phone number with its country.' },
      { name: 'conditionsConfirmed', message: 'Confirm the conditions.' },
    ])
  })

  test.each([
    ['', 'Enter your NPI.'],
    ['1234567890', 'Invalid NPI: check the digits.'],
  ])('of a provider the NPI %j', (npi, message) => {
    for (const providerType of ['Physician', 'Non-physician provider', 'Genetic counselor'] as const)
      expect(wrongWith({ ...physician, providerType, npi })).toEqual([{ name: 'npi', message }])
  })

  test('staff need the provider for whom they act, and the agreement', () => {
    const delegate = { providerName: '', providerNpi: '1234567890', agreed: false }
    expect(names({ ...staff, delegate })).toEqual([
      'delegate.providerName',
      'delegate.providerNpi',
      'delegate.agreed',
    ])
  })

  test('a new institution is looked at only if it is the one that is chosen', () => {
    const empty = valuesOf(registration).newInstitution
    expect(names({ ...withNew, newInstitution: empty })).toEqual([
      'newInstitution.institutionName',
      'newInstitution.addresses.0.addressLine1',
      'newInstitution.addresses.0.city',
      'newInstitution.addresses.0.state',
      'newInstitution.addresses.0.postalCode',
      'newInstitution.phones.0.phoneNumber',
    ])
    expect(names({ ...physician, newInstitution: empty })).toEqual([])
    expect(names({ ...withNew, invitationId: 3, newInstitution: empty })).toEqual([])
  })
})

describe('what is sent', () => {
  test('a provider names no delegate, staff no NPI of their own', () => {
    const both = { npi: '1234567893', delegate: staff.delegate }
    expect(registrationOf({ ...physician, ...both }, 7)).toMatchObject({
      ...{ institutionId: 7, npi: '1234567893', delegate: null, invitationId: null },
    })
    expect(registrationOf({ ...staff, ...both }, 7)).toMatchObject({ npi: '', delegate: staff.delegate })
  })

  test('what is not whole cannot be sent', () => {
    expect(() => registrationOf({ ...physician, conditionsConfirmed: false }, 7)).toThrow()
  })
})

describe('invitations', () => {
  test('one alone is chosen already, several are not', () => {
    expect(valuesOf({ ...registration, invitations: [invitation] }).invitationId).toBe(3)
    expect(
      valuesOf({ ...registration, invitations: [invitation, { ...invitation, id: 4 }] }).invitationId,
    ).toBeNull()
  })

  test('one that is no longer open is no longer chosen', () => {
    const chosen = { ...physician, invitationId: 3 }
    expect(withOpenInvitation(chosen, { ...registration, invitations: [invitation] }).invitationId).toBe(3)
    expect(withOpenInvitation(chosen, registration).invitationId).toBeNull()
  })
})
