import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { networkOf } from '#domain/network/network-of.ts'
import type { RefusalReason, SecondFactorChange } from '../port.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Caller } from './auth.ts'
import type { Credentials, Replaced } from './credentials.ts'
import type { Database } from './database.ts'
import { type GuardResult, guarded, lockout } from './lockout.ts'
import type { Notices } from './notices.ts'
import type { Site } from './pages/site.ts'
import type { Passkeys } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactors } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import type { Tickets } from './tickets.ts'
import { usualTime } from './usual-time.ts'

/** What the routes work with. */
export interface Parts {
  issuer: string
  portalOrigin: string
  /** Whether a user without a second factor is led to set one up. */
  secondFactor: 'optional' | 'required'
  isAway(error: Error): boolean
  /** How long an answer takes at least that must not tell whether there is an account. */
  floorMs: number
  db: Database
  accounts: Accounts
  sessions: Sessions
  tickets: Tickets
  credentials: Credentials
  factors: SecondFactors
  passkeys: Passkeys
  passwords: Passwords
  notices: Notices
  site: Site
  provider: Provider
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie ?? '',
  }
}

export const resetAddress = ({ issuer }: Parts) => `${issuer}/forgot`

/** Of checking a password, here and lately. */
const usual = usualTime()

/** Checks an account's password, under the lockout; `account` is undefined where there is none, `email` empty where none was typed. */
export function checkPassword(
  parts: Parts,
  typed: { email: string; password: string; account: Account | undefined },
  caller: Caller,
): Promise<GuardResult> {
  const { account, password } = typed
  return checked(parts, typed.email, account, caller, {
    wrong: 'wrong-password',
    check: () =>
      usual.measured(() => parts.accounts.passwordFits(account?.sub, password, networkOf(caller.address))),
    inVain: () => usual.wait(),
  })
}

/** Checks a code or a passkey's answer: wrong ones count against the same lockout. */
export function checkFactor(
  parts: Parts,
  account: Account,
  caller: Caller,
  wrong: 'wrong-code' | 'wrong-passkey',
  check: () => Promise<boolean>,
): Promise<GuardResult> {
  return checked(parts, account.email, account, caller, { wrong, check })
}

async function checked(
  parts: Parts,
  email: string,
  account: Account | undefined,
  caller: Caller,
  what: Pick<Parameters<typeof guarded>[1], 'wrong' | 'check' | 'inVain'>,
): Promise<GuardResult> {
  const result = await guarded(parts.db, {
    email,
    address: caller.address,
    ...what,
    async onLocked() {
      if (!account) return
      await parts.notices.event({ type: 'account-locked', ...whose(account, null, caller) })
      const minutes = lockout.minutes
      await parts.notices.mail(account.email, { kind: 'locked', minutes, reset: resetAddress(parts) })
    },
  })
  if (result !== 'right') await refused(parts, account, email || null, caller, result)
  return result
}

export async function refused(
  parts: Parts,
  account: Account | undefined,
  email: string | null,
  caller: Caller,
  reason: RefusalReason,
): Promise<void> {
  await parts.notices.event({ type: 'sign-in-refused', reason, ...whose(account, email, caller) })
}

/** The fields that every event has. */
export function whose(account: Account | undefined, email: string | null, caller: Caller) {
  return { sub: account?.sub ?? null, email: account?.email ?? email, address: caller.address }
}

/** Sends a link to verify the address, unless one was sent a few minutes ago. */
export async function sendVerification(parts: Parts, account: Account): Promise<void> {
  await parts.notices.limitedMail(account.email, 'verify', async () => ({
    kind: 'verify',
    link: await verifyLink(parts, account),
  }))
}

export async function verifyLink({ tickets, issuer }: Parts, { sub, email }: Account): Promise<string> {
  return `${issuer}/verify?token=${await tickets.issue('verify-email', { sub, email })}`
}

const changeTexts: Record<SecondFactorChange, string> = {
  'authenticator-on': 'an authenticator app was set up as second factor.',
  'authenticator-off': 'the authenticator app was turned off.',
  'passkey-added': 'a passkey was added.',
  'passkey-removed': 'a passkey was removed.',
  'recovery-codes-made': 'new recovery codes were made; earlier ones do not work any more.',
  'recovery-code-used': 'a recovery code was used.',
}

/** Tells the owner and the audit trail of a change of the second factor. */
export async function tellFactorChange(
  parts: Parts,
  account: Account,
  caller: Caller,
  change: SecondFactorChange,
): Promise<void> {
  await parts.notices.event({ type: 'second-factor-changed', change, ...whose(account, null, caller) })
  const mail = { kind: 'second-factor', what: changeTexts[change], reset: resetAddress(parts) } as const
  await parts.notices.mail(account.email, mail)
}

/** Tells the owner and the audit trail that a password was replaced, and what went with it. */
export async function tellReplaced(
  parts: Parts,
  account: Account,
  caller: Caller,
  how: 'changed' | 'reset',
  { ended, removed, newlyVerified }: Replaced,
): Promise<void> {
  const { notices } = parts
  const common = whose(account, null, caller)
  await notices.event({ type: 'password-changed', how, ...common })
  if (newlyVerified) await notices.event({ type: 'email-verified', ...common })
  if (ended > 0) await notices.event({ type: 'session-ended', why: 'password-changed', ...common })
  for (const { key } of removed)
    await tellFactorChange(
      parts,
      account,
      caller,
      key === 'authenticator' ? 'authenticator-off' : 'passkey-removed',
    )
  await notices.mail(account.email, { kind: 'password-changed', reset: resetAddress(parts) })
}
