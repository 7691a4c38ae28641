import { randomBytes, type ScryptOptions, scryptSync, timingSafeEqual } from 'node:crypto'

/**
 * Processor-heavy password functions. They run in a worker thread (`Heavy` of ../port.ts), where they block
 * nobody: each takes one value and returns one.
 */

/** The cost of scrypt (RFC 7914): 2^ln blocks of r × 128 bytes, p times. */
interface Cost {
  ln: number
  r: number
  p: number
}

/**
 * 32 MiB, three times over: one of the settings that OWASP's Password Storage Cheat Sheet considers
 * equivalent.
 */
const COST: Cost = { ln: 15, r: 8, p: 3 }
/** For well-known passwords: those of a demo. */
const KNOWN_COST: Cost = { ln: 12, r: 8, p: 1 }
/** The cost that better-auth used for `salt:key`. */
const EARLIER_COST: Cost = { ln: 14, r: 16, p: 1 }
const EARLIER_KEY_BYTES = 64

const KEY_BYTES = 32
const PATTERN = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/
const EARLIER_PATTERN = /^([0-9a-f]+):([0-9a-f]{128})$/

/** `scrypt$ln$r$p$salt$key`, with a random salt. */
export function hashOf({ password, wellKnown }: { password: string; wellKnown: boolean }): string {
  const cost = wellKnown ? KNOWN_COST : COST
  const salt = randomBytes(16)
  const key = derive(password, salt, KEY_BYTES, cost)
  return `scrypt$${cost.ln}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/**
 * Whether the hash belongs to this password. `outdated`: it was made by better-auth at a lower cost and
 * should be renewed.
 */
export function fitsHash({ hash, password }: { hash: string; password: string }): {
  fits: boolean
  outdated: boolean
} {
  const earlier = EARLIER_PATTERN.exec(hash)
  if (earlier) {
    const [, salt = '', storedHash = ''] = earlier
    const key = derive(password, salt, EARLIER_KEY_BYTES, EARLIER_COST)
    return { fits: timingSafeEqual(key, Buffer.from(storedHash, 'hex')), outdated: true }
  }
  const [, ln, r, p, salt = '', storedHash = ''] = PATTERN.exec(hash) ?? []
  if (storedHash === '') throw new Error('a stored password hash has an unknown format')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const key = derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES, cost)
  return { fits: timingSafeEqual(key, Buffer.from(storedHash, 'base64url')), outdated: false }
}

function derive(password: string, salt: Buffer | string, bytes: number, { ln, r, p }: Cost): Buffer {
  const cost: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  // NFKC: the same characters from any keyboard (NIST SP 800-63B). Otherwise unchanged.
  return scryptSync(password.normalize('NFKC'), salt, bytes, cost)
}

/** Loaded on demand: its dictionaries are large, and new passwords are rare. */
async function openEstimator() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
let opening: ReturnType<typeof openEstimator> | undefined

/**
 * From 0, the first that anybody tries, to 4, more than 10^10 guesses. `words` are those known about its
 * owner.
 */
export async function strengthOf({
  password,
  words,
}: {
  password: string
  words: readonly string[]
}): Promise<number> {
  opening ??= openEstimator()
  return (await opening).check(password, [...words]).score
}
