import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fromStoredAddress, toStoredAddress } from '#contract/addresses.ts'
import { fail } from '#contract/errors.ts'
import type { Institution, institutionsRoutes } from '#contract/institutions.ts'
import type { PhoneEntry } from '#contract/people.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import { type Authority, audit, withOwnScope, withScope } from '#server/database/scope.ts'
import { type MembershipDeps, requestMembership } from '#server/features/physicians/public.ts'
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
    versions: { addresses: versionOf(row.addresses), phones: versionOf(row.phones) },
  }
}

/** Of a list as it is stored: the same for the same content. */
function versionOf(entries: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32)
}

function refuseBadPhones(phones: readonly PhoneEntry[], at: string) {
  const errors = phoneErrors(phones, at)
  if (errors.length > 0) fail('invalid-fields', { errors })
}

export function institutionsHandlers(deps: MembershipDeps): Handlers<typeof institutionsRoutes> {
  const { connection } = deps
  const change = (
    authority: Authority,
    id: number,
    list: 'addresses' | 'phones',
    { entries, seen }: { entries: readonly object[]; seen: string | undefined },
  ): Promise<undefined> =>
    withScope(connection, authority, async (scope) => {
      const row = (await institutionById(scope, id, { lock: true })) ?? fail('not-found')
      const isOvertaken = seen !== undefined && seen !== versionOf(row[list])
      // A repeat after a lost reply is none.
      if (isOvertaken && !isDeepStrictEqual(row[list], entries)) fail('version-conflict')
      await changeInstitution(scope, id, list, entries)
      const { code } = row
      await audit(
        scope,
        'institution-changed',
        { kind: 'institution', id: code, institution: code },
        { fields: [list] },
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

    changeAddresses: ({ authority, params, headers, body }) => {
      const entries = body.map(toStoredAddress)
      return change(authority, params.id, 'addresses', { entries, seen: headers['if-match'] })
    },

    changePhones: ({ authority, params, headers, body }) => {
      refuseBadPhones(body, '')
      return change(authority, params.id, 'phones', { entries: body, seen: headers['if-match'] })
    },

    addPhysician: ({ actor, identity, params, body }) => {
      if (body.physicianId !== actor.id || body.institutionId !== params.id) fail('not-found')
      return requestMembership(deps, identity, actor.id, params.id)
    },
  }
}
