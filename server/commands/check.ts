import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { createServer, connect as openSocket } from 'node:net'
import path from 'node:path'
import { type ConnectionOptions, connect as openTls } from 'node:tls'
import { directoryFiles } from '#adapters/files/directory.ts'
import { discover } from '#adapters/identity/discovery.ts'
import { fhirSender } from '#adapters/laboratory/fhir/client.ts'
import { smtpSender } from '#adapters/mail/smtp.ts'
import { apiRegistry } from '#adapters/npi-registry/registry-api.ts'
import { clamdVirusCheck } from '#adapters/virus-check/clamd.ts'
import { checkServer, connectAsOwner } from '../database/check-server.ts'
import { addressAt } from '../database/connection/hosts.ts'
import { SetupError } from '../database/setup-error.ts'
import { REDIRECTS, reasonOf } from '../operations/reasons.ts'
import { brandOf } from '../start/brand.ts'
import { type Config, readConfig } from '../start/config.ts'
import { fhirServerOf } from '../start/fhir-settings.ts'
import { type Hl7Tls, hl7Tls } from '../start/hl7-tls.ts'
import { lettersOf } from '../start/letters.ts'
import { CLOCK_MAY_DIFFER_SECONDS, certificateDays, ENDS_SOON_DAYS } from '../start/open-outside.ts'

type Say = (line: string) => void

const USAGE = `Usage: npm run check
Tries every connection that the settings name, and says of each whether it works, or which variable is wrong and what to do.
Nothing is sent or written. The portal may be running.`

const ANSWERS_WITHIN_MS = 10_000
/** Several times the largest document. */
const ENOUGH_BYTES = 64 * 1024 * 1024
/** A valid number; whether somebody has it does not matter. */
const ANY_NPI = '1234567893'

/** A thing to try: resolves to what was found, or throws. */
interface Trial {
  variable: string
  /** The address or path, without credentials. */
  at: string
  run(): Promise<string>
}

/** Something to know that does not prevent a start. */
class Note extends Error {}

/** Host and port, or the path of an address: without user, password and query. */
const addressOf = (address: string) => {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

function opens(options: { host: string; port: number }, tls: ConnectionOptions | null) {
  return new Promise<string>((resolve, reject) => {
    const socket = tls ? openTls({ ...options, ...tls, servername: options.host }) : openSocket(options)
    socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy(new Error('it did not answer')))
    socket.once('error', reject)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      socket.end()
      resolve(tls ? 'accepts the connection, encrypted' : 'accepts the connection')
    })
  })
}

/** A port that the portal will listen at. */
function isFree(host: string, port: number) {
  return new Promise<string>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Note('is taken: by the running portal, or else choose another port')
          : error,
      ),
    )
    server.listen({ host, port }, () => server.close(() => resolve('is free')))
  })
}

/** Any answer will do: what an address answers to a request that is none of its own differs. */
async function answers(address: string): Promise<string> {
  const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
  await reply.body?.cancel()
  if (reply.status >= 500) throw new Error(`status ${reply.status}`)
  return `answers (status ${reply.status}); credentials are tried with the first message`
}

async function filesAt(root: string): Promise<string> {
  let dir = path.resolve(root)
  const exists = (one: string) =>
    access(one).then(
      () => true,
      () => false,
    )
  while (!(await exists(dir))) dir = path.dirname(dir)
  if (!(await stat(dir)).isDirectory()) throw new Error('ENOTDIR')
  await access(dir, constants.R_OK | constants.W_OK)
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < ENOUGH_BYTES) throw new Error('the file storage is full')
  const gigabytes = ((bavail * bsize) / 1e9).toFixed(1)
  if (dir !== path.resolve(root)) return `will be made; ${gigabytes} GB are free`
  const state = (await directoryFiles(root).isNew()) ? 'is empty' : 'has files'
  return `${state}; ${gigabytes} GB are free`
}

/** Whether requests at the portal's own address arrive with its host name: at another, the portal redirects to its own. */
async function proxied(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch((error: unknown) => {
    throw reasonOf(error).cause === REDIRECTS ? new Error('the proxy does not keep the Host header') : error
  })
  await reply.body?.cancel()
  if (reply.status >= 500) throw new Note('the proxy answers, but no portal behind it: is it started?')
  return 'leads to a portal, with its host name'
}

function databaseTrials({ DATABASE_URL: url, KARYO_STANDBYS: standbys }: Config): Trial[] {
  if (!url) return []
  return [
    {
      ...{ variable: 'DATABASE_URL', at: addressOf(url) },
      async run() {
        const client = await connectAsOwner(url)
        try {
          const line = await checkServer(client, url)
          const asked = Date.now()
          const { rows } = await client.query<{ now: number }>(
            'select extract(epoch from clock_timestamp())::float8 as now',
          )
          const seconds = Math.round((asked + Date.now()) / 2000 - (rows[0]?.now ?? 0))
          if (Math.abs(seconds) > CLOCK_MAY_DIFFER_SECONDS)
            throw new SetupError(
              `clocks: this machine’s is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database’s: let both follow NTP.`,
            )
          return line
        } finally {
          await client.end()
        }
      },
    },
    ...standbys.map((host) => ({
      ...{ variable: 'KARYO_STANDBYS', at: host, run: () => roleOfHost(addressAt(url, host)) },
    })),
  ]
}

/** Lists are read from it while it is a standby. */
async function roleOfHost(url: string): Promise<string> {
  const client = await connectAsOwner(url, 'KARYO_STANDBYS')
  try {
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is ? 'is a standby' : 'is no standby at present: lists are not read from it'
  } finally {
    await client.end()
  }
}

function laboratoryTrials(config: Config, { sending }: Hl7Tls): Trial[] {
  const { KARYO_LAB_HOST: host, KARYO_LAB_PORT: port = 0 } = config
  const server = fhirServerOf(config, ANSWERS_WITHIN_MS)
  return [
    ...(host
      ? [{ variable: 'KARYO_LAB_HOST', at: `${host}:${port}`, run: () => opens({ host, port }, sending) }]
      : []),
    ...(server
      ? [
          {
            ...{ variable: 'KARYO_LAB_FHIR_URL', at: addressOf(server.url) },
            run: () =>
              fhirSender(server)
                .reach()
                .then(() => 'answers, and takes our credentials'),
          },
        ]
      : []),
    ...listenerTrials(config),
  ]
}

/** The ports at which the laboratory and hospitals are listened to; 0 is any free one. */
function listenerTrials(config: Config): Trial[] {
  return (['HL7', 'EHR'] as const).flatMap((whose) => {
    const [host, port = 0] = [config[`KARYO_${whose}_HOST`], config[`KARYO_${whose}_PORT`]]
    return port === 0
      ? []
      : [{ variable: `KARYO_${whose}_PORT`, at: `${host}:${port}`, run: () => isFree(host, port) }]
  })
}

async function readsKey(file: string): Promise<string> {
  const { readPartnerKey } = await import('#adapters/counseling-partner/mail.ts')
  await readPartnerKey(await readFile(file, 'utf8'))
  return 'is a public key that can encrypt'
}

/** The sender of mails; '' while the brand cannot be read, which has a line of its own. */
function senderIn(config: Config) {
  try {
    const { name, contact } = brandOf(config).brand
    return { name, address: contact.email }
  } catch {
    return ''
  }
}

function otherTrials(config: Config): Trial[] {
  const at = <T extends string>(
    variable: T,
    address: string | undefined,
    run: (address: string) => Promise<string>,
  ) => (address === undefined ? [] : [{ variable, at: addressOf(address), run: () => run(address) }])
  const { KARYO_COUNSELING_MAIL_KEY: key, KARYO_COUNSELING_OUTBOX: outbox } = config
  const requireTls = config.production && config.KARYO_SMTP_PLAIN === 'off'
  return [
    ...at('KARYO_SMTP_URL', config.KARYO_SMTP_URL, async (url) => {
      const from = config.KARYO_MAIL_FROM ?? senderIn(config)
      await smtpSender({ url, from, requireTls }).reach()
      return 'lets us sign in'
    }),
    ...at('OIDC_ISSUER', config.OIDC_ISSUER, async (issuer) => {
      await discover(issuer)
      return 'has a discovery document'
    }),
    ...(config.KARYO_COVERAGE === 'on'
      ? at('KARYO_CLEARINGHOUSE_URL', config.KARYO_CLEARINGHOUSE_URL, answers)
      : []),
    ...at('KARYO_COUNSELING_URL', config.KARYO_COUNSELING_URL, answers),
    ...(key ? [{ variable: 'KARYO_COUNSELING_MAIL_KEY', at: key, run: () => readsKey(key) }] : []),
    ...(outbox ? [{ variable: 'KARYO_COUNSELING_OUTBOX', at: outbox, run: () => filesAt(outbox) }] : []),
    ...at('KARYO_NPI_REGISTRY_URL', config.KARYO_NPI_REGISTRY_URL, async (url) => {
      await apiRegistry({ url }).lookup(ANY_NPI)
      return 'answers'
    }),
    ...at('KARYO_CLAMD_URL', config.KARYO_CLAMD_URL, async (url) => {
      await clamdVirusCheck({ url, timeoutMs: ANSWERS_WITHIN_MS }).check(Buffer.from('Karyo'))
      return 'checks a file'
    }),
    ...at('OTEL_EXPORTER_OTLP_ENDPOINT', config.OTEL_EXPORTER_OTLP_ENDPOINT, answers),
    ...at('PUBLIC_ORIGIN', config.PUBLIC_ORIGIN && config.publicOrigin, proxied),
  ]
}

function hereTrials(config: Config): Trial[] {
  const files = config.KARYO_FILES_DIR ?? path.join(config.DATA_DIR, 'files')
  const page = path.join(config.KARYO_SITES_DIR, 'portal/dist/index.html')
  return [
    { variable: 'PORT', at: `${config.HOST}:${config.PORT}`, run: () => isFree(config.HOST, config.PORT) },
    { variable: 'DATA_DIR', at: config.DATA_DIR, run: () => filesAt(config.DATA_DIR) },
    { variable: 'KARYO_FILES_DIR', at: files, run: () => filesAt(files) },
    {
      ...{ variable: 'KARYO_BRAND_DIR', at: config.KARYO_BRAND_DIR ?? 'as shipped:' },
      run: async () => {
        const found = `is the brand of ${brandOf(config).brand.name}`
        if (config.production && config.KARYO_BRAND_DIR === undefined)
          throw new Note(`${found}, an invented laboratory: set it to the directory of yours`)
        return found
      },
    },
    {
      ...{ variable: 'KARYO_LETTERS', at: config.KARYO_LETTERS ?? 'as shipped:' },
      run: async () => {
        lettersOf(config)
        return 'has the letters'
      },
    },
    {
      ...{ variable: 'KARYO_SITES_DIR', at: config.KARYO_SITES_DIR },
      run: () =>
        access(page).then(
          () => 'has the built sites',
          () =>
            Promise.reject(new Note('the sites are not built yet: npm start does that, or npm run build')),
        ),
    },
  ]
}

/** The line about a trial, and whether it went well. */
async function outcomeOf({ variable, at, run }: Trial): Promise<{ line: string; failed: boolean }> {
  try {
    return { line: `ok    ${variable}: ${at} ${await run()}`, failed: false }
  } catch (error) {
    if (error instanceof Note) return { line: `note  ${variable}: ${at} ${error.message}`, failed: false }
    if (error instanceof SetupError)
      return { line: `FAIL  ${variable}: ${error.message.replace(`${variable}: `, '')}`, failed: true }
    const { cause, remedy } = reasonOf(error)
    return { line: `FAIL  ${variable}: ${at}: ${cause}. What to do: ${remedy}.`, failed: true }
  }
}

function certificateLines(days: ReadonlyMap<string, number>) {
  return [...days].map(([variable, left]) => ({
    failed: left < 0,
    line:
      left < 0
        ? `FAIL  ${variable}: the certificate has expired. What to do: have it renewed.`
        : `${left < ENDS_SOON_DAYS ? 'note' : 'ok  '}  ${variable}: the certificate is valid for ${Math.floor(left)} days`,
  }))
}

/** `npm run check`. Returns the exit code: 1 if something would not work. */
export async function runCheck(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  if (args.length > 0) {
    say(USAGE)
    return 1
  }
  try {
    const config = readConfig(environment, { toStart: true })
    const tls = await hl7Tls(config)
    const trials = [
      ...databaseTrials(config),
      ...hereTrials(config),
      ...laboratoryTrials(config, tls),
      ...otherTrials(config),
    ]
    const [outcomes, days] = await Promise.all([
      Promise.all(trials.map(outcomeOf)),
      certificateDays(config, tls),
    ])
    const all = [...outcomes, ...certificateLines(days)]
    for (const { line } of all) say(line)
    const failed = all.filter((one) => one.failed).length
    say(
      failed === 0
        ? 'Everything that is configured can be used.'
        : `${failed} of ${all.length} cannot be used.`,
    )
    return failed === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runCheck(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
