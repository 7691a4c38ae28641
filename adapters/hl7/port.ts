/**
 * PEM texts: the authorities for the receiver's certificate (default: the well-known ones), and our own
 * certificate and key. `fingerprints`: the receiver's certificate is one with such a SHA-256 fingerprint, whoever issued it.
 */
export interface SendingTls {
  ca?: string
  fingerprints?: readonly string[]
  cert?: string
  key?: string
}

/**
 * PEM texts: our certificate and key, and the authorities for senders' certificates (omitted: none is
 * required). `asksForCertificate`: asks for one, of whatever authority; whoever receives knows them by fingerprint.
 */
export interface ListeningTls {
  cert: string
  key: string
  ca?: string
  asksForCertificate?: boolean
}

/** The receiver's answer to our message: MSA-1 and MSA-3 or ERR-8. */
export interface Answer {
  code: 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR'
  /** MSA-2: the acknowledged control ID. */
  controlId: string
  text: string
  raw: string
}

/** Nothing of a message was written: the receiver cannot have it. */
export class NotSent extends Error {}

/**
 * Sends one message and waits for its acknowledgement. Throws if there is none (slow, closed halfway); `NotSent` if the
 * receiver cannot be reached.
 */
export interface MllpSender<Read extends Answer = Answer> {
  send(raw: string): Promise<Read>
  close(): Promise<void>
}

/** Listens for messages. */
export interface MllpListener {
  /** The port it listens on. */
  readonly port: number
  close(): Promise<void>
}
