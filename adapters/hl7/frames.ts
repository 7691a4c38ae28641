/*
 * MLLP (HL7 Transport Specification, release 1): VT, message, FS, CR.
 * Why not @medplum/hl7, tried in 5.0.10: its client leaves a message pending until the timeout when the
 * socket drops; its server listens on every interface, does not limit frames, and passes on a re-written
 * message although the portal must store the raw one. The tests use it as an independent peer.
 */
const VT = 0x0b
const FS = 0x1c
const CR = 0x0d

/** The largest message accepted: a report of twelve megabytes in Base64. */
export const FRAME_LIMIT = 16 * 1024 * 1024

/** Encodes a message for the wire, in UTF-8. */
export function toFrame(raw: string): Buffer {
  return Buffer.concat([Buffer.of(VT), Buffer.from(raw, 'utf8'), Buffer.of(FS, CR)])
}

/**
 * Takes bytes as they arrive and returns the bytes of each complete message. They stay undecoded until then,
 * so a frame may be split anywhere. FS alone ends a message: no text contains that byte, and some senders
 * forget the CR.
 */
export class FrameReader {
  #parts: Buffer[] | null = null
  #size = 0
  readonly #limit: number

  /** `limit`: size of the largest message in bytes. */
  constructor(limit = FRAME_LIMIT) {
    this.#limit = limit
  }

  /** Whether a message has begun but not ended. */
  get isWithin(): boolean {
    return this.#parts !== null
  }

  /** Throws a RangeError when a message exceeds the limit. */
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
