import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { eventFields, type IdentityDeps, requestSourceOf } from '../deps.ts'
import { unlock } from '../lockout.ts'
import { hospitalRefusedPage } from '../pages/hospital.ts'
import { expiredPage, signInPage } from '../pages/sign-in.ts'
import type { AccountSession } from '../sessions.ts'
import { formerAddresses } from '../tickets.ts'

/** A request of a sign-in in progress. */
export type Interaction = FastifyRequest<{ Params: { uid: string } }>

/** The path of a sign-in's steps; the provider's cookie is sent to all of them. */
export const stepsAt = (deps: IdentityDeps, { params }: Pick<Interaction, 'params'>) =>
  `${deps.site.look.base}/interaction/${params.uid}`

/** The sign-in form, with the e-mail address typed before. */
export async function signInPageOf(
  deps: IdentityDeps,
  request: Pick<Interaction, 'params'>,
  email: string,
  error?: string,
): Promise<string> {
  const [passkeyOptions, offersHospitals] = await Promise.all([
    deps.passkeys.requestOptions(null),
    deps.hospitals.any(),
  ])
  const action = stepsAt(deps, request)
  return signInPage(deps.site, {
    ...{ email, action, passkeyOptions, offersHospitals },
    ...(error === undefined ? {} : { error }),
  })
}

/**
 * After the last factor: links the hospital's user to the account, gives the session its rights and the portal
 * its answer.
 */
export async function finishSignIn(
  deps: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Pick<AccountSession, 'id' | 'hospital'> & { amr: readonly string[] },
  account: Account,
): Promise<FastifyReply> {
  const amr = [...session.amr]
  const source = requestSourceOf(request)
  const common = eventFields(account, null, source)
  const hospital = session.hospital && (await deps.hospitals.withIssuer(session.hospital.issuer))
  if (session.hospital) {
    const { issuer } = session.hospital
    const linking = { id: session.id, sub: account.sub, hospital: session.hospital }
    const linked = hospital ? await deps.hospitals.link(linking) : 'refused'
    if (linked === 'ended') return reply.code(400).send(expiredPage(deps.site))
    if (!hospital || linked === 'refused')
      return reply.code(409).send(hospitalRefusedPage(deps.site, hospital?.name ?? issuer, 'taken'))
    if (linked === 'new') {
      await deps.notices.event({ type: 'hospital-linked', hospital: hospital.id, ...common })
      // Whoever changed the address may not be the owner, who still reads the mail of the one before.
      for (const to of [account.email, ...(await formerAddresses(deps.db, account.sub))])
        await deps.notices.mail(to, { kind: 'hospital-linked', hospital: hospital.name })
    }
  }
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
  const at = hospital ? { hospital: hospital.id } : {}
  await deps.notices.event({ type: 'signed-in', amr, ...at, ...common })
  return reply.redirect(returnTo, 303)
}
