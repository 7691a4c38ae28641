import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'

/** What scrypt (RFC 7914) costs: 2^ln blocks of r × 128 bytes, p times over. */
interface Cost {
  ln: number
  r: number
  p: number
}

/** 32 MiB, three times over: one of the settings that OWASP's Password Storage Cheat Sheet holds equal. */
const COST: Cost = { ln: 15, r: 8, p: 3 }
/** For passwords that everybody knows: those of a demo. */
const KNOWN_COST: Cost = { ln: 12, r: 8, p: 1 }

const KEY_BYTES = 32
const PATTERN = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

/** `scrypt$ln$r$p$salt$key`, with a salt of its own. */
export async function hashPassword(password: string, { wellKnown = false } = {}): Promise<string> {
  const cost = wellKnown ? KNOWN_COST : COST
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return `scrypt$${cost.ln}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether the hash is this password's; `outdated`: it is one that better-auth made, with less effort, to be made anew. */
export async function passwordFits(hash: string, password: string) {
  const [, ln, r, p, salt = '', kept = ''] = PATTERN.exec(hash) ?? []
  if (kept === '') return { fits: await verifyPassword({ hash, password }), outdated: true }
  const key = await derive(password, Buffer.from(salt, 'base64url'), {
    ...{ ln: Number(ln), r: Number(r), p: Number(p) },
  })
  return { fits: timingSafeEqual(key, Buffer.from(kept, 'base64url')), outdated: false }
}

function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const cost: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return new Promise((resolve, reject) =>
    // NFKC: the same signs, whatever keyboard they come from (NIST SP 800-63B). Nothing else is changed.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
