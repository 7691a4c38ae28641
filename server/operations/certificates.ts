import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

const DAY_MS = 86_400_000
const ANSWERS_WITHIN_MS = 10_000

/** Days until a certificate ends, negative afterwards; of a chain, those of the first to end. */
export const daysLeft = (pem: string, now: Date): number =>
  Math.min(
    ...pem
      .split(/(?=-----BEGIN CERTIFICATE-----)/)
      .filter((one) => one.startsWith('-----BEGIN'))
      .map((one) => (new X509Certificate(one).validToDate.getTime() - now.getTime()) / DAY_MS),
  )

/**
 * Days until the certificate of an `https:` address ends. An ended or untrusted certificate is read all the same: nothing is
 * sent, the connection is closed after the handshake.
 */
export function daysLeftAt(address: string, now: Date): Promise<number> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false },
      ...(isIP(host) ? {} : { servername: host }),
    })
    socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy(new Error(`${host} did not answer`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate()
      socket.end()
      if (raw) resolve((new X509Certificate(raw).validToDate.getTime() - now.getTime()) / DAY_MS)
      else reject(new Error(`${host} has no certificate`))
    })
  })
}
