import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { ListeningTls, SendingTls } from '#adapters/hl7/port.ts'

export const COUNTERPARTS = ['laboratory', 'ehr'] as const
export type Counterpart = (typeof COUNTERPARTS)[number]

export interface Options {
  counterpart: Counterpart
  /** The system to try; null: a simulator, started by the kit. */
  host: string | null
  port: number
  listenHost: string
  listenPort: number
  /** How long to wait for a message that somebody was asked for. */
  patienceMs: number
  sendingTls: SendingTls | null
  listeningTls: ListeningTls | null
  /** Codes of the tests to order at a laboratory. */
  tests: readonly string[]
  dialect: 'oml' | 'orm'
  version: '2.3' | '2.5.1'
  withdrawn: 'C' | 'D' | 'W' | 'X'
  progress: boolean
  mostMegabytes: number
  /** Where the report is written, with the messages; null: nothing is kept. */
  keep: string | null
}

const USAGE = `Usage: npm run conformance -- laboratory|ehr [options]

Without --host a simulator is started and tried. Options:
  --host HOST --port PORT         the test system
  --listen PORT                   where it sends its messages to; --listen-host, 127.0.0.1 by default
  --patience SECONDS              how long to wait after somebody was asked to do something (300; 20 for a simulator)
  --tls-ca FILE                   authorities of its certificate; or --fingerprint SHA256 of it
  --tls-cert FILE --tls-key FILE  the kit's own certificate and key
  --keep FILE                     write the report with the messages
laboratory: --tests CODE,CODE (two of its codes), --dialect oml|orm
ehr: --version 2.5.1|2.3, --withdrawn C|D|W|X, --progress yes|no, --megabytes 20

KARYO_CONFORMANCE_HOSTS: the hosts that may be tried, separated by commas, besides this machine.`

/** Something is wrong with how the kit was started; the message says what. */
export class WrongOptions extends Error {}

/** Reads arguments and environment; throws WrongOptions. Only a host that is named as a test system may be tried. */
export function readOptions(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Options {
  const { values, positionals } = parsed(args)
  const counterpart = COUNTERPARTS.find((one) => one === positionals[0])
  if (!counterpart || positionals.length > 1)
    throw new WrongOptions(`Name one of ${COUNTERPARTS.join(', ')}\n\n${USAGE}`)
  const number = (name: keyof typeof values, fallback: number | null, most: number): number => {
    const text = values[name]
    if (text === undefined && fallback !== null) return fallback
    const value = Number(text)
    if (text === undefined || text.trim() === '' || !Number.isInteger(value) || value < 1 || value > most)
      throw new WrongOptions(`--${name} must be a whole number from 1 to ${most}`)
    return value
  }
  const one = <T extends string>(name: keyof typeof values, known: readonly [T, ...T[]]): T => {
    const text = values[name] ?? known[0]
    const found = known.find((each) => each === text)
    if (found === undefined) throw new WrongOptions(`--${name} must be one of ${known.join(', ')}`)
    return found
  }
  const host = values.host?.trim() || null
  const port = host === null ? 0 : number('port', null, 65_535)
  if (host !== null) mayBeTried(host, port, environment)
  const tests = (values.tests ?? 'WES01,MIT02').split(',').map((code) => code.trim())
  if (tests.length !== 2 || tests.some((code) => !/^[\w.-]{1,20}$/.test(code)) || tests[0] === tests[1])
    throw new WrongOptions('--tests must be two different codes, separated by a comma')
  return {
    ...{ counterpart, host, port, tests },
    listenHost: values['listen-host'] ?? '127.0.0.1',
    listenPort: host === null ? 0 : number('listen', null, 65_535),
    patienceMs: number('patience', host === null ? 20 : 300, 86_400) * 1000,
    ...tlsOf(values),
    dialect: one('dialect', ['oml', 'orm']),
    version: one('version', ['2.5.1', '2.3']),
    withdrawn: one('withdrawn', ['C', 'D', 'W', 'X']),
    progress: one('progress', ['yes', 'no']) === 'yes',
    mostMegabytes: number('megabytes', 20, 30),
    keep: values.keep ?? null,
  }
}

const TEXT = { type: 'string' } as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ host: TEXT, port: TEXT, listen: TEXT, 'listen-host': TEXT, patience: TEXT, keep: TEXT },
        ...{ 'tls-ca': TEXT, 'tls-cert': TEXT, 'tls-key': TEXT, fingerprint: TEXT },
        ...{ tests: TEXT, dialect: TEXT, version: TEXT, withdrawn: TEXT, progress: TEXT, megabytes: TEXT },
      },
    })
  } catch (error) {
    throw new WrongOptions(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

function mayBeTried(host: string, port: number, environment: Record<string, string | undefined>): void {
  const list = (environment.KARYO_CONFORMANCE_HOSTS ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (!isLoopback(host) && !list.includes(host.toLowerCase()))
    throw new WrongOptions(`${host} is not named in KARYO_CONFORMANCE_HOSTS: only a test system may be tried`)
  const { KARYO_LAB_HOST: laboratory, KARYO_LAB_PORT: laboratoryPort } = environment
  if (laboratory?.trim().toLowerCase() === host.toLowerCase() && Number(laboratoryPort) === port)
    throw new WrongOptions(`${host}:${port} is the laboratory of this portal’s settings (KARYO_LAB_HOST)`)
}

function tlsOf(values: ReturnType<typeof parsed>['values']): Pick<Options, 'sendingTls' | 'listeningTls'> {
  const file = (name: 'tls-ca' | 'tls-cert' | 'tls-key'): string | null => {
    const path = values[name]
    if (path === undefined) return null
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw new WrongOptions(`--${name}: the file ${path} cannot be read`)
    }
  }
  const [ca, cert, key] = [file('tls-ca'), file('tls-cert'), file('tls-key')]
  const { fingerprint } = values
  if ((cert === null) !== (key === null)) throw new WrongOptions('--tls-cert and --tls-key belong together')
  if (fingerprint !== undefined && !/^([\dA-F]{2}:){31}[\dA-F]{2}$/.test(fingerprint.toUpperCase()))
    throw new WrongOptions('--fingerprint must be 32 bytes such as AB:CD:…')
  const own = cert !== null && key !== null ? { cert, key } : null
  if (ca === null && fingerprint === undefined && own !== null)
    throw new WrongOptions('--tls-cert needs --tls-ca or --fingerprint of the system’s certificate')
  if (ca === null && fingerprint === undefined) return { sendingTls: null, listeningTls: null }
  return {
    sendingTls: {
      ...own,
      ...(ca !== null ? { ca } : {}),
      ...(fingerprint !== undefined ? { fingerprints: [fingerprint.toUpperCase()] } : {}),
    },
    listeningTls: own && { ...own, asksForCertificate: true },
  }
}
