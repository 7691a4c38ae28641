import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#domain/network/network-of.ts'
import type { Account } from '../accounts.ts'
import { emailIn, formOf, formWithList } from '../forms.ts'
import { accountPage, changeEmailPage, changePasswordPage, messagePage } from '../pages/account.ts'
import { failedPage } from '../pages/sign-in.ts'
import { callerOf, type Parts, resetAddress, tellReplaced, whose } from '../parts.ts'
import { newPasswordErrors } from '../password-rules.ts'
import { recentFactors } from '../recent-factors.ts'
import { voidTickets } from '../tickets.ts'
import { isThemself, PROOF_FIELDS, proofAskedOf, provenActions, wrongProofText } from './proof.ts'
import { signedIn } from './signed-in.ts'

export function accountRoutes(fastify: FastifyInstance, parts: Parts): void {
  const { accounts, credentials, factors, issuer, notices, passkeys, sessions, site, tickets } = parts
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
    signedIn(parts, async (_request, _reply, { account }) =>
      changePasswordPage(
        site,
        await proofAskedOf(parts, account),
        await recentFactors(parts.db, account.sub),
      ),
    ),
  )

  fastify.post(
    '/account/password',
    signedIn(parts, async (request, reply, me) => {
      const { account, session } = me
      const { ticked, ...form } = formWithList(request, 'remove', ...PROOF_FIELDS, 'password', 'repeated')
      const known = [account.email, account.firstName, account.lastName, site.look.laboratoryName]
      const network = networkOf(callerOf(request).address)
      const wrong = await newPasswordErrors(parts.passwords, form, known, network)
      const inVain = Object.keys(wrong).length > 0
      const right = await isThemself(parts, request, me, form, { inVain })
      const errors = { ...wrong, ...(right ? {} : { current: wrongProofText }) }
      if (Object.keys(errors).length > 0) {
        const [proof, factors] = [
          await proofAskedOf(parts, account),
          await recentFactors(parts.db, account.sub),
        ]
        return reply.code(400).send(changePasswordPage(site, proof, factors, { errors, ticked }))
      }
      const hash = await parts.passwords.hash({ password: form.password, wellKnown: false }, network)
      const replaced = await credentials.change(account.sub, session.id, { hash, remove: ticked })
      await tellReplaced(parts, account, callerOf(request), 'changed', replaced)
      return reply.redirect(done('password'), 303)
    }),
  )

  fastify.get(
    '/account/email',
    signedIn(parts, async (_request, _reply, { account }) =>
      changeEmailPage(site, await proofAskedOf(parts, account), ''),
    ),
  )

  fastify.post(
    '/account/email',
    signedIn(parts, async (request, reply, me) => {
      const { account } = me
      const form = formOf(request, 'email', ...PROOF_FIELDS)
      const email = emailIn(form.email)
      const inVain = email === null || email === account.email
      const right = await isThemself(parts, request, me, form, { inVain })
      if (email === null || email === account.email || !right) {
        const wrong =
          email === null
            ? 'Enter an e-mail address, such as name@clinic.org.'
            : 'This is your address already.'
        const errors = {
          ...(inVain ? { email: wrong } : {}),
          ...(right ? {} : { current: wrongProofText }),
        }
        const proof = await proofAskedOf(parts, account)
        return reply.code(400).send(changeEmailPage(site, proof, form.email, errors))
      }
      // An unverified account gives way to who proves the address.
      if ((await accounts.findByEmail(email))?.emailVerified) {
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

  provenActions(fastify, parts, [
    {
      path: '/account/sessions/end',
      title: 'End the session',
      text: 'Whoever is logged in there is logged out at once.',
      button: 'End it',
      async run({ request, reply, me, id }) {
        await endSessions(request, me.account, { id })
        return reply.redirect(done('session'), 303)
      },
    },
    {
      path: '/account/sessions/end-others',
      title: 'End all other sessions',
      text: 'You stay logged in here, and are logged out at once everywhere else.',
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
    // What was begun in it falls with it: whose session is ended may have asked for another address.
    await voidTickets(parts.db, account.sub)
    if ((await sessions.end(account.sub, which)) === 0) return
    await notices.event({
      type: 'session-ended',
      why: 'ended-by-owner',
      ...whose(account, null, callerOf(request)),
    })
  }
}
