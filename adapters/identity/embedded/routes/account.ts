import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { emailIn, formOf } from '../forms.ts'
import { accountPage, changeEmailPage, changePasswordPage, messagePage } from '../pages/account.ts'
import { failedPage } from '../pages/sign-in.ts'
import { callerOf, checkPassword, type Parts, resetAddress, whose } from '../parts.ts'
import { newPasswordErrors } from '../password-rules.ts'
import type { AccountSession } from '../sessions.ts'

export interface Me {
  session: AccountSession
  account: Account
}

type Handler = (request: FastifyRequest, reply: FastifyReply, me: Me) => Promise<unknown>

/** The second client of the provider: these pages, which want a sign-in but no token. */
export const accountClient = 'account'

/** For who is signed in; others are led to the sign-in and back. */
export function signedIn(parts: Parts, run: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await parts.sessions.current(callerOf(request))
    const account = session && (await parts.accounts.find(session.sub))
    if (session && account) return run(request, reply, { session, account })
    const query = new URLSearchParams({
      client_id: accountClient,
      response_type: 'code',
      redirect_uri: `${parts.issuer}/account/signed-in`,
      scope: 'openid',
      // The code is not redeemed: nobody knows what this is the hash of.
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
    })
    return reply.redirect(`${parts.issuer}/auth?${query}`, 303)
  }
}

/** Whether the typed password is that of who is signed in; under the same lockout as the sign-in. */
export async function isOwnPassword(
  parts: Parts,
  request: FastifyRequest,
  { account }: Me,
  password: string,
): Promise<boolean> {
  const typed = { email: account.email, password, account }
  return (await checkPassword(parts, typed, callerOf(request))) === 'right'
}

export const wrongPasswordText = 'This is not your password, or the account is locked for a while.'

export function accountRoutes(fastify: FastifyInstance, parts: Parts): void {
  const { accounts, factors, issuer, notices, passkeys, sessions, site, tickets } = parts
  const overview = `${site.look.base}/account`
  const done = (what: string) => `${overview}?done=${what}`

  fastify.get<{ Querystring: { error?: unknown } }>('/account/signed-in', async (request, reply) => {
    const { error } = request.query
    if (error === undefined) return reply.redirect(overview, 303)
    if (error !== 'access_denied')
      return reply.code(403).send(failedPage(site, 'the sign-in was not completed'))
    const text = 'Open the link in the message that we have sent you, then log in.'
    return reply.code(403).send(messagePage(site, 'Please verify your e-mail address', text))
  })

  fastify.get(
    '/account',
    signedIn(parts, async (request, _reply, { account, session }) => {
      const { sub } = account
      const what = (request.query as { done?: unknown }).done
      return accountPage(site, {
        account,
        factors: await factors.state(sub),
        passkeys: await passkeys.list(sub),
        sessions: await sessions.list(sub),
        current: session.id,
        done: typeof what === 'string' ? what : '',
      })
    }),
  )

  fastify.get(
    '/account/password',
    signedIn(parts, async () => changePasswordPage(site)),
  )

  fastify.post(
    '/account/password',
    signedIn(parts, async (request, reply, me) => {
      const { account, session } = me
      const form = formOf(request, 'current', 'password', 'repeated')
      const known = [account.email, account.firstName, account.lastName, site.look.laboratoryName]
      const right = await isOwnPassword(parts, request, me, form.current)
      const errors = {
        ...newPasswordErrors(form, known),
        ...(right ? {} : { current: wrongPasswordText }),
      }
      if (Object.keys(errors).length > 0) return reply.code(400).send(changePasswordPage(site, errors))
      await accounts.setPassword(account.sub, form.password)
      const common = whose(account, null, callerOf(request))
      await notices.event({ type: 'password-changed', how: 'changed', ...common })
      const ended = await sessions.end(account.sub, { but: session.id })
      if (ended > 0) await notices.event({ type: 'session-ended', why: 'password-changed', ...common })
      await notices.mail(account.email, { kind: 'password-changed', reset: resetAddress(parts) })
      return reply.redirect(done('password'), 303)
    }),
  )

  fastify.get(
    '/account/email',
    signedIn(parts, async () => changeEmailPage(site, '')),
  )

  fastify.post(
    '/account/email',
    signedIn(parts, async (request, reply, me) => {
      const { account } = me
      const form = formOf(request, 'email', 'current')
      const email = emailIn(form.email)
      const right = await isOwnPassword(parts, request, me, form.current)
      if (email === null || email === account.email || !right) {
        const wrong =
          email === null
            ? 'Enter an e-mail address, such as name@clinic.org.'
            : 'This is your address already.'
        const errors = {
          ...(email === null || email === account.email ? { email: wrong } : {}),
          ...(right ? {} : { current: wrongPasswordText }),
        }
        return reply.code(400).send(changeEmailPage(site, form.email, errors))
      }
      if (await accounts.findByEmail(email)) {
        // Not told on the page: only the address's owner may know that it has an account.
        const kind = { kind: 'already', logIn: `${issuer}/sign-in`, reset: resetAddress(parts) } as const
        await notices.limitedMail(email, 'already', async () => kind)
      } else {
        await notices.limitedMail(email, 'change-email', async () => ({
          kind: 'change-email',
          link: `${issuer}/verify?token=${await tickets.issue('change-email', { sub: account.sub, email })}`,
        }))
      }
      return reply.redirect(done('email'), 303)
    }),
  )

  fastify.post(
    '/account/sessions/end',
    signedIn(parts, async (request, reply, { account }) => {
      await endSessions(request, account, { id: formOf(request, 'id').id })
      return reply.redirect(done('session'), 303)
    }),
  )

  fastify.post(
    '/account/sessions/end-others',
    signedIn(parts, async (request, reply, { account, session }) => {
      formOf(request)
      await endSessions(request, account, { but: session.id })
      return reply.redirect(done('sessions'), 303)
    }),
  )

  async function endSessions(
    request: FastifyRequest,
    account: Account,
    which: { id: string } | { but: string },
  ) {
    if ((await sessions.end(account.sub, which)) === 0) return
    await notices.event({
      type: 'session-ended',
      why: 'ended-by-owner',
      ...whose(account, null, callerOf(request)),
    })
  }
}
