import { fromStoredAddress, toStoredAddress } from '#contract/addresses.ts'
import { fail } from '#contract/errors.ts'
import type { Institution, institutionsRoutes } from '#contract/institutions.ts'
import type { PhoneEntry } from '#contract/people.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, withOwnScope, withScope } from '#server/database/scope.ts'
import { requestMembership } from '#server/features/physicians/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { phoneErrors } from '#server/phone-numbers.ts'
import { changeInstitution, institutionById, makeInstitution } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof institutionById>>>

function present(row: Row, subject: string, mayChange: boolean): Institution {
  return {
    ...{ id: row.id, institutionId: row.id, institutionName: row.name, institutionCode: row.code },
    parentInstitutionCode: row.parent_code,
    createdByUser: row.created_by_subject === subject,
    ...{ addresses: row.addresses.map(fromStoredAddress), phones: row.phones, mayChange },
  }
}

function refuseBadPhones(phones: readonly PhoneEntry[], at: string) {
  const errors = phoneErrors(phones, at)
  if (errors.length > 0) fail('invalid-fields', { errors })
}

export function institutionsHandlers(connection: Connection): Handlers<typeof institutionsRoutes> {
  const change = (
    authority: Authority,
    id: number,
    what: Parameters<typeof changeInstitution>[2],
  ): Promise<undefined> =>
    withScope(connection, authority, async (scope) => {
      const { code } = (await changeInstitution(scope, id, what)) ?? fail('not-found')
      await audit(
        scope,
        'institution-changed',
        { kind: 'institution', id: code, institution: code },
        {
          fields: Object.keys(what),
        },
      )
      return undefined
    })

  return {
    create: async ({ identity, body }) => {
      if (identity.email === null) fail('email-not-verified')
      refuseBadPhones(body.phones, '/phones')
      const { institutionName: name, addresses, phones } = body
      const made = await withOwnScope(connection, identity, async (own) => {
        const row = await makeInstitution(own, { name, addresses, phones })
        await audit(
          own,
          'institution-made',
          { kind: 'institution', id: row.code, institution: null },
          { name },
        )
        return row
      })
      return present(made, identity.subject, false)
    },

    get: async ({ authority, params }) => {
      const found = await withScope(connection, authority, (scope) => institutionById(scope, params.id))
      const row = found ?? fail('not-found')
      const managed = institutionsWith(authority.actor.memberships, ['CreateUser'])
      return present(row, authority.actor.subject, managed.includes(row.code))
    },

    allCodes: ({ authority }) => [...authority.institutions],

    changeAddresses: ({ authority, params, body }) =>
      change(authority, params.id, { addresses: JSON.stringify(body.map(toStoredAddress)) }),

    changePhones: ({ authority, params, body }) => {
      refuseBadPhones(body, '')
      return change(authority, params.id, { phones: JSON.stringify(body) })
    },

    addPhysician: ({ actor, identity, params, body }) => {
      if (body.physicianId !== actor.id || body.institutionId !== params.id) fail('not-found')
      return requestMembership(connection, identity, actor.id, params.id)
    },
  }
}
