/** Crockford's alphabet: without I, L, O and U, which are taken for 1, 1, 0 and V. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Values 32 to 36 occur as check signs only. */
const CHECK_SIGNS = `${ALPHABET}*~$=U`
const LENGTH = 12

/** A code of 12 characters and its check sign, from 12 random bytes: `7ZQK-03MT-H8XA-5`. */
export function codeFrom(random: Uint8Array): string {
  if (random.length !== LENGTH) throw new Error(`a code is made of ${LENGTH} bytes`)
  const characters = [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return inGroups(characters + checkSign(characters))
}

/** As it is printed. */
function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/** A typed code without separators, with look-alikes read as what they are; null if it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s‐–-]/g, '')
  const [characters, sign] = [
    plain.slice(0, LENGTH).replace(/[IL]/g, '1').replace(/O/g, '0'),
    plain.slice(LENGTH),
  ]
  const read = sign.length === 1 ? sign.replace(/[IL]/, '1').replace('O', '0') : ''
  if (characters.length !== LENGTH || ![...characters].every((one) => ALPHABET.includes(one))) return null
  return checkSign(characters) === read ? characters + read : null
}

/** The number that the characters are, modulo 37: finds every wrong and every exchanged character. */
function checkSign(characters: string): string {
  const rest = [...characters].reduce((sum, one) => (sum * 32 + ALPHABET.indexOf(one)) % 37, 0)
  return CHECK_SIGNS[rest] ?? ''
}

/** How long a code can be redeemed after the laboratory's window has ended. */
export const CODE_DAYS_AFTER_WINDOW = 90
