import { hkdfSync } from 'node:crypto'

/** A 32-byte key for one purpose, derived from the configured secret (HKDF-SHA-256). */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `karyo identity: ${purpose}`, 32))
}
