/** The parts of ISO 8859 that Node decodes. */
const ISO_8859_PARTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16]

/**
 * The text of a message's bytes. MSH-18 (table 0211) names the character set, in ASCII; without it UTF-8 is
 * taken, and Latin-1 where the bytes are no UTF-8, because older senders use it and do not say so. NUL, which is
 * no text in any of them, is left out.
 * UTF-16 is none of these: its bytes may be those that end a frame, so that half a message would be taken. It is left
 * unreadable, and refused for want of an MSH.
 */
export function decodeText(bytes: Uint8Array): string {
  if (isWide(bytes)) return Buffer.from(bytes).toString('latin1').replaceAll('\0', '\uFFFD')
  const named = encodingOf(bytes)
  return (named ? new TextDecoder(named).decode(bytes) : decodeBytes(bytes)).replaceAll('\0', '')
}

/** UTF-16, by its byte-order mark or by a NUL beside the first letter. */
function isWide(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isMarked || (bytes.length > 1 && (first === 0) !== (second === 0))
}

/** Bytes that do not say what they are: UTF-8 if they can be, else Latin-1. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `8859/1` to `8859/16` of MSH-18; null for everything else, ASCII and Unicode among it. */
function encodingOf(bytes: Uint8Array): string | null {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 2048))
    .toString('latin1')
    .split(/[\r\n]/, 1)[0]
  const part = /^8859\/(\d{1,2})/.exec(line?.split(line.charAt(3))[17] ?? '')?.[1]
  return part !== undefined && ISO_8859_PARTS.includes(Number(part)) ? `iso-8859-${Number(part)}` : null
}
