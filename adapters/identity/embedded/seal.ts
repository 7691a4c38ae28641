import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts with a 32-byte key (AES-256-GCM, JWE). */
export function seal(text: string, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
}

/** Null if it was sealed with another key. */
export async function unseal(sealed: string, key: Uint8Array): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key)
    return Buffer.from(plaintext).toString()
  } catch {
    return null
  }
}
