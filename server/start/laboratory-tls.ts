import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ListeningTls, SendingTls } from '#adapters/hl7/port.ts'
import { SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'

type Variable = Extract<keyof Config, `KARYO_${'LAB' | 'HL7' | 'EHR'}_TLS_${string}`>

/**
 * The configured certificates and keys, read and checked; null for a direction without TLS. Throws a
 * SetupError of one line that names the variable.
 */
export async function laboratoryTls(
  config: Pick<Config, Variable | 'KARYO_LAB_TLS'>,
): Promise<{ sending: SendingTls | null; listening: ListeningTls | null }> {
  const authorities = (name: Variable) => pem(config, name, (text) => new X509Certificate(text))
  const sendingCa = await authorities('KARYO_LAB_TLS_CA')
  const sendingOwn = await ownCertificate(config, 'KARYO_LAB_TLS_CERT', 'KARYO_LAB_TLS_KEY')
  const listeningCa = await authorities('KARYO_HL7_TLS_CA')
  const listeningOwn = await ownCertificate(config, 'KARYO_HL7_TLS_CERT', 'KARYO_HL7_TLS_KEY')
  return {
    sending: config.KARYO_LAB_TLS === 'on' ? { ...(sendingCa && { ca: sendingCa }), ...sendingOwn } : null,
    listening: listeningOwn && { ...listeningOwn, ...(listeningCa && { ca: listeningCa }) },
  }
}

/** A certificate and its key; null if they are not configured. Throws like `laboratoryTls`. */
export async function ownCertificate(
  config: Partial<Pick<Config, Variable>>,
  certName: Variable,
  keyName: Variable,
): Promise<{ cert: string; key: string } | null> {
  const cert = await pem(config, certName, (text) => new X509Certificate(text))
  const key = await pem(config, keyName, (text) => createPrivateKey(text))
  if (cert === undefined || key === undefined) return null
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    wrong(keyName, `is not the key of ${certName}: give the key that the certificate was requested with`)
  return { cert, key }
}

async function pem(
  config: Partial<Pick<Config, Variable>>,
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
