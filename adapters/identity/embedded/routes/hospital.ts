import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HospitalSignInRefusal } from '../../port.ts'
import { type Account, isStaff } from '../accounts.ts'
import { type IdentityDeps, requestSourceOf } from '../deps.ts'
import { emailIn, formOf } from '../forms.ts'
import { type Departure, HospitalAway, HospitalDeclined, type HospitalUser } from '../hospital-protocol.ts'
import { callbackOf, domainOf, type Hospital } from '../hospitals.ts'
import { addressMissingText, hospitalRefusedPage, leavingPage, unknownDomainText } from '../pages/hospital.ts'
import { expiredPage } from '../pages/sign-in.ts'
import { seal, unseal } from '../seal.ts'
import { nameErrors } from './sign-up.ts'
import { finishSignIn, type Interaction, signInPageOf, stepsAt } from './steps.ts'

/** How long a user may take at the hospital. */
const AWAY_MINUTES = 10

const STATUS: Record<HospitalSignInRefusal, number> = {
  ...{ 'invalid-answer': 400, declined: 403, unverified: 403, 'foreign-domain': 403 },
  ...{ taken: 409, staff: 403, 'no-name': 403, away: 503 },
}

/** One cookie for each departure, so that two tabs do not disturb each other. It goes to the whole host. */
function cookieName({ issuer }: IdentityDeps, state: string): string {
  const secure = issuer.startsWith('https:')
  return `${secure ? '__Host-' : ''}karyo_hospital_${state.slice(0, 16)}`
}

function cookie(deps: IdentityDeps, state: string, value: string, maxAgeSeconds: number): string {
  const secure = deps.issuer.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(deps, state)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

/** Sends the user to the hospital; the browser keeps a sealed note of which sign-in that belongs to. */
export async function leaveFor(
  deps: IdentityDeps,
  request: Pick<Interaction, 'params'>,
  reply: FastifyReply,
  hospital: Hospital,
  email: string,
): Promise<FastifyReply> {
  const { to, departure } = await deps.hospitalProtocol.leave(hospital, {
    ...{ uid: request.params.uid, email, callback: callbackOf(deps.issuer, hospital.id) },
    expires: Date.now() + AWAY_MINUTES * 60_000,
  })
  const sealed = await seal(JSON.stringify(departure), deps.departureKey)
  reply.header('set-cookie', cookie(deps, departure.state, sealed, AWAY_MINUTES * 60))
  return reply.send(leavingPage(deps.site, hospital.name, to))
}

/** Signing in at a hospital's own provider: the way there, the answer, and what it opens. */
export function hospitalRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, factors, hospitals, notices, provider, sessions, site } = deps

  fastify.post<{ Params: { uid: string } }>('/interaction/:uid/hospital', async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw)
    // The password may have been typed already; it goes nowhere.
    const form = formOf(request, 'email', 'password')
    const email = emailIn(form.email)
    if (email === null)
      return reply.code(400).send(await signInPageOf(deps, request, form.email, addressMissingText))
    const hospital = await hospitals.forEmail(email)
    if (!hospital)
      return reply
        .code(404)
        .send(await signInPageOf(deps, request, email, unknownDomainText(domainOf(email))))
    return leaveFor(deps, request, reply, hospital, email)
  })

  fastify.get<{ Params: { id: string } }>('/hospital/:id/keys', async (request, reply) => {
    const keys = await hospitals.keysOf(request.params.id)
    if (!keys) return reply.callNotFound()
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(keys))
  })

  fastify.get<{ Params: { id: string }; Querystring: { state?: unknown } }>(
    '/hospital/:id/callback',
    async (request, reply) => {
      const departure = await departureOf(deps, request)
      const hospital = departure && (await hospitals.find(departure.hospital))
      // Somebody else's answer, an old one, or one at another hospital's address.
      if (!departure || !hospital || departure.hospital !== request.params.id)
        return reply.code(400).send(expiredPage(site))
      reply.header('set-cookie', cookie(deps, departure.state, '', 0))
      const answer = new URL(callbackOf(deps.issuer, hospital.id))
      answer.search = new URL(request.url, deps.issuer).search
      const refuse = (why: HospitalSignInRefusal, email: string | null) =>
        refuseHospital(request, reply, hospital, why, email)
      let user: HospitalUser
      try {
        user = await deps.hospitalProtocol.comeBack(hospital, answer, departure)
      } catch (error) {
        if (error instanceof HospitalDeclined) return refuse('declined', null)
        if (error instanceof HospitalAway) return refuse('away', null)
        if (deps.isAway(error as Error)) throw error
        return refuse('invalid-answer', null)
      }
      const found = await accountFor(hospital, user, requestSourceOf(request).address)
      if (typeof found === 'string') return refuse(found, user.email)
      return openSession(request, reply, { departure, hospital, user, ...found })
    },
  )

  async function refuseHospital(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, name }: Hospital,
    reason: HospitalSignInRefusal,
    email: string | null,
  ) {
    const { address } = requestSourceOf(request)
    const known = email === null ? null : emailIn(email)
    await notices.event({
      type: 'hospital-sign-in-refused',
      ...{ hospital: id, reason, sub: null, email: known, address },
    })
    return reply.code(STATUS[reason]).send(hospitalRefusedPage(site, name, reason))
  }

  /** The account of a hospital's user: the linked one, or at the first time the one with their address. */
  async function accountFor(
    hospital: Hospital,
    user: HospitalUser,
    address: string,
  ): Promise<{ account: Account; isLinked: boolean } | HospitalSignInRefusal> {
    const linked = await hospitals.linkedTo(hospital.issuer, user.subject)
    const known = linked === undefined ? undefined : await accounts.find(linked)
    if (known) return isStaff(known) ? 'staff' : { account: known, isLinked: true }
    const email = user.email === null ? null : emailIn(user.email)
    if (email === null || !user.emailVerified) return 'unverified'
    if (!(await hospitals.speaksFor(hospital, email))) return 'foreign-domain'
    const account = (await verifiedAccount(email)) ?? (await newAccount(email, user, address))
    if (typeof account === 'string') return account
    if (isStaff(account)) return 'staff'
    if (await hospitals.isTaken(hospital.issuer, account.sub)) return 'taken'
    return { account, isLinked: false }
  }

  async function verifiedAccount(email: string): Promise<Account | undefined> {
    const account = await accounts.findByEmail(email)
    return account?.emailVerified ? account : undefined
  }

  /** For somebody who has none, with a password that nobody knows. */
  async function newAccount(
    email: string,
    { firstName, lastName }: HospitalUser,
    address: string,
  ): Promise<Account | 'no-name'> {
    if (Object.keys(nameErrors({ firstName, lastName })).length > 0) return 'no-name'
    await hospitals.clearWay(email)
    const password = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const person = { email, emailVerified: true, firstName, lastName, roles: [], password }
    const { sub, created } = await accounts.create(person, { who: 'hospital' })
    if (created) await notices.event({ type: 'account-created', sub, email, address })
    const account = await verifiedAccount(email)
    if (!account) throw new Error('the account was removed while it was made')
    return account
  }

  interface Arrival {
    departure: Departure
    hospital: Hospital
    user: HospitalUser
    account: Account
    isLinked: boolean
  }

  /** Opens the session and asks for the second factor that is due. */
  async function openSession(request: FastifyRequest, reply: FastifyReply, arrival: Arrival) {
    const { departure, hospital, user, account, isLinked } = arrival
    const { issuer } = hospital
    const { subject, hasSecondFactor } = user
    const session = await sessions.open(account.sub, requestSourceOf(request), { issuer, subject })
    // Two cookies: Fastify adds a header of this name to those that are there.
    reply.header('set-cookie', session.cookies)
    const steps = stepsAt(deps, { params: { uid: departure.uid } })
    const { authenticator, passkeys } = await factors.state(account.sub)
    const hasOwn = authenticator || passkeys > 0
    // A hospital that is not linked yet must not get past a second factor that its owner set up here.
    if (hasOwn && !(isLinked && hasSecondFactor)) return reply.redirect(`${steps}/second-factor`, 303)
    if (!hasOwn && !hasSecondFactor && deps.secondFactor === 'required')
      return reply.redirect(`${steps}/set-up`, 303)
    await sessions.authenticated(session.id, ['fed', ...(hasSecondFactor ? ['mfa'] : [])])
    return reply.redirect(`${steps}/hospital`, 303)
  }

  /** Below the sign-in's own path, where the protocol's cookie is sent. */
  fastify.get<{ Params: { uid: string } }>('/interaction/:uid/hospital', async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw)
    const session = await sessions.pending(requestSourceOf(request))
    const account = session && (await accounts.find(session.sub))
    // A reload, or a second factor that is still due.
    if (!session?.hospital || !account || session.amr.length === 0)
      return reply.redirect(stepsAt(deps, request), 303)
    return finishSignIn(deps, request, reply, session, account)
  })
}

/** What the browser left with, if this answer is its own. */
async function departureOf(
  deps: IdentityDeps,
  { query, headers }: FastifyRequest<{ Querystring: { state?: unknown } }>,
): Promise<Departure | undefined> {
  const { state } = query
  if (typeof state !== 'string' || !/^[\w-]{20,100}$/.test(state)) return undefined
  const name = `${cookieName(deps, state)}=`
  const found = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(name))
  const text = found && (await unseal(found.slice(name.length), deps.departureKey))
  if (!text) return undefined
  const departure: Departure = JSON.parse(text)
  return departure.state === state && departure.expires > Date.now() ? departure : undefined
}
