import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import {
  checkPassword,
  eventFields,
  type IdentityDeps,
  refused,
  requestSourceOf,
  sendVerification,
} from '../deps.ts'
import { forgetExpired } from '../expired.ts'
import { emailIn, formOf } from '../forms.ts'
import { unlock } from '../lockout.ts'
import { refusedText, signInPage, throttledText } from '../pages/sign-in.ts'
import { signUpPage } from '../pages/sign-up.ts'

type Interaction = FastifyRequest<{ Params: { uid: string } }>

/** The path of a sign-in's steps; the provider's cookie is sent to all of them. */
export const stepsAt = (deps: IdentityDeps, request: Interaction) =>
  `${deps.site.look.base}/interaction/${request.params.uid}`

/** The sign-in of the portal or the account pages: password or passkey, then whatever else is required. */
export function interactionRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, db, factors, passkeys, provider, sessions, site } = deps
  const secure = deps.issuer.startsWith('https:')
  const cookieName = `${secure ? '__Host-' : ''}karyo_last_sign_in`

  async function page(request: Interaction, email: string, error?: string): Promise<string> {
    const passkeyOptions = await passkeys.requestOptions(null)
    const action = stepsAt(deps, request)
    return signInPage(site, { email, action, passkeyOptions, ...(error === undefined ? {} : { error }) })
  }

  fastify.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
    '/interaction/:uid',
    async (request, reply) => {
      const { params, uid } = await provider.interactionDetails(request.raw, reply.raw)
      await forgetExpired(db)
      // So that a sign-up, verification or reset leads back here.
      reply.header(
        'set-cookie',
        `${cookieName}=${uid}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      )
      const email = typeof params.login_hint === 'string' ? params.login_hint : ''
      const wantsSignUp = params.screen_hint === 'signup' && !('log-in' in request.query)
      return wantsSignUp ? signUpPage(site, { email, firstName: '', lastName: '' }) : page(request, email)
    },
  )

  fastify.post<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
    // Throws if the sign-in is unknown or finished, before any password is checked.
    await provider.interactionDetails(request.raw, reply.raw)
    const form = formOf(request, 'email', 'password')
    const source = requestSourceOf(request)
    const email = emailIn(form.email)
    const account = email === null ? undefined : await accounts.findByEmail(email)
    // An invalid address may be a password in the wrong field: it is not shown again.
    const typed = { email: email ?? '', account }
    const result = await checkPassword(deps, { ...typed, password: form.password }, source)
    if (result === 'throttled') return reply.code(429).send(await page(request, form.email, throttledText))
    if (result !== 'right' || !account) {
      return reply.code(401).send(await page(request, form.email, refusedText))
    }
    if (!account.emailVerified) return refuseUnverified(request, reply, account)
    const session = await sessions.open(account.sub, source)
    reply.header('set-cookie', session.cookies)
    const { authenticator, passkeys: keys } = await factors.state(account.sub)
    if (authenticator || keys > 0) return reply.redirect(`${stepsAt(deps, request)}/second-factor`, 303)
    await sessions.authenticated(session.id, ['pwd'])
    if (deps.secondFactor === 'required') return reply.redirect(`${stepsAt(deps, request)}/set-up`, 303)
    return finishSignIn(deps, request, reply, { id: session.id, amr: ['pwd'] }, account)
  })

  fastify.post<{ Params: { uid: string } }>('/interaction/:uid/passkey', async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw)
    const source = requestSourceOf(request)
    const sub = await passkeys.check(null, formOf(request, 'answer').answer)
    const account = sub === undefined ? undefined : await accounts.find(sub)
    if (!account) {
      await refused(deps, undefined, null, source, 'wrong-passkey')
      return reply.code(401).send(await page(request, '', 'This passkey is unknown. Use your password.'))
    }
    if (!account.emailVerified) return refuseUnverified(request, reply, account)
    const session = await sessions.open(account.sub, source)
    reply.header('set-cookie', session.cookies)
    const amr = ['pop', 'user', 'mfa']
    await sessions.authenticated(session.id, amr)
    return finishSignIn(deps, request, reply, { id: session.id, amr }, account)
  })

  async function refuseUnverified(request: Interaction, reply: FastifyReply, account: Account) {
    const source = requestSourceOf(request)
    await refused(deps, account, null, source, 'unverified')
    await sendVerification(deps, account)
    return reply.redirect(
      await provider.interactionResult(
        request.raw,
        reply.raw,
        {
          error: 'access_denied',
          error_description: 'Please verify your email address before you log in.',
        },
        { mergeWithLastSubmission: false },
      ),
      303,
    )
  }

  /** Target of "Log in" on every page: the sign-in begun in this browser, or else the portal. */
  fastify.get('/sign-in', async (request, reply) => {
    const uid = new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    const interaction = uid === undefined ? undefined : await provider.Interaction.find(uid)
    const open = interaction && interaction.result === undefined && !interaction.isExpired
    return reply.redirect(open ? `${site.look.base}/interaction/${uid}?log-in` : site.look.portal, 303)
  })
}

/** After the last factor: gives the session its rights and the portal its answer. */
export async function finishSignIn(
  deps: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { id: string; amr: readonly string[] },
  account: Account,
): Promise<FastifyReply> {
  const amr = [...session.amr]
  // Not remembered: on a shared computer the session ends with the browser.
  const login = { accountId: account.sub, remember: false, amr }
  const returnTo = await deps.provider.interactionResult(
    request.raw,
    reply.raw,
    { login },
    { mergeWithLastSubmission: false },
  )
  await deps.sessions.complete(session.id)
  await unlock(deps.db, account.email)
  await deps.notices.event({
    type: 'signed-in',
    amr,
    ...eventFields(account, null, requestSourceOf(request)),
  })
  return reply.redirect(returnTo, 303)
}
