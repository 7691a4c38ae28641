import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const ISSUED = { notBefore: new Date('2020-01-01'), notAfter: new Date('2090-01-01') }

/** PEM texts. */
export interface Certified {
  cert: string
  key: string
}

export interface Authority {
  ca: string
  /** A certificate for 127.0.0.1 and `localhost`, or for another host only; valid until 2090 or `notAfter`. */
  certify(name: string, host?: string, notAfter?: Date): Promise<Certified>
}

/** A certificate authority for this test only, trusted by nobody else. */
export async function makeAuthority(name: string): Promise<Authority> {
  const keys = await pair()
  const self = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ ...ISSUED, name: `CN=${name}`, keys, signingAlgorithm: ALGORITHM, serialNumber: '01' },
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  let serial = 1
  return {
    ca: self.toString('pem'),
    async certify(subject, host, notAfter = ISSUED.notAfter) {
      const own = await pair()
      serial += 1
      const names = host
        ? [{ type: 'dns' as const, value: host }]
        : [
            { type: 'dns' as const, value: 'localhost' },
            { type: 'ip' as const, value: '127.0.0.1' },
          ]
      const cert = await x509.X509CertificateGenerator.create({
        ...{
          ...ISSUED,
          notAfter,
          subject: `CN=${subject}`,
          issuer: self.subject,
          signingAlgorithm: ALGORITHM,
        },
        ...{ publicKey: own.publicKey, signingKey: keys.privateKey },
        serialNumber: serial.toString(16).padStart(2, '0'),
        extensions: [new x509.SubjectAlternativeNameExtension(names)],
      })
      return { cert: cert.toString('pem'), key: await privateKey(own) }
    },
  }
}

function pair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

async function privateKey({ privateKey: key }: CryptoKeyPair): Promise<string> {
  const written = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${written.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`
}
