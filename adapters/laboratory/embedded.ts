import type { Hl7Segment } from '@medplum/core'
import { textOf } from '../hl7/message.ts'

/** Data embedded in an OBX (OBX-5 of type ED: source, type of data, subtype, encoding, data). */
export interface Embedded {
  content: Buffer
  /** The labeled media type in lower case: `application/pdf`, `text/html`; '' if unlabeled. */
  label: string
}

/**
 * The data embedded in OBX-5; null for an ordinary value. Senders use ED in other value types too, so the
 * encoding in component 4 decides, or a PDF's signature in a plain text.
 */
export function embeddedIn(segment: Hl7Segment): Embedded | null {
  const encoding = textOf(segment, 5, 4)
  const isEncoded = /^(base64|hex)/i.test(encoding)
  const content = contentOf(segment)
  if (!isEncoded && textOf(segment, 2).toUpperCase() !== 'ED')
    return isPdf(content) ? { content, label: '' } : null
  const label = labelOf(textOf(segment, 5, 2), textOf(segment, 5, 3))
  // Encoding A means plain text.
  return isEncoded || isPdf(content)
    ? { content, label }
    : { content: Buffer.from(plainOf(segment)), label: label || 'text/plain' }
}

/** `application` and `PDF`, or `PDF` alone, or the whole type in either component. */
function labelOf(type: string, subtype: string): string {
  const [one, other] = [type.toLowerCase(), subtype.toLowerCase()]
  if (other.includes('/')) return other
  if (one.includes('/')) return one
  if ([one, other].includes('pdf')) return 'application/pdf'
  return [one, other].filter((part) => part !== '').join('/')
}

/** Component 5 of an ED, the last one otherwise. A long content may be split into repetitions. */
function contentOf(segment: Hl7Segment): Buffer {
  const repetitions = segment.getField(5)?.components ?? []
  const pieces = repetitions.map((components, repetition) => {
    const written = textOf(segment, 5, components.length >= 5 ? 5 : components.length, repetition)
    return written.replace(/\s+/g, '')
  })
  if (/^hex/i.test(textOf(segment, 5, 4))) return Buffer.from(pieces.join(''), 'hex')
  // Base64 split anywhere is one text; pieces that were encoded separately end in their own padding.
  if (pieces.slice(0, -1).some((piece) => piece.endsWith('=')))
    return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
  return Buffer.from(pieces.join(''), 'base64')
}

function plainOf(segment: Hl7Segment): string {
  const repetitions = segment.getField(5)?.components ?? []
  return repetitions
    .map((components, repetition) => textOf(segment, 5, Math.max(components.length, 1), repetition))
    .join('\n')
}

/** PDF readers look for the signature within the first kilobyte (PDF Reference 1.7, appendix H, note 13). */
export function isPdf(content: Buffer): boolean {
  return content.subarray(0, 1024).includes('%PDF-')
}
