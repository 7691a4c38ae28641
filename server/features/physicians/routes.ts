import { fail } from '#contract/errors.ts'
import type { Physician, physiciansRoutes } from '#contract/physicians.ts'
import { permissionsOf } from '#domain/permissions/permissions.ts'
import type { Connection } from '#server/database/connect.ts'
import { type Actor, within } from '#server/database/scope.ts'
import type { Handlers } from '#server/handlers.ts'
import { orderingProviders } from './store.ts'

function profile(actor: Actor): Physician {
  const { id, firstName, lastName, email, npi, prefix, suffix, status } = actor
  return {
    ...{ id, firstName, lastName, email, npi, prefix, suffix, status },
    customerRoles: actor.memberships.map(({ code, name, parentCode, roles }) => ({
      institution: { code, name, parentCode },
      roles,
      permissions: permissionsOf(roles),
    })),
  }
}

export function physiciansHandlers(connection: Connection): Handlers<typeof physiciansRoutes> {
  return {
    current: ({ actor }) => profile(actor ?? fail('not-registered')),
    search: async ({ authority, query }) => {
      const { hospitalCode, search = '', page, limit } = query
      if (!authority.institutions.includes(hospitalCode)) fail('not-found')
      const asked = { hospitalCode, search, skip: (page - 1) * limit, top: limit }
      const { total, rows } = await within(connection, authority, (scope) => orderingProviders(scope, asked))
      const data = rows.map(({ id, first_name, last_name, npi, suffix }) => ({
        ...{ id, npi, suffix },
        ...{ firstName: first_name, lastName: last_name },
      }))
      return { data, meta: { total, page, limit } }
    },
  }
}
