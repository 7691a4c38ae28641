import type { Claims } from '#adapters/identity/port.ts'
import { fail } from '#contract/errors.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import { COUNTRIES, DOCUMENT_TYPES, ETHNICITIES, STATES } from '#domain/lookups.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import { table } from '#domain/table.ts'
import { findClosedGate } from '#domain/user-state/account-gate.ts'
import type { Actor } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { Live } from './live.ts'

type Choices = ReplyOf<(typeof portalRoutes)['lookup']>

const plain = (names: readonly string[]): Choices => names.map((name) => ({ id: name, name }))

/** The reference lists (specification §3, Lookups). */
const LOOKUPS = table<Choices>({
  countries: plain(COUNTRIES),
  states: STATES.map(({ code, name }) => ({ id: code, name })),
  ethnicities: plain(ETHNICITIES.map(({ name }) => name)),
  'document-types': plain(DOCUMENT_TYPES),
})

/** Where the user may view orders: nowhere until all account gates are open. */
function visible(actor: Actor | null, institutionCodes: readonly string[]): string[] {
  if (!actor || findClosedGate(actor)) return []
  return institutionsWith(actor.memberships, ['ViewOrder'], institutionCodes)
}

export function portalHandlers(
  configuration: ReplyOf<(typeof portalRoutes)['configuration']>,
  live: Live,
  actorOf: (claims: Claims) => Promise<Actor | null>,
): Handlers<typeof portalRoutes> {
  return {
    configuration: () => configuration,
    lookup: ({ params }) => LOOKUPS[params.type.toLowerCase()] ?? fail('type-not-supported'),
    live({ claims, identity, institutionCodes, signal }) {
      // The user may have changed since their admission.
      const institutions = async () => visible(await actorOf(claims), institutionCodes)
      return live.follow({ subject: identity.subject, sessionId: claims.sessionId, institutions }, signal)
    },
  }
}
