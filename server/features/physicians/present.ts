import type { Claims } from '#adapters/identity/port.ts'
import { fromStoredAddress } from '#contract/addresses.ts'
import type { InstitutionChoice, Physician, physiciansRoutes } from '#contract/physicians.ts'
import type { ReplyOf } from '#contract/route.ts'
import { permissionsOf, ROLES } from '#domain/permissions/permissions.ts'
import { simplifiedContact } from '#domain/users/contact.ts'
import type { Actor } from '#server/database/scope.ts'
import type { lastRefusal, openInvitations, ownRecord } from './store.ts'

type OwnRecord = NonNullable<Awaited<ReturnType<typeof ownRecord>>>

type RegistrationFindings = ReplyOf<(typeof physiciansRoutes)['registration']>

const A_YEAR_MS = 365 * 24 * 3_600_000

/**
 * The signed-in user (specification §3, Physician): what the access check knows about them, and their record.
 */
export function presentPhysician(actor: Actor, record: OwnRecord, now: Date): Physician {
  const { id, firstName, lastName, email, npi, prefix, suffix, status } = actor
  const [workplace] = actor.memberships
  const addresses = record.addresses.map(fromStoredAddress)
  const noticeApproved = record.notice_approved_at?.getTime() ?? 0
  return {
    ...{ id, physicianId: id, firstName, lastName, email, emails: [email], npi, prefix, suffix, status },
    providerType: record.provider_type,
    delegated: record.delegate !== null,
    locationName: workplace?.name ?? '',
    institutionId: workplace?.id ?? null,
    phone: record.phones[0]?.phoneNumber ?? '',
    fax: record.phones.find(({ type }) => type === 'Fax')?.phoneNumber ?? '',
    phoneNumbers: record.phones,
    addresses,
    simplified: { ...simplifiedContact({ ...record, id }), addresses },
    customerRoles: actor.memberships.map(({ roles, ...institution }) => ({
      institution,
      roles: roles.map((name) => ({ id: ROLES[name].id, name })),
      permissions: permissionsOf(roles),
    })),
    attestations: { tnCApproved: actor.termsAccepted },
    userManagementSupported: actor.support || record.attested_at !== null,
    showUserManagementAttestationMessage: actor.attestationDue,
    annualNoticeDue: now.getTime() - noticeApproved > A_YEAR_MS,
    support: actor.support,
  }
}

interface RegistrationInfo {
  claims: Claims
  record: OwnRecord | undefined
  invitations: Awaited<ReturnType<typeof openInvitations>>
  institutions: readonly InstitutionChoice[]
  refusal: Awaited<ReturnType<typeof lastRefusal>>
}

/** What is known about a user before they register. */
export function presentRegistration(info: RegistrationInfo): RegistrationFindings {
  const { claims, record, refusal } = info
  return {
    firstName: record?.first_name ?? claims.firstName ?? '',
    lastName: record?.last_name ?? claims.lastName ?? '',
    email: claims.email ?? '',
    emailVerified: claims.email !== null && claims.emailVerified,
    account: { firstName: claims.firstName ?? '', lastName: claims.lastName ?? '' },
    invitations: info.invitations.flatMap(({ id, institution_code, roles, invited_by_name, expires_at }) => {
      const institution = info.institutions.find((one) => one.institutionCode === institution_code)
      if (!institution) return []
      return [{ id, institution, roles, invitedBy: invited_by_name, expiresAt: expires_at.toISOString() }]
    }),
    refusal: refusal
      ? { institutionName: refusal.institution_name, reason: refusal.reason, at: refusal.at.toISOString() }
      : null,
  }
}
