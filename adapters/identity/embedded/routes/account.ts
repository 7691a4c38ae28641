import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#domain/network/network-of.ts'
import type { Account } from '../accounts.ts'
import {
  eventFields,
  type IdentityDeps,
  notifyPasswordReplaced,
  requestSourceOf,
  resetAddress,
} from '../deps.ts'
import { emailIn, formOf, formWithList } from '../forms.ts'
import { accountPage, changeEmailPage, changePasswordPage, messagePage } from '../pages/account.ts'
import { failedPage } from '../pages/sign-in.ts'
import { newPasswordErrors } from '../password-rules.ts'
import { recentFactors } from '../recent-factors.ts'
import { voidTickets } from '../tickets.ts'
import { confirmedActionRoutes, PROOF_FIELDS, requiredProofOf, verifyProof, wrongProofText } from './proof.ts'
import { requireSignIn } from './signed-in.ts'

export function accountRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, credentials, factors, issuer, notices, passkeys, sessions, site } = deps
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
    requireSignIn(deps, async (request, _reply, { account, session }) => {
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
    requireSignIn(deps, async (_request, _reply, { account }) =>
      changePasswordPage(
        site,
        await requiredProofOf(deps, account),
        await recentFactors(deps.db, account.sub),
      ),
    ),
  )

  fastify.post(
    '/account/password',
    requireSignIn(deps, async (request, reply, me) => {
      const { account } = me
      const { ticked, ...form } = formWithList(request, 'remove', ...PROOF_FIELDS, 'password', 'repeated')
      const known = [account.email, account.firstName, account.lastName, site.look.laboratoryName]
      const network = networkOf(requestSourceOf(request).address)
      const wrong = await newPasswordErrors(deps.passwords, form, known, network)
      const isFormInvalid = Object.keys(wrong).length > 0
      const verified = await verifyProof(deps, request, me, form, { isFormInvalid })
      const refuse = async (errors: Record<string, string>) => {
        const [proof, factors] = [
          await requiredProofOf(deps, account),
          await recentFactors(deps.db, account.sub),
        ]
        return reply.code(400).send(changePasswordPage(site, proof, factors, { errors, ticked }))
      }
      if (!verified) return refuse({ ...wrong, current: wrongProofText })
      if (isFormInvalid) return refuse(wrong)
      const hash = await deps.passwords.hash({ password: form.password, wellKnown: false }, network)
      const replaced = await credentials.change(verified, { hash, remove: ticked })
      if (!replaced) return refuse({ current: wrongProofText })
      await notifyPasswordReplaced(deps, account, requestSourceOf(request), 'changed', replaced)
      return reply.redirect(done('password'), 303)
    }),
  )

  fastify.get(
    '/account/email',
    requireSignIn(deps, async (_request, _reply, { account }) =>
      changeEmailPage(site, await requiredProofOf(deps, account), ''),
    ),
  )

  fastify.post(
    '/account/email',
    requireSignIn(deps, async (request, reply, me) => {
      const { account } = me
      const form = formOf(request, 'email', ...PROOF_FIELDS)
      const email = emailIn(form.email)
      const isFormInvalid = email === null || email === account.email
      const verified = await verifyProof(deps, request, me, form, { isFormInvalid })
      const refuse = async (isVerified: boolean) => {
        const wrong =
          email === null
            ? 'Enter an e-mail address, such as name@clinic.org.'
            : 'This already is your address.'
        const errors = {
          ...(isFormInvalid ? { email: wrong } : {}),
          ...(isVerified ? {} : { current: wrongProofText }),
        }
        const proof = await requiredProofOf(deps, account)
        return reply.code(400).send(changeEmailPage(site, proof, form.email, errors))
      }
      if (email === null || email === account.email || !verified) return refuse(verified !== undefined)
      // An unverified account gives way to the person who proves to own the address.
      if ((await accounts.findByEmail(email))?.emailVerified) {
        // Not shown on the page: only the address's owner may know that it has an account.
        const kind = { kind: 'already', logIn: `${issuer}/sign-in`, reset: resetAddress(deps) } as const
        await notices.limitedMail(email, 'already', async () => kind)
      } else {
        const holds = await notices.limitedMail(email, 'change-email', async () => {
          const token = await credentials.beginEmailChange(verified, email)
          return token === undefined
            ? undefined
            : { kind: 'change-email', link: `${issuer}/verify?token=${token}` }
        })
        if (!holds) return refuse(false)
      }
      return reply.redirect(done('email'), 303)
    }),
  )

  confirmedActionRoutes(fastify, deps, [
    {
      path: '/account/sessions/end',
      title: 'End the session',
      text: 'That browser is logged out immediately.',
      button: 'End it',
      async run({ request, reply, me, id }) {
        await endSessions(request, me.account, { id })
        return reply.redirect(done('session'), 303)
      },
    },
    {
      path: '/account/sessions/end-others',
      title: 'End all other sessions',
      text: 'You stay logged in here, and are logged out everywhere else immediately.',
      button: 'End them',
      async run({ request, reply, me }) {
        await endSessions(request, me.account, { but: me.session.id })
        return reply.redirect(done('sessions'), 303)
      },
    },
  ])

  async function endSessions(
    request: FastifyRequest,
    account: Account,
    which: { id: string } | { but: string },
  ) {
    // Voids pending changes: whoever used the ended session may have requested another address.
    await voidTickets(deps.db, account.sub)
    if ((await sessions.end(account.sub, which)) === 0) return
    await notices.event({
      type: 'session-ended',
      why: 'ended-by-owner',
      ...eventFields(account, null, requestSourceOf(request)),
    })
  }
}
