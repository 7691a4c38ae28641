import { sql } from 'kysely'
import { discover } from '#adapters/identity/discovery.ts'
import type { VirusCheck } from '#adapters/virus-check/port.ts'
import type { Connection } from '../database/connection/connect.ts'
import { inTime } from '../http/in-time.ts'
import { daysLeft, daysLeftAt } from '../operations/certificates.ts'
import type { Outside } from '../operations/outside.ts'
import type { Config } from './config.ts'
import type { Hl7Tls } from './hl7-tls.ts'

const EVERY_MS = 60_000
const CERTIFICATES_EVERY_MS = 3_600_000
/** Access tokens are valid from the second in which they are issued. */
export const CLOCK_MAY_DIFFER_SECONDS = 10
/** Renewal by a proxy begins some 30 days before the end: at 14 it has failed more than once. */
export const ENDS_SOON_DAYS = 14

/** The clock of this machine minus the database's, in seconds; the way there and back is taken to be equally long. */
async function clockOffset({ db }: Pick<Connection, 'db'>): Promise<number> {
  const asked = Date.now()
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  return (asked + Date.now()) / 2000 - (rows[0]?.now ?? Number.NaN)
}

/** The addresses with a certificate whose end interrupts something, by the variable that names them. */
function secureAddresses(config: Config): [variable: string, address: string][] {
  const addresses: [string, string | undefined][] = [
    ['PUBLIC_ORIGIN', config.publicOrigin],
    ['KARYO_CATALOGUE_ORIGIN', config.KARYO_CATALOGUE_ORIGIN],
    ['KARYO_APPOINTMENT_ORIGIN', config.KARYO_APPOINTMENT_ORIGIN],
    ['OIDC_ISSUER', config.OIDC_ISSUER],
    ['KARYO_LAB_FHIR_URL', config.KARYO_LAB_FHIR_URL],
    ['KARYO_CLEARINGHOUSE_URL', config.KARYO_CLEARINGHOUSE_URL],
    ['KARYO_COUNSELING_URL', config.KARYO_COUNSELING_URL],
    ['KARYO_NPI_REGISTRY_URL', config.KARYO_NPI_REGISTRY_URL],
  ]
  return addresses.flatMap(([name, address]) => (address?.startsWith('https:') ? [[name, address]] : []))
}

/** Days until each certificate ends, by variable. An address that does not answer is left out: its own calls tell. */
export async function certificateDays(
  config: Config,
  { certificates }: Pick<Hl7Tls, 'certificates'>,
  now = new Date(),
): Promise<Map<string, number>> {
  const days = new Map<string, number>()
  for (const [name, certificate] of certificates) days.set(name, daysLeft(certificate, now))
  await Promise.all(
    secureAddresses(config).map(async ([name, address]) => {
      const left = await daysLeftAt(address, now).catch(() => undefined)
      if (left !== undefined) days.set(name, left)
    }),
  )
  return days
}

interface Looked {
  worker: Connection
  files: { ready(): Promise<unknown> }
  virusCheck: VirusCheck
  tls: Pick<Hl7Tls, 'certificates'>
}

/**
 * Looks every minute at what nobody may call for hours, and at what no call tells: the identity provider, the virus check, the
 * files, the clock, and certificates (once an hour).
 */
export function lookOutside(config: Config, outside: Outside, { worker, files, virusCheck, tls }: Looked) {
  const found = { clockSeconds: 0, certificateDays: new Map<string, number>() }
  let certificatesAt = Number.NEGATIVE_INFINITY
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined)

  async function clock(): Promise<void> {
    found.clockSeconds = await clockOffset(worker)
    const seconds = Math.round(found.clockSeconds)
    if (Math.abs(seconds) <= CLOCK_MAY_DIFFER_SECONDS) outside.works('clock')
    else
      outside.fails(
        'clock',
        `this machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database’s: let both follow NTP`,
      )
  }

  async function certificates(): Promise<void> {
    if (performance.now() - certificatesAt < CERTIFICATES_EVERY_MS) return
    certificatesAt = performance.now()
    found.certificateDays = await certificateDays(config, tls)
    const soon = [...found.certificateDays].filter(([, days]) => days < ENDS_SOON_DAYS)
    if (soon.length === 0) outside.works('certificates')
    else
      outside.fails(
        'certificates',
        soon.map(([name, days]) => `${name}: ${Math.floor(days)} days`).join(', '),
      )
  }

  async function look(): Promise<void> {
    const { OIDC_ISSUER: issuer, KARYO_CLAMD_URL: clamd } = config
    await Promise.all([
      quietly(outside.watch('files', inTime(files.ready()))),
      quietly(clock()),
      quietly(certificates()),
      issuer && quietly(outside.watch('issuer', discover(issuer))),
      clamd && quietly(outside.watch('virusCheck', virusCheck.check(Buffer.from('Karyo')))),
    ])
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return { look, found, close: async () => clearInterval(timer) }
}
