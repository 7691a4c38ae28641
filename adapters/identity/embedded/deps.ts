import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { networkOf } from '#domain/network/network-of.ts'
import { oneLine } from '#domain/text/in-mail.ts'
import type { RefusalReason, SecondFactorChange } from '../port.ts'
import type { Account, Accounts } from './accounts.ts'
import type { RequestSource } from './auth.ts'
import type { Credentials, ReplacementResult } from './credentials.ts'
import type { Database } from './database.ts'
import type { HospitalProtocol } from './hospital-protocol.ts'
import type { Hospitals } from './hospitals.ts'
import { type GuardResult, guardAttempt, lockout } from './lockout.ts'
import type { Notices } from './notices.ts'
import type { Site } from './pages/site.ts'
import type { Passkeys } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { hospitalOf, type RecentFactor } from './recent-factors.ts'
import type { SecondFactors } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import type { Tickets } from './tickets.ts'
import { usualTime } from './usual-time.ts'

/** The dependencies of the routes. */
export interface IdentityDeps {
  issuer: string
  portalOrigin: string
  /** Whether a user without a second factor must set one up. */
  secondFactor: 'optional' | 'required'
  isAway(error: Error): boolean
  /** Minimum duration of replies that must not reveal whether an account exists. */
  floorMs: number
  db: Database
  accounts: Accounts
  sessions: Sessions
  tickets: Tickets
  credentials: Credentials
  factors: SecondFactors
  passkeys: Passkeys
  passwords: Passwords
  hospitals: Hospitals
  hospitalProtocol: HospitalProtocol
  /** Seals what a browser keeps while its user is at a hospital. */
  departureKey: Uint8Array
  notices: Notices
  site: Site
  provider: Provider
}

export function requestSourceOf(request: FastifyRequest): RequestSource {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie ?? '',
  }
}

export const resetAddress = ({ issuer }: IdentityDeps) => `${issuer}/forgot`

/** How long checking a password has recently taken in this process. */
const usual = usualTime()

/**
 * Checks an account's password, subject to the lockout. `account` is undefined if there is none, `email`
 * empty if none was typed. `hash`, of a right one: what must still be stored when it is acted on.
 */
export async function checkPassword(
  deps: IdentityDeps,
  typed: { email: string; password: string; account: Account | undefined },
  source: RequestSource,
): Promise<{ result: GuardResult; hash: string | undefined }> {
  const { account, password } = typed
  const network = networkOf(source.address)
  let hash: string | undefined
  const result = await checked(deps, typed.email, account, source, {
    wrong: 'wrong-password',
    async check() {
      hash = await usual.measured(() => deps.accounts.verifiedHash(account?.sub, password, network))
      return hash !== undefined
    },
    simulateCheck: () => usual.wait(),
  })
  return { result, hash }
}

/** Checks a code or a passkey's response; wrong ones count toward the same lockout. */
export function checkFactor(
  deps: IdentityDeps,
  account: Account,
  source: RequestSource,
  wrong: 'wrong-code' | 'wrong-passkey',
  check: () => Promise<boolean>,
): Promise<GuardResult> {
  return checked(deps, account.email, account, source, { wrong, check })
}

async function checked(
  deps: IdentityDeps,
  email: string,
  account: Account | undefined,
  source: RequestSource,
  what: Pick<Parameters<typeof guardAttempt>[1], 'wrong' | 'check' | 'simulateCheck'>,
): Promise<GuardResult> {
  const result = await guardAttempt(deps.db, {
    email,
    address: source.address,
    ...what,
    async onLocked() {
      if (!account) return
      await deps.notices.event({ type: 'account-locked', ...eventFields(account, null, source) })
      const minutes = lockout.minutes
      await deps.notices.mail(account.email, { kind: 'locked', minutes, reset: resetAddress(deps) })
    },
  })
  if (result !== 'right') await refused(deps, account, email || null, source, result)
  return result
}

export async function refused(
  deps: IdentityDeps,
  account: Account | undefined,
  email: string | null,
  source: RequestSource,
  reason: RefusalReason,
): Promise<void> {
  await deps.notices.event({ type: 'sign-in-refused', reason, ...eventFields(account, email, source) })
}

/** The fields that every event has. */
export function eventFields(account: Account | undefined, email: string | null, source: RequestSource) {
  return { sub: account?.sub ?? null, email: account?.email ?? email, address: source.address }
}

/** Sends a link to verify the address, unless one was sent within the last few minutes. */
export async function sendVerification(deps: IdentityDeps, account: Account): Promise<void> {
  await deps.notices.limitedMail(account.email, 'verify', async () => ({
    kind: 'verify',
    link: await verifyLink(deps, account),
  }))
}

export async function verifyLink(
  { tickets, issuer }: IdentityDeps,
  { sub, email }: Account,
): Promise<string> {
  return `${issuer}/verify?token=${await tickets.issue('verify-email', { sub, email })}`
}

const changeTexts: Record<SecondFactorChange, string> = {
  'authenticator-on': 'an authenticator app was set up as a second factor.',
  'authenticator-off': 'the authenticator app was turned off.',
  'passkey-added': 'a passkey was added.',
  'passkey-removed': 'a passkey was removed.',
  'recovery-codes-made': 'new recovery codes were created; earlier ones no longer work.',
  'recovery-code-used': 'a recovery code was used.',
}

/** Notifies the owner and the audit trail of a change to the second factor. */
export async function notifyFactorChange(
  deps: IdentityDeps,
  account: Account,
  source: RequestSource,
  change: SecondFactorChange,
): Promise<void> {
  await deps.notices.event({ type: 'second-factor-changed', change, ...eventFields(account, null, source) })
  const mail = { kind: 'second-factor', what: changeTexts[change], reset: resetAddress(deps) } as const
  await deps.notices.mail(account.email, mail)
}

async function notifyRemoved(
  deps: IdentityDeps,
  account: Account,
  source: RequestSource,
  factor: RecentFactor,
): Promise<void> {
  const hospital = hospitalOf(factor)
  if (hospital === undefined) {
    const change = factor.key === 'authenticator' ? 'authenticator-off' : 'passkey-removed'
    return notifyFactorChange(deps, account, source, change)
  }
  await deps.notices.event({ type: 'hospital-unlinked', hospital, ...eventFields(account, null, source) })
  const what = `the sign-in of ${oneLine(factor.name ?? '')} no longer opens it.`
  await deps.notices.mail(account.email, { kind: 'second-factor', what, reset: resetAddress(deps) })
}

/** Notifies the owner and the audit trail that a password was replaced, and what was invalidated with it. */
export async function notifyPasswordReplaced(
  deps: IdentityDeps,
  account: Account,
  source: RequestSource,
  how: 'changed' | 'reset',
  { ended, removed, newlyVerified }: ReplacementResult,
): Promise<void> {
  const { notices } = deps
  const common = eventFields(account, null, source)
  await notices.event({ type: 'password-changed', how, ...common })
  if (newlyVerified) await notices.event({ type: 'email-verified', ...common })
  if (ended > 0) await notices.event({ type: 'session-ended', why: 'password-changed', ...common })
  for (const factor of removed) await notifyRemoved(deps, account, source, factor)
  await notices.mail(account.email, { kind: 'password-changed', reset: resetAddress(deps) })
}
