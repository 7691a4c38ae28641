import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ListeningTls, SendingTls } from '#adapters/hl7/port.ts'
import { SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'

type Variable = Extract<keyof Config, `KARYO_${'LAB' | 'HL7'}_TLS_${string}`>

/**
 * The configured certificates and keys, read and checked; null for a direction without TLS. Throws a
 * SetupError of one line that names the variable.
 */
export async function laboratoryTls(
  config: Pick<Config, Variable | 'KARYO_LAB_TLS'>,
): Promise<{ sending: SendingTls | null; listening: ListeningTls | null }> {
  const pem = async (name: Variable, check: (text: string) => unknown) => {
    const path = config[name]
    if (path === undefined) return undefined
    const text = await readFile(path, 'utf8').catch((error: Error) =>
      wrong(name, `cannot be read: ${error.message}`),
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
  const authorities = (name: Variable) => pem(name, (text) => new X509Certificate(text))
  const own = async (certName: Variable, keyName: Variable) => {
    const cert = await pem(certName, (text) => new X509Certificate(text))
    const key = await pem(keyName, (text) => createPrivateKey(text))
    if (cert === undefined || key === undefined) return null
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      wrong(keyName, `is not the key of ${certName}`)
    return { cert, key }
  }
  const sendingCa = await authorities('KARYO_LAB_TLS_CA')
  const sendingOwn = await own('KARYO_LAB_TLS_CERT', 'KARYO_LAB_TLS_KEY')
  const listeningCa = await authorities('KARYO_HL7_TLS_CA')
  const listeningOwn = await own('KARYO_HL7_TLS_CERT', 'KARYO_HL7_TLS_KEY')
  return {
    sending: config.KARYO_LAB_TLS === 'on' ? { ...(sendingCa && { ca: sendingCa }), ...sendingOwn } : null,
    listening: listeningOwn && { ...listeningOwn, ...(listeningCa && { ca: listeningCa }) },
  }
}

function wrong(name: Variable, why: string): never {
  throw new SetupError(`The configuration is invalid. ${name}: ${why}.`)
}
