import { addressKept } from '#contract/addresses.ts'
import { fail } from '#contract/errors.ts'
import type { PhoneEntry } from '#contract/people.ts'
import type { physiciansRoutes } from '#contract/physicians.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import { standingProblem } from '#domain/user-state/standing.ts'
import { type Actor, type OwnScope, type Self, within, withinOwn } from '#server/database/scope.ts'
import type { Handlers } from '#server/handlers.ts'
import { phoneErrors } from '#server/phone-numbers.ts'
import { changeFavoriteCodes, changeFavoriteTests, favoriteCodes, favoriteTests } from './favorites.ts'
import { presentPhysician, presentRegistration } from './present.ts'
import { acceptInvitation, changeOwn, lookUpNpi, type PhysiciansParts, register } from './service.ts'
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

interface Paged {
  page: number
  limit: number
  search?: string | undefined
}
const asked = ({ page, limit, search = '' }: Paged) => ({ search, skip: (page - 1) * limit, top: limit })
const metaOf = ({ page, limit }: Paged, total: number) => ({ total, page, limit })

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

/** For what is done before the terms are accepted and the attestation is given: those gates alone are open. */
function mustBeApproved(actor: Actor | null): Actor {
  if (!actor) fail('not-registered')
  const problem = standingProblem({ ...actor, attestationDue: false, termsAccepted: true })
  if (problem) fail(problem)
  return actor
}

function refuseBadPhones(phones: readonly PhoneEntry[]) {
  const errors = phoneErrors(phones, '')
  if (errors.length > 0) fail('invalid-fields', { errors })
}

export function physiciansHandlers(parts: PhysiciansParts): Handlers<typeof physiciansRoutes> {
  const { connection, now } = parts
  const inOwn = <T>(self: Self, work: (own: OwnScope) => Promise<T>) => withinOwn(connection, self, work)
  const present = async (actor: Actor | null, self: Self) =>
    presentPhysician(
      actor ?? fail('not-registered'),
      (await inOwn(self, ownRecord)) ?? fail('not-registered'),
      now(),
    )

  return {
    current: ({ actor, self }) => present(actor, self),

    registration: ({ claims, self }) =>
      inOwn(self, async (own) => {
        const record = await ownRecord(own)
        const invitations = await openInvitations(own)
        const codes = invitations.map((one) => one.institution_code)
        return presentRegistration({
          ...{ claims, record, invitations },
          institutions: await institutionsByCode(own, codes),
          refusal: record && (await lastRefusal(own, record.id)),
        })
      }),

    register: async ({ actor, claims, self, body }) => {
      if (actor) fail('already-registered')
      await register(parts, self, claims, body)
      return present(await parts.actorOf(claims), self)
    },

    acceptInvitation: async ({ self, params }) => {
      await acceptInvitation(parts, self, params.id)
      return undefined
    },

    lookupNpi: ({ params }) => lookUpNpi(parts.registry, params.npi),

    attest: async ({ actor, self }) => {
      if (institutionsWith(mustBeApproved(actor).memberships, ['CreateUser']).length === 0) fail('forbidden')
      await changeOwn(parts, self, 'attested', { attested_at: now() })
      return { userManagementSupported: true as const }
    },

    acceptTerms: async ({ actor, self }) => {
      mustBeApproved(actor)
      await changeOwn(parts, self, 'terms-accepted', {
        ...{ terms_version: parts.termsVersion, terms_accepted_at: now() },
      })
      return undefined
    },

    approveNotice: async ({ self }) => {
      await changeOwn(parts, self, 'notice-approved', { notice_approved_at: now() })
      return undefined
    },

    searchInstitutions: async ({ actor, self, params, query }) => {
      if (params.id !== (actor?.id ?? 0)) fail('not-found')
      const { total, data } = await inOwn(self, (own) => findInstitutions(own, asked(query)))
      return { data, meta: metaOf(query, total) }
    },

    institutions: ({ actor, self }) =>
      inOwn(self, async (own) => {
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

    changeName: async ({ self, body }) => {
      await changeOwn(parts, self, 'profile-changed', body)
      return undefined
    },

    changePhones: async ({ self, body }) => {
      refuseBadPhones(body)
      await changeOwn(parts, self, 'profile-changed', { phones: JSON.stringify(body) })
      return undefined
    },

    changeAddresses: async ({ self, body }) => {
      await changeOwn(parts, self, 'profile-changed', { addresses: JSON.stringify(body.map(addressKept)) })
      return undefined
    },

    favoriteTests: ({ self }) => favoriteTests(parts, self),
    changeFavoriteTests: async ({ self, body }) => {
      const codes = body.map(({ testCode }) => testCode)
      await changeFavoriteTests(parts, self, codes)
      return undefined
    },
    favoriteCodes: ({ self }) => favoriteCodes(parts, self),
    changeFavoriteCodes: async ({ self, body }) => {
      const codes = body.map(({ code }) => code)
      await changeFavoriteCodes(parts, self, codes)
      return undefined
    },

    notifications: async ({ self }) =>
      ((await inOwn(self, ownRecord)) ?? fail('not-registered')).notifications,
    changeNotifications: async ({ self, body }) => {
      await changeOwn(parts, self, 'profile-changed', { notifications: JSON.stringify(body) })
      return undefined
    },

    views: ({ self }) => viewsOf(parts, self),
    saveView: ({ self, params: { name }, body: { search, replace } }) =>
      saveView(parts, self, { name, search }, replace),
    renameView: ({ self, params, body }) => renameView(parts, self, params.name, body.name),
    removeView: ({ self, params }) => removeView(parts, self, params.name),

    orderingProviders: async ({ authority, query }) => {
      if (!authority.institutions.includes(query.hospitalCode)) fail('not-found')
      const { total, rows } = await within(connection, authority, (scope) =>
        orderingProviders(scope, { ...asked(query), hospitalCode: query.hospitalCode }),
      )
      return { data: rows.map(providerChoice), meta: metaOf(query, total) }
    },

    additionalRecipients: async ({ authority, query }) => {
      const { total, rows } = await within(connection, authority, (scope) =>
        additionalRecipients(scope, { ...asked(query), status: query.status }),
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
