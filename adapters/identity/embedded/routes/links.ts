import type { FastifyInstance } from 'fastify'
import type { Caller } from '../auth.ts'
import { evenly } from '../evenly.ts'
import { emailIn, formOf } from '../forms.ts'
import { unlock } from '../lockout.ts'
import {
  changeOverPage,
  forgotPage,
  resetDonePage,
  resetOverPage,
  resetPage,
  resetSentPage,
  verifiedPage,
  verifyExpiredPage,
  verifyPage,
  verifyUnknownPage,
} from '../pages/links.ts'
import { callerOf, type Parts, resetAddress, whose } from '../parts.ts'
import { newPasswordErrors } from '../password-rules.ts'
import type { Ticket } from '../tickets.ts'

interface Link {
  Querystring: { token?: unknown }
}

const tokenIn = (query: Link['Querystring']) => (typeof query.token === 'string' ? query.token : '')

/** Where the links of the mails lead: verifying an address, choosing a new password. */
export function linkRoutes(fastify: FastifyInstance, parts: Parts): void {
  verifyRoutes(fastify, parts)
  resetRoutes(fastify, parts)
}

function verifyRoutes(fastify: FastifyInstance, parts: Parts): void {
  const { accounts, notices, site, tickets } = parts
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
    return verifyPage(site, token, ticket.email, `${account.firstName} ${account.lastName}`)
  })

  fastify.post('/verify', async (request, reply) => {
    const { token } = formOf(request, 'token')
    const ticket = await tickets.take(token, ...purposes)
    const account = ticket?.sub ? await accounts.find(ticket.sub) : undefined
    if (!ticket?.email || !account) {
      return reply.code(410).send(await unusablePage(await tickets.look(token, ...purposes)))
    }
    const caller = callerOf(request)
    if (ticket.purpose === 'change-email') {
      if (!(await accounts.changeEmail(account.sub, ticket.email))) {
        return reply.code(410).send(changeOverPage(site))
      }
      const event = { type: 'email-changed', previous: account.email } as const
      await notices.event({ ...event, ...whose(account, null, caller), email: ticket.email })
      await notices.mail(account.email, { kind: 'email-changed', email: ticket.email })
    } else if (ticket.email === account.email && (await accounts.markVerified(account.sub))) {
      await notices.event({ type: 'email-verified', ...whose(account, null, caller) })
    }
    return verifiedPage(site)
  })
}

function resetRoutes(fastify: FastifyInstance, parts: Parts): void {
  const { accounts, db, issuer, notices, sessions, site, tickets } = parts

  fastify.get('/forgot', async () => forgotPage(site, ''))

  fastify.post('/forgot', async (request, reply) => {
    const form = formOf(request, 'email')
    const email = emailIn(form.email)
    if (email === null) {
      const error = 'Enter an e-mail address, such as name@clinic.org.'
      return reply.code(400).send(forgotPage(site, form.email, error))
    }
    await evenly(sendReset(email))
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
    if (!ticket || ticket.expired) return reply.code(410).send(resetOverPage(site))
    return resetPage(site, token)
  })

  fastify.post('/reset', async (request, reply) => {
    const { token, ...form } = formOf(request, 'token', 'password', 'repeated')
    const looked = await tickets.look(token, 'reset-password')
    const account = looked?.sub ? await accounts.find(looked.sub) : undefined
    if (!account) return reply.code(410).send(resetOverPage(site))
    const errors = await newPasswordErrors(form, [
      account.email,
      account.firstName,
      account.lastName,
      site.look.laboratoryName,
    ])
    if (Object.keys(errors).length > 0) return reply.code(400).send(resetPage(site, token, errors))
    const ticket = await tickets.take(token, 'reset-password')
    // A link to an address that is no longer the account's proves nothing.
    if (!ticket || ticket.email !== account.email) return reply.code(410).send(resetOverPage(site))
    await reset(account.sub, form.password, callerOf(request))
    return resetDonePage(site)
  })

  async function reset(sub: string, password: string, caller: Caller): Promise<void> {
    await accounts.setPassword(sub, password)
    const ended = await sessions.end(sub, 'all')
    const newlyVerified = await accounts.markVerified(sub)
    const account = await accounts.find(sub)
    if (!account) return
    await unlock(db, account.email)
    const common = whose(account, null, caller)
    await notices.event({ type: 'password-changed', how: 'reset', ...common })
    if (newlyVerified) await notices.event({ type: 'email-verified', ...common })
    if (ended > 0) await notices.event({ type: 'session-ended', why: 'password-changed', ...common })
    await notices.mail(account.email, { kind: 'password-changed', reset: resetAddress(parts) })
  }
}
