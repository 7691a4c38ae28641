import type { FastifyInstance } from 'fastify'
import { networkOf } from '#domain/network/network-of.ts'
import type { Account } from '../accounts.ts'
import { inConstantTime } from '../constant-time.ts'
import {
  checkPassword,
  eventFields,
  type IdentityDeps,
  notifyPasswordReplaced,
  requestSourceOf,
} from '../deps.ts'
import { emailIn, formOf, formWithList } from '../forms.ts'
import { unlock } from '../lockout.ts'
import {
  changeEmailLinkPage,
  changeOverPage,
  forgotPage,
  type NewPasswordErrors,
  resetDonePage,
  resetOverPage,
  resetPage,
  resetSentPage,
  undoDonePage,
  undoOverPage,
  undoPage,
  verifiedPage,
  verifyExpiredPage,
  verifyPage,
  verifyUnknownPage,
} from '../pages/links.ts'
import { newPasswordErrors } from '../password-rules.ts'
import { recentFactors } from '../recent-factors.ts'
import { type Ticket, UNDO_EMAIL_CHANGE_DAYS } from '../tickets.ts'
import { nameErrors } from './sign-up.ts'

interface Link {
  Querystring: { token?: unknown }
}

const tokenIn = (query: Link['Querystring']) => (typeof query.token === 'string' ? query.token : '')

/** Targets of the links in mails: verifying an address, choosing a new password. */
export function linkRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  verifyRoutes(fastify, deps)
  undoRoutes(fastify, deps)
  resetRoutes(fastify, deps)
}

function verifyRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, credentials, issuer, notices, site, tickets } = deps
  const purposes = ['verify-email', 'change-email'] as const

  /** The page for a link that verifies nothing. */
  async function unusablePage(ticket: Ticket | undefined): Promise<string> {
    if (!ticket?.email) return verifyUnknownPage(site)
    return ticket.purpose === 'change-email' ? changeOverPage(site) : verifyExpiredPage(site, ticket.email)
  }

  fastify.get<Link>('/verify', async (request, reply) => {
    const token = tokenIn(request.query)
    const ticket = await tickets.look(token, ...purposes)
    const account = ticket?.sub ? await accounts.find(ticket.sub) : undefined
    if (!ticket?.email || !account || ticket.expired) return reply.code(410).send(await unusablePage(ticket))
    return ticket.purpose === 'verify-email'
      ? verifyPage(site, token, ticket.email)
      : changeEmailLinkPage(site, token, ticket.email, `${account.firstName} ${account.lastName}`)
  })

  fastify.post('/verify', async (request, reply) => {
    const { token, password } = formOf(request, 'token', 'password')
    const ticket = await tickets.look(token, ...purposes)
    const account = ticket?.sub ? await accounts.find(ticket.sub) : undefined
    if (!ticket?.email || ticket.expired || !account) return reply.code(410).send(await unusablePage(ticket))
    const source = requestSourceOf(request)
    if (ticket.purpose === 'change-email') {
      const changed = await credentials.changeEmail(token)
      if (!changed) return reply.code(410).send(changeOverPage(site))
      const { previous, undo } = changed
      await notices.event({
        ...{ type: 'email-changed', previous },
        ...{ ...eventFields(account, null, source), email: ticket.email },
      })
      await notices.mail(previous, {
        ...{ kind: 'email-changed', email: ticket.email, days: UNDO_EMAIL_CHANGE_DAYS },
        undo: `${issuer}/undo?token=${undo}`,
      })
      return verifiedPage(site)
    }
    const typed = { email: ticket.email, password, account }
    // The check holds only as long as nobody else signs up with the address.
    const { result, hash } = await checkPassword(deps, typed, source)
    if (result !== 'right' || hash === undefined)
      return reply.code(400).send(verifyPage(site, token, ticket.email, wrongVerifyText))
    if (!(await credentials.verify(token, hash))) return reply.code(410).send(verifyUnknownPage(site))
    await notices.event({ type: 'email-verified', ...eventFields(account, null, source) })
    return verifiedPage(site)
  })
}

const wrongVerifyText =
  'This is not the password that the account was created with, or the account is temporarily locked after several wrong attempts. If you did not create the account, choose a new password.'

/** Undoing a change of address, through the mail to the old one. */
function undoRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, credentials, db, notices, site, tickets } = deps

  async function found(token: string) {
    const ticket = await tickets.look(token, 'undo-email-change')
    const account = ticket?.sub && !ticket.expired ? await accounts.find(ticket.sub) : undefined
    return ticket?.email && account ? { email: ticket.email, account } : undefined
  }

  fastify.get<Link>('/undo', async (request, reply) => {
    const token = tokenIn(request.query)
    const one = await found(token)
    if (!one) return reply.code(410).send(undoOverPage(site))
    return undoPage(site, { token, email: one.email, factors: await recentFactors(db, one.account.sub) })
  })

  fastify.post('/undo', async (request, reply) => {
    const { token, ticked, ...form } = formWithList(request, 'remove', 'token', 'password', 'repeated')
    const one = await found(token)
    if (!one) return reply.code(410).send(undoOverPage(site))
    const { account, email } = one
    const network = networkOf(requestSourceOf(request).address)
    const errors = await newPasswordErrors(
      deps.passwords,
      form,
      [email, account.email, account.firstName, account.lastName, site.look.laboratoryName],
      network,
    )
    if (Object.keys(errors).length > 0) {
      const factors = await recentFactors(db, account.sub)
      return reply.code(400).send(undoPage(site, { token, email, factors, ticked, errors }))
    }
    const hash = await deps.passwords.hash({ password: form.password, wellKnown: false }, network)
    const undone = await credentials.undoEmailChange(token, { hash, remove: ticked })
    if (!undone) return reply.code(410).send(undoOverPage(site))
    const source = requestSourceOf(request)
    const owner = { ...account, email }
    await unlock(db, email)
    await notices.event({ type: 'email-changed', previous: undone.left, ...eventFields(owner, null, source) })
    await notifyPasswordReplaced(deps, owner, source, 'reset', undone)
    // Without a link: the mail goes to the person who changed the address.
    if (undone.left !== email) await notices.mail(undone.left, { kind: 'email-change-undone' })
    return undoDonePage(site, email)
  })
}

function resetRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, credentials, db, issuer, notices, site, tickets } = deps

  fastify.get('/forgot', async () => forgotPage(site, ''))

  fastify.post('/forgot', async (request, reply) => {
    const form = formOf(request, 'email')
    const email = emailIn(form.email)
    if (email === null) {
      const error = 'Enter an e-mail address, such as name@clinic.org.'
      return reply.code(400).send(forgotPage(site, form.email, error))
    }
    await inConstantTime(sendReset(email), deps.floorMs)
    return resetSentPage(site, email)
  })

  async function sendReset(email: string): Promise<void> {
    const account = await accounts.findByEmail(email)
    if (!account) return
    await notices.limitedMail(email, 'reset', async () => ({
      kind: 'reset',
      link: `${issuer}/reset?token=${await tickets.issue('reset-password', { sub: account.sub, email })}`,
    }))
  }

  fastify.get<Link>('/reset', async (request, reply) => {
    const token = tokenIn(request.query)
    const ticket = await tickets.look(token, 'reset-password')
    const account = ticket?.sub && !ticket.expired ? await accounts.find(ticket.sub) : undefined
    if (!account) return reply.code(410).send(resetOverPage(site))
    return resetPage(site, {
      token,
      factors: await recentFactors(db, account.sub),
      name: blankNameFor(account),
    })
  })

  fastify.post('/reset', async (request, reply) => {
    const { token, ticked, ...form } = formWithList(
      request,
      'remove',
      ...(['token', 'password', 'repeated', 'firstName', 'lastName'] as const),
    )
    const looked = await tickets.look(token, 'reset-password')
    const account = looked?.sub && !looked.expired ? await accounts.find(looked.sub) : undefined
    if (!account) return reply.code(410).send(resetOverPage(site))
    const typed = { firstName: form.firstName.trim(), lastName: form.lastName.trim() }
    const name = account.emailVerified ? undefined : typed
    const known = [typed.firstName, typed.lastName, account.firstName, account.lastName]
    const network = networkOf(requestSourceOf(request).address)
    const owner = [account.email, ...known, site.look.laboratoryName]
    const errors: NewPasswordErrors = {
      ...(name && nameErrors(name)),
      ...(await newPasswordErrors(deps.passwords, form, owner, network)),
    }
    if (Object.keys(errors).length > 0) {
      const factors = await recentFactors(db, account.sub)
      return reply.code(400).send(resetPage(site, { token, factors, ticked, name, errors }))
    }
    const hash = await deps.passwords.hash({ password: form.password, wellKnown: false }, network)
    const replaced = await credentials.reset(token, { hash, remove: ticked, ...(name ? { name } : {}) })
    if (!replaced) return reply.code(410).send(resetOverPage(site))
    await unlock(db, account.email)
    await notifyPasswordReplaced(deps, account, requestSourceOf(request), 'reset', replaced)
    return resetDonePage(site)
  })
}

/** Whoever created an unverified account may have typed another person's address, and any name. */
const blankNameFor = ({ emailVerified }: Account) =>
  emailVerified ? undefined : { firstName: '', lastName: '' }
