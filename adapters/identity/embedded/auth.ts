import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { CamelCasePlugin } from 'kysely'
import { z } from 'zod'
import type { Database } from './database.ts'
import { derivedKey } from './secrets.ts'

/** Who asks: what an account session is bound to and attempts are counted by. */
export interface RequestSource {
  address: string
  userAgent: string
  cookie: string
}

export type Auth = ReturnType<typeof startAuth>

const addressHeader = 'x-karyo-address'

/**
 * better-auth's core on the given connection: account sessions and their cookies. Its handler is not mounted
 * anywhere, and its rate limits by address are off: a hospital may come from one (lockout.ts).
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
      // Its own prefix would be `__Secure-`.
      cookiePrefix: `${secure ? '__Host-' : ''}karyo_account`,
      useSecureCookies: false,
      defaultCookieAttributes: { path: '/', sameSite: 'lax', httpOnly: true, secure },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // Refusals are answers, not errors; the rest reaches the server's log.
    onAPIError: { throw: true },
  })
}

const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    /** Opens a session for an account whose first factor was shown; not to be remembered by the browser. */
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

/** The caller as better-auth wants to see it. */
export function headersOf(source: RequestSource): Record<string, string> {
  return { 'user-agent': source.userAgent, [addressHeader]: source.address, cookie: source.cookie }
}
