import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { type IdentityDeps, requestSourceOf } from '../deps.ts'
import type { AccountSession } from '../sessions.ts'

export interface Me {
  session: AccountSession
  account: Account
}

type Handler = (request: FastifyRequest, reply: FastifyReply, me: Me) => Promise<unknown>

/** The provider's second client: these pages, which need a sign-in but no token. */
export const accountClient = 'account'

/** For signed-in users; redirects others to the sign-in and back. */
export function requireSignIn(deps: IdentityDeps, run: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await deps.sessions.current(requestSourceOf(request))
    const account = session && (await deps.accounts.find(session.sub))
    if (session && account) return run(request, reply, { session, account })
    const query = new URLSearchParams({
      client_id: accountClient,
      response_type: 'code',
      redirect_uri: `${deps.issuer}/account/signed-in`,
      scope: 'openid',
      // The code is never redeemed: nobody knows what this is the hash of.
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
    })
    return reply.redirect(`${deps.issuer}/auth?${query}`, 303)
  }
}
