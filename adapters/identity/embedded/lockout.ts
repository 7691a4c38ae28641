import { networkOf } from '#domain/network/network-of.ts'
import type { RefusalReason } from '../port.ts'
import { countAttempt, forgetAttempts, isUsedUp, type Limit, takeBackAttempt } from './attempts.ts'
import type { Database } from './database.ts'

/** How many wrong passwords and codes lock an account, and for how long. */
export const lockout: Limit = { max: 10, minutes: 15 }

/** Wrong passwords from one network, over all accounts. */
export const addressLimit: Limit = { max: 500, minutes: 15 }

/**
 * Attempts from one network at locked accounts. Counted separately: they must not lock out colleagues behind
 * a hospital's single address, and nothing is hashed for them.
 */
export const lockedLimit: Limit = { max: 100, minutes: 15 }

export type GuardResult =
  | 'right'
  | Extract<RefusalReason, 'wrong-password' | 'wrong-code' | 'wrong-passkey'>
  | 'locked'
  | 'throttled'

export interface GuardedAttempt {
  email: string
  address: string
  /** Checks what was typed. Not called while the account is locked. */
  check(): Promise<boolean>
  /** Resolves when `check` would have: the duration must not reveal that an account is locked. */
  simulateCheck?(): Promise<unknown>
  wrong: 'wrong-password' | 'wrong-code' | 'wrong-passkey'
  /** Called when this wrong attempt locks the account. */
  onLocked(): Promise<void>
}

/**
 * Counts an attempt before checking it, so that concurrent attempts can't slip through; uncounts it if it was
 * right.
 */
export async function guardAttempt(db: Database, attempt: GuardedAttempt): Promise<GuardResult> {
  const account = accountKey(attempt.email)
  const network = networkOf(attempt.address)
  const address = `address:${network}`
  if (await isUsedUp(db, address, addressLimit)) return 'throttled'
  const count = await countAttempt(db, account, lockout)
  if (count > lockout.max) {
    if ((await countAttempt(db, `locked:${network}`, lockedLimit)) > lockedLimit.max) return 'throttled'
    await attempt.simulateCheck?.()
    return 'locked'
  }
  if (await attempt.check()) {
    await takeBackAttempt(db, account)
    return 'right'
  }
  await countAttempt(db, address, addressLimit)
  if (count === lockout.max) await attempt.onLocked()
  return attempt.wrong
}

/** After a complete sign-in or a password reset: earlier wrong attempts no longer count. */
export function unlock(db: Database, email: string): Promise<void> {
  return forgetAttempts(db, accountKey(email))
}

function accountKey(email: string): string {
  return `account:${email.toLowerCase()}`
}
