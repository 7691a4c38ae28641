import type { Recipient } from '../orders/document.ts'
import { notReachable } from '../orders/rules/provider.ts'

/**
 * Parses the recipient of a copy of every report of a manifest, in one line as people write it: `Dr. Quill,
 * quill@clinic.test` or `Dr. Quill, +1 312 555 0100`. `refused` says what is missing, or is null; '' means no
 * recipient.
 */
export function readCopyTo(typed: string): { recipient: Recipient | null; refused: string | null } {
  if (typed.trim() === '') return { recipient: null, refused: null }
  const email = /[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;()]+/.exec(typed)?.[0] ?? ''
  const rest = typed.replace(email, ' ')
  const fax = /\+?(?:[\s()./-]*\d){7,15}/.exec(rest)?.[0].trim() ?? ''
  const name = rest
    .replace(fax, ' ')
    .replace(/\bfax\b:?/i, ' ')
    .replace(/[<>,;()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const recipient = { name, fax, email }
  if (name === '') return { recipient, refused: 'Enter the name of the recipient of the copies' }
  return { recipient, refused: notReachable(recipient) }
}
