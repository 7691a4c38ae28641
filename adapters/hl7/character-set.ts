/** The parts of ISO 8859 that Node decodes. */
const ISO_8859_PARTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16]

/**
 * Decodes a message's bytes. MSH-18 (table 0211) names the character set, in ASCII. Without it, UTF-8 is
 * assumed, and Latin-1 if the bytes are not valid UTF-8, because older senders use it without declaring it.
 * NUL, which is text in none of them, is dropped. UTF-16 is not supported: its bytes may contain those that
 * end a frame, so that half a message would be accepted. It is left unreadable, and refused because MSH is
 * missing.
 */
export function decodeText(bytes: Uint8Array): string {
  if (isWide(bytes)) return Buffer.from(bytes).toString('latin1').replaceAll('\0', '\uFFFD')
  const named = encodingOf(bytes)
  return (named ? new TextDecoder(named).decode(bytes) : decodeBytes(bytes)).replaceAll('\0', '')
}

/** Detects UTF-16 by its byte-order mark or a NUL beside the first letter. */
function isWide(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isMarked || (bytes.length > 1 && (first === 0) !== (second === 0))
}

/** Bytes without a declared character set: UTF-8 if valid, else Latin-1. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `8859/1` to `8859/16` of MSH-18; null for everything else, including ASCII and Unicode. */
function encodingOf(bytes: Uint8Array): string | null {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 2048))
    .toString('latin1')
    .split(/[\r\n]/, 1)[0]
  const part = /^8859\/(\d{1,2})/.exec(line?.split(line.charAt(3))[17] ?? '')?.[1]
  return part !== undefined && ISO_8859_PARTS.includes(Number(part)) ? `iso-8859-${Number(part)}` : null
}
