import { toStoredAddress } from '#contract/addresses.ts'
import { fail } from '#contract/errors.ts'
import type { PhoneEntry } from '#contract/people.ts'
import type { physiciansRoutes } from '#contract/physicians.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import { findClosedGate } from '#domain/user-state/account-gate.ts'
import { type Actor, type Identity, type OwnScope, withOwnScope, withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { phoneErrors } from '#server/phone-numbers.ts'
import { changeFavoriteCodes, changeFavoriteTests, favoriteCodes, favoriteTests } from './favorites.ts'
import { followAddress } from './follow-address.ts'
import { presentPhysician, presentRegistration } from './present.ts'
import { acceptInvitation, changeOwn, lookUpNpi, type PhysicianDeps, register } from './service.ts'
import {
  additionalRecipients,
  findInstitutions,
  institutionsByCode,
  lastRefusal,
  openInvitations,
  orderingProviders,
  ownMemberships,
  ownRecord,
} from './store.ts'
import { removeView, renameView, saveView, viewsOf } from './views.ts'

interface PageParams {
  page: number
  limit: number
  search?: string | undefined
}
const pageQuery = ({ page, limit, search = '' }: PageParams) => ({
  search,
  skip: (page - 1) * limit,
  top: limit,
})
const metaOf = ({ page, limit }: PageParams, total: number) => ({ total, page, limit })

const providerChoice = (row: {
  id: number
  first_name: string
  last_name: string
  npi: string
  suffix: string
}) => ({
  ...{ id: row.id, npi: row.npi, suffix: row.suffix },
  ...{ firstName: row.first_name, lastName: row.last_name },
})

/**
 * For requests that are allowed before the terms are accepted and the attestation is given: every other
 * account gate must be open.
 */
function assertApproved(actor: Actor | null): Actor {
  if (!actor) fail('not-registered')
  const problem = findClosedGate({ ...actor, attestationDue: false, termsAccepted: true })
  if (problem) fail(problem)
  return actor
}

function refuseBadPhones(phones: readonly PhoneEntry[]) {
  const errors = phoneErrors(phones, '')
  if (errors.length > 0) fail('invalid-fields', { errors })
}

export function physiciansHandlers(deps: PhysicianDeps): Handlers<typeof physiciansRoutes> {
  const { connection, now } = deps
  const inOwn = <T>(identity: Identity, work: (own: OwnScope) => Promise<T>) =>
    withOwnScope(connection, identity, work)
  const present = async (actor: Actor | null, identity: Identity) =>
    presentPhysician(
      actor ?? fail('not-registered'),
      (await inOwn(identity, ownRecord)) ?? fail('not-registered'),
      now(),
    )

  return {
    current: async ({ actor, claims, identity }) => {
      const { issuedAt } = claims
      const differs = actor && identity.email !== null && actor.email.toLowerCase() !== identity.email
      if (
        differs &&
        issuedAt !== null &&
        (await followAddress(connection, identity, new Date(issuedAt * 1000)))
      )
        return present(await deps.actorOf(claims), identity)
      return present(actor, identity)
    },

    registration: ({ claims, identity }) =>
      inOwn(identity, async (own) => {
        const record = await ownRecord(own)
        const invitations = await openInvitations(own)
        const codes = invitations.map((one) => one.institution_code)
        return presentRegistration({
          ...{ claims, record, invitations },
          institutions: await institutionsByCode(own, codes),
          refusal: record && (await lastRefusal(own, record.id)),
        })
      }),

    register: async ({ actor, claims, identity, body }) => {
      if (actor) fail('already-registered')
      await register(deps, identity, claims, body)
      return present(await deps.actorOf(claims), identity)
    },

    acceptInvitation: async ({ identity, params }) => {
      await acceptInvitation(deps, identity, params.id)
      return undefined
    },

    lookupNpi: ({ params }) => lookUpNpi(deps.registry, params.npi),

    attest: async ({ actor, identity }) => {
      if (institutionsWith(assertApproved(actor).memberships, ['CreateUser']).length === 0) fail('forbidden')
      await changeOwn(deps, identity, 'attested', { attested_at: now() })
      return { userManagementSupported: true as const }
    },

    acceptTerms: async ({ actor, identity, query: { version } }) => {
      assertApproved(actor)
      if (version !== undefined && version !== deps.termsVersion) fail('terms-changed')
      await changeOwn(deps, identity, 'terms-accepted', {
        ...{ terms_version: deps.termsVersion, terms_accepted_at: now() },
      })
      return undefined
    },

    approveNotice: async ({ identity }) => {
      await changeOwn(deps, identity, 'notice-approved', { notice_approved_at: now() })
      return undefined
    },

    searchInstitutions: async ({ actor, identity, params, query }) => {
      if (params.id !== (actor?.id ?? 0)) fail('not-found')
      const { total, data } = await inOwn(identity, (own) => findInstitutions(own, pageQuery(query)))
      return { data, meta: metaOf(query, total) }
    },

    institutions: ({ actor, identity }) =>
      inOwn(identity, async (own) => {
        const memberships = await ownMemberships(own, actor.id)
        const codes = memberships.map((one) => one.institution_code)
        const found = new Map((await institutionsByCode(own, codes)).map((one) => [one.institutionCode, one]))
        return memberships.flatMap(({ institution_code, status, since, roles }) => {
          const institution = found.get(institution_code)
          return institution
            ? [{ ...institution, status, roles: roles ?? [], since: since.toISOString() }]
            : []
        })
      }),

    changeName: async ({ identity, body }) => {
      await changeOwn(deps, identity, 'profile-changed', body)
      return undefined
    },

    changePhones: async ({ identity, body }) => {
      refuseBadPhones(body)
      await changeOwn(deps, identity, 'profile-changed', { phones: JSON.stringify(body) })
      return undefined
    },

    changeAddresses: async ({ identity, body }) => {
      await changeOwn(deps, identity, 'profile-changed', {
        addresses: JSON.stringify(body.map(toStoredAddress)),
      })
      return undefined
    },

    favoriteTests: ({ identity }) => favoriteTests(deps, identity),
    changeFavoriteTests: async ({ identity, body }) => {
      const codes = body.map(({ testCode }) => testCode)
      await changeFavoriteTests(deps, identity, codes)
      return undefined
    },
    favoriteCodes: ({ identity }) => favoriteCodes(deps, identity),
    changeFavoriteCodes: async ({ identity, body }) => {
      const codes = body.map(({ code }) => code)
      await changeFavoriteCodes(deps, identity, codes)
      return undefined
    },

    notifications: async ({ identity }) =>
      ((await inOwn(identity, ownRecord)) ?? fail('not-registered')).notifications,
    changeNotifications: async ({ identity, body }) => {
      await changeOwn(deps, identity, 'profile-changed', { notifications: JSON.stringify(body) })
      return undefined
    },

    views: ({ identity }) => viewsOf(deps, identity),
    saveView: ({ identity, params: { name }, body: { search, replace } }) =>
      saveView(deps, identity, { name, search }, replace),
    renameView: ({ identity, params, body }) => renameView(deps, identity, params.name, body.name),
    removeView: ({ identity, params }) => removeView(deps, identity, params.name),

    orderingProviders: async ({ authority, query }) => {
      if (!authority.institutions.includes(query.hospitalCode)) fail('not-found')
      const { total, rows } = await withScope(connection, authority, (scope) =>
        orderingProviders(scope, { ...pageQuery(query), hospitalCode: query.hospitalCode }),
      )
      return { data: rows.map(providerChoice), meta: metaOf(query, total) }
    },

    additionalRecipients: async ({ authority, query }) => {
      const { total, rows } = await withScope(connection, authority, (scope) =>
        additionalRecipients(scope, { ...pageQuery(query), status: query.status }),
      )
      const data = rows.map((row) => ({
        ...providerChoice(row),
        email: row.email,
        fax: row.phones.find(({ type }) => type === 'Fax')?.phoneNumber ?? '',
        locationName: row.location_name,
      }))
      return { data, meta: metaOf(query, total) }
    },
  }
}
