import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { CamelCasePlugin } from 'kysely'
import { z } from 'zod'
import type { Database } from './database.ts'
import { derivedKey } from './secrets.ts'

/** The client of a request: what an account session is bound to, and what attempts are counted by. */
export interface RequestSource {
  address: string
  userAgent: string
  cookie: string
}

export type Auth = ReturnType<typeof startAuth>

const addressHeader = 'x-karyo-address'

/**
 * better-auth's core on the given connection: account sessions and their cookies. Its handler is not mounted,
 * and its rate limits by address are off, because a whole hospital may share one address (see lockout.ts).
 */
export function startAuth(options: { issuer: string; db: Database; secret: string; sessionSeconds: number }) {
  const { origin, pathname, protocol } = new URL(options.issuer)
  const secure = protocol === 'https:'
  return betterAuth({
    baseURL: origin,
    basePath: `${pathname}/better-auth`,
    secret: derivedKey(options.secret, 'accounts').toString('base64url'),
    database: {
      db: options.db.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true })),
      type: 'postgres',
      schemaName: 'identity',
      transaction: true,
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true, input: false },
        lastName: { type: 'string', required: true, input: false },
        roles: { type: 'string[]', required: false, input: false, defaultValue: [] },
      },
    },
    session: { expiresIn: options.sessionSeconds, disableSessionRefresh: true },
    rateLimit: { enabled: false },
    plugins: [sessionOpener],
    advanced: {
      // better-auth's default prefix would be `__Secure-`.
      cookiePrefix: `${secure ? '__Host-' : ''}karyo_account`,
      useSecureCookies: false,
      defaultCookieAttributes: { path: '/', sameSite: 'lax', httpOnly: true, secure },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // Refusals are replies, not errors; everything else goes to the server's log.
    onAPIError: { throw: true },
  })
}

const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    /** Opens a session for an account that has passed its first factor. The browser must not remember it. */
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const session = await ctx.context.internalAdapter.createSession(user.id, true)
        await setSessionCookie(ctx, { session, user }, true)
        return ctx.json({ id: session.id })
      },
    ),
  },
} as const

/** The request's source in the form that better-auth expects. */
export function headersOf(source: RequestSource): Record<string, string> {
  return { 'user-agent': source.userAgent, [addressHeader]: source.address, cookie: source.cookie }
}
