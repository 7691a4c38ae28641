/*
 * MLLP (HL7 Transport Specification, release 1): VT, message, FS, CR.
 *
 * Not @medplum/hl7, tried in 5.0.10: its client leaves a message pending until the time-out when the socket drops,
 * its server listens on every interface, has no limit on a frame, and hands over a re-written message where the
 * portal must keep the raw one. The tests talk to it, as to somebody else's end of the line.
 */
const VT = 0x0b
const FS = 0x1c
const CR = 0x0d

/** The largest message taken: a report of twelve megabytes in base64. */
export const FRAME_LIMIT = 16 * 1024 * 1024

/** A message on the wire, in UTF-8. */
export function toFrame(raw: string): Buffer {
  return Buffer.concat([Buffer.of(VT), Buffer.from(raw, 'utf8'), Buffer.of(FS, CR)])
}

/**
 * Takes bytes as they come and gives each whole message's bytes. Bytes stay undecoded until then, so a frame may
 * be cut anywhere. FS alone ends it: no text holds that byte, and some senders forget the CR.
 */
export class FrameReader {
  #parts: Buffer[] | null = null
  #size = 0
  readonly #limit: number

  /** `limit`: the bytes of the largest message. */
  constructor(limit = FRAME_LIMIT) {
    this.#limit = limit
  }

  /** A message has begun and not ended. */
  get isWithin(): boolean {
    return this.#parts !== null
  }

  /** Throws a RangeError when a message grows past the limit. */
  push(chunk: Buffer): Buffer[] {
    const frames: Buffer[] = []
    let rest = chunk
    while (rest.length > 0) {
      if (this.#parts === null) {
        const start = rest.indexOf(VT)
        if (start === -1) break
        this.#parts = []
        this.#size = 0
        rest = rest.subarray(start + 1)
      }
      const end = rest.indexOf(FS)
      const part = end === -1 ? rest : rest.subarray(0, end)
      this.#size += part.length
      if (this.#size > this.#limit) throw new RangeError(`The message is longer than ${this.#limit} bytes`)
      this.#parts.push(part)
      if (end === -1) break
      frames.push(Buffer.concat(this.#parts))
      this.#parts = null
      rest = rest.subarray(end + 1)
    }
    return frames
  }
}
