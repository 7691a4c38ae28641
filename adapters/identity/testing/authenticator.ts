import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'

const optionsSchema = z.object({ challenge: z.string() })
const userPresent = 0x01
const userVerified = 0x04
const withCredential = 0x40

/** A passkey in software: responds like a browser with an authenticator (WebAuthn, ES256, no attestation). */
export class SoftwareAuthenticator {
  readonly #id = randomBytes(16)
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  readonly #origin: string
  #counter = 0
  /** Whether its user enters a PIN or fingerprint. */
  verifies = true

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The response to the creation options on a page. */
  create(page: string): string {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(cose)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#data(withCredential, credential))],
    ])
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', page).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The response to the request options on a page. */
  get(page: string): string {
    this.#counter += 1
    const client = this.#client('webauthn.get', page)
    const data = this.#data(0, Buffer.alloc(0))
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
    })
  }

  #client(type: string, page: string): Buffer {
    const options = /data-options="([^"]+)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
    const { challenge } = optionsSchema.parse(JSON.parse(options))
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #data(flags: number, credential: Buffer): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(userPresent | (this.verifies ? userVerified : 0) | flags)
    head.writeUInt32BE(this.#counter, 1)
    const site = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([site, head, credential])
  }

  #answer(response: Record<string, unknown>): string {
    const id = this.#id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}
