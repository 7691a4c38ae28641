import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from '#domain/text/html.ts'
import type { Account } from '../accounts.ts'
import { checkFactor, type IdentityDeps, notifyFactorChange, requestSourceOf } from '../deps.ts'
import { formOf } from '../forms.ts'
import { challengePage, recoveryCodesPage, setUpPage, wrongCodeText } from '../pages/second-factor.ts'
import { type AccountSession, firstFactorOf } from '../sessions.ts'
import { finishSignIn, type Interaction, stepsAt } from './steps.ts'

interface Pending {
  session: AccountSession
  account: Account
}

/** The steps of a sign-in after the password or the hospital: the second factor, or setting one up if required. */
export function challengeRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, factors, passkeys, provider, sessions, site } = deps

  /** A step of a sign-in in progress; redirects to the first step if that was not taken. */
  const step =
    (run: (request: Interaction, reply: FastifyReply, pending: Pending) => Promise<unknown>) =>
    async (request: Interaction, reply: FastifyReply) => {
      await provider.interactionDetails(request.raw, reply.raw)
      const session = await sessions.pending(requestSourceOf(request))
      const account = session && (await accounts.find(session.sub))
      if (!session || !account) return reply.redirect(stepsAt(deps, request), 303)
      return run(request, reply, { session, account })
    }

  async function challenge(request: Interaction, { account }: Pending, error?: string) {
    const state = await factors.state(account.sub)
    return challengePage(site, {
      ...state,
      action: `${stepsAt(deps, request)}/second-factor`,
      passkeyOptions: state.passkeys > 0 ? await passkeys.requestOptions(account.sub) : undefined,
      ...(error === undefined ? {} : { error }),
    })
  }

  fastify.get<{ Params: { uid: string } }>(
    '/interaction/:uid/second-factor',
    step((request, _reply, pending) => challenge(request, pending)),
  )

  fastify.post<{ Params: { uid: string } }>(
    '/interaction/:uid/second-factor',
    step(async (request, reply, pending) => {
      const { account, session } = pending
      const { sub } = account
      const source = requestSourceOf(request)
      const form = formOf(request, 'code', 'recoveryCode', 'answer')
      const [wrong, second, check] =
        form.answer !== ''
          ? (['wrong-passkey', 'pop', async () => (await passkeys.check(sub, form.answer)) === sub] as const)
          : form.recoveryCode !== ''
            ? (['wrong-code', 'otp', () => factors.recoveryCodeFits(sub, form.recoveryCode)] as const)
            : (['wrong-code', 'otp', () => factors.codeFits(sub, form.code)] as const)
      const result = await checkFactor(deps, account, source, wrong, check)
      if (result !== 'right') return reply.code(401).send(await challenge(request, pending, wrongCodeText))
      if (form.answer === '' && form.recoveryCode !== '') {
        await notifyFactorChange(deps, account, source, 'recovery-code-used')
      }
      const amr = [firstFactorOf(session), second, 'mfa']
      await sessions.authenticated(session.id, amr)
      return finishSignIn(deps, request, reply, { ...session, amr }, account)
    }),
  )

  async function setUp(request: Interaction, { account, session }: Pending, error?: string) {
    const authenticator = await factors.setUpAuthenticator(account.sub, account.email, session.id)
    if (!authenticator) throw new Error('an account with a second factor came to set one up')
    return setUpPage(site, {
      action: `${stepsAt(deps, request)}/set-up`,
      authenticator,
      demanded: true,
      passkeyOptions: await passkeys.creationOptions(account),
      ...(error === undefined ? {} : { error }),
    })
  }

  /** Only for accounts without a second factor: otherwise the password alone would be enough to add one. */
  const whileWithout = (run: Parameters<typeof step>[0]) =>
    step(async (request, reply, pending) => {
      const state = await factors.state(pending.account.sub)
      if (!state.authenticator && state.passkeys === 0) return run(request, reply, pending)
      return reply.redirect(`${stepsAt(deps, request)}/second-factor`, 303)
    })

  fastify.get<{ Params: { uid: string } }>(
    '/interaction/:uid/set-up',
    whileWithout((request, _reply, pending) => setUp(request, pending)),
  )

  fastify.post<{ Params: { uid: string } }>(
    '/interaction/:uid/set-up',
    whileWithout(async (request, reply, pending) => {
      const { account, session } = pending
      const source = requestSourceOf(request)
      const form = formOf(request, 'code', 'answer', 'name')
      const passkey = form.answer !== ''
      const result = await checkFactor(deps, account, source, passkey ? 'wrong-passkey' : 'wrong-code', () =>
        passkey
          ? passkeys.add(account.sub, form.name.trim().slice(0, 60) || 'My passkey', form.answer)
          : factors.confirmAuthenticator(account.sub, form.code, session.id),
      )
      if (result !== 'right') return reply.code(401).send(await setUp(request, pending, wrongCodeText))
      await sessions.authenticated(session.id, [firstFactorOf(session), passkey ? 'pop' : 'otp', 'mfa'])
      await notifyFactorChange(deps, account, source, passkey ? 'passkey-added' : 'authenticator-on')
      const next = html`<form method="post" action="${stepsAt(deps, request)}/continue"><button type="submit">Continue to the portal</button></form>`
      return recoveryCodesPage(site, await factors.makeRecoveryCodes(account.sub), next)
    }),
  )

  fastify.post<{ Params: { uid: string } }>(
    '/interaction/:uid/continue',
    step(async (request, reply, { session, account }) => {
      if (!session.amr.includes('mfa')) return reply.redirect(stepsAt(deps, request), 303)
      formOf(request)
      return finishSignIn(deps, request, reply, session, account)
    }),
  )
}
