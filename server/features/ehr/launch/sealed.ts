import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts and decrypts (AES-256-GCM, JWE) with a key derived from the configured secret for one purpose. */
export function sealing(secret: string, purpose: 'launch keys' | 'launch departures') {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `karyo ${purpose}`, 32))
  return {
    seal: (content: object): Promise<string> =>
      new CompactEncrypt(Buffer.from(JSON.stringify(content)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** Null if it was sealed with another secret or for another purpose, or has been changed. */
    async unseal<T>(sealed: string): Promise<T | null> {
      try {
        const { plaintext } = await compactDecrypt(sealed, key)
        return JSON.parse(Buffer.from(plaintext).toString())
      } catch {
        return null
      }
    },
  }
}
