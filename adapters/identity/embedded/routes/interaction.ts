import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Account, isStaff } from '../accounts.ts'
import { checkPassword, type IdentityDeps, refused, requestSourceOf, sendVerification } from '../deps.ts'
import { forgetExpired } from '../expired.ts'
import { emailIn, formOf } from '../forms.ts'
import { refusedText, throttledText } from '../pages/sign-in.ts'
import { signUpPage } from '../pages/sign-up.ts'
import { leaveFor } from './hospital.ts'
import { finishSignIn, type Interaction, signInPageOf, stepsAt } from './steps.ts'

/** The sign-in of the portal or the account pages: password or passkey, then whatever else is required. */
export function interactionRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, db, factors, hospitals, passkeys, provider, sessions, site } = deps
  const secure = deps.issuer.startsWith('https:')
  const cookieName = `${secure ? '__Host-' : ''}karyo_last_sign_in`

  const page = (request: Interaction, email: string, error?: string) =>
    signInPageOf(deps, request, email, error)

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
    const { result, hash } = await checkPassword(deps, { ...typed, password: form.password }, source)
    if (result === 'throttled') return reply.code(429).send(await page(request, form.email, throttledText))
    // By its links an account is judged only if the password was right: otherwise the reply would tell that
    // there is one. By its domain it is judged in any case.
    const owner = result === 'right' ? account : undefined
    const hospital = await hospitals.insteadOfPassword(typed.email, owner)
    // The laboratory's staff can still come in when a hospital's provider fails.
    if (hospital && !isStaff(owner)) return leaveFor(deps, request, reply, hospital, typed.email)
    const refuse = async () => reply.code(401).send(await page(request, form.email, refusedText))
    if (result !== 'right' || !account || hash === undefined) return refuse()
    if (!account.emailVerified) return refuseUnverified(request, reply, account)
    const session = await sessions.openWithPassword(account.sub, hash, source)
    if (!session) {
      await refused(deps, account, null, source, 'wrong-password')
      return refuse()
    }
    reply.header('set-cookie', session.cookies)
    const { authenticator, passkeys: keys } = await factors.state(account.sub)
    if (authenticator || keys > 0) return reply.redirect(`${stepsAt(deps, request)}/second-factor`, 303)
    await sessions.authenticated(session.id, ['pwd'])
    if (deps.secondFactor === 'required') return reply.redirect(`${stepsAt(deps, request)}/set-up`, 303)
    return finishSignIn(deps, request, reply, { id: session.id, amr: ['pwd'], hospital: null }, account)
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
    const hospital = await hospitals.insteadOfPassword(account.email, account)
    if (hospital && !isStaff(account)) return leaveFor(deps, request, reply, hospital, account.email)
    if (!account.emailVerified) return refuseUnverified(request, reply, account)
    const session = await sessions.open(account.sub, source)
    reply.header('set-cookie', session.cookies)
    const amr = ['pop', 'user', 'mfa']
    await sessions.authenticated(session.id, amr)
    return finishSignIn(deps, request, reply, { id: session.id, amr, hospital: null }, account)
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
