import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ListeningTls, SendingTls } from '#adapters/hl7/port.ts'
import { SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'

type Variable = Extract<keyof Config, `KARYO_${'LAB' | 'HL7' | 'EHR'}_TLS_${string}`>

export type Hl7Tls = Awaited<ReturnType<typeof hl7Tls>>

/**
 * The certificates and keys of the laboratory's connections and of hospitals', read and checked; null for a direction
 * without TLS. `certificates`: each of our own, by its variable. Throws a SetupError of one line that names the variable.
 */
export async function hl7Tls(config: Pick<Config, Variable | 'KARYO_LAB_TLS'>) {
  const authorities = (name: Variable) => pem(config, name, (text) => new X509Certificate(text))
  const sendingCa = await authorities('KARYO_LAB_TLS_CA')
  const sendingOwn = await ownCertificate(config, 'LAB')
  const listeningCa = await authorities('KARYO_HL7_TLS_CA')
  const listeningOwn = await ownCertificate(config, 'HL7')
  const hospitals = await ownCertificate(config, 'EHR')
  const sending: SendingTls = { ...(sendingCa && { ca: sendingCa }), ...sendingOwn }
  const listening: ListeningTls | null = listeningOwn && {
    ...listeningOwn,
    ...(listeningCa && { ca: listeningCa }),
  }
  return {
    sending: config.KARYO_LAB_TLS === 'on' ? sending : null,
    listening,
    /** What the portal presents to hospitals, whoever connects. */
    hospitals,
    certificates: new Map(
      Object.entries({ LAB: sendingOwn, HL7: listeningOwn, EHR: hospitals }).flatMap(([whose, own]) =>
        own ? [[`KARYO_${whose}_TLS_CERT`, own.cert] as const] : [],
      ),
    ),
  }
}

/** A certificate with its key; null if they are not configured. */
async function ownCertificate(config: Pick<Config, Variable>, whose: 'LAB' | 'HL7' | 'EHR') {
  const [certName, keyName] = [`KARYO_${whose}_TLS_CERT`, `KARYO_${whose}_TLS_KEY`] as const
  const cert = await pem(config, certName, (text) => new X509Certificate(text))
  const key = await pem(config, keyName, (text) => createPrivateKey(text))
  if (cert === undefined || key === undefined) return null
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    wrong(keyName, `is not the key of ${certName}: give the key that the certificate was requested with`)
  return { cert, key }
}

async function pem(
  config: Pick<Config, Variable>,
  name: Variable,
  check: (text: string) => unknown,
): Promise<string | undefined> {
  const path = config[name]
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: Error) =>
    wrong(name, `cannot be read (${error.message}): check the path, and that this user may read it`),
  )
  try {
    check(text)
  } catch {
    wrong(
      name,
      `${path} contains no ${name.endsWith('KEY') ? 'private key without a passphrase' : 'certificate'}`,
    )
  }
  return text
}

function wrong(name: Variable, why: string): never {
  throw new SetupError(`The configuration is invalid. ${name}: ${why}.`)
}
