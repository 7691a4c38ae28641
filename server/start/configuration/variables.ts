import path from 'node:path'
import { z } from 'zod'
import type { Dialect } from '#adapters/laboratory/port.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { readableAddress } from '../../database/connection/hosts.ts'
import { fhirClients } from '../fhir-settings.ts'
import { hasReadablePassword, UNWRITTEN, wrongEncryption } from './addresses.ts'

const port = z.coerce.number().int().min(0).max(65535)
const file = z.string().min(1)
const onOff = z.enum(['on', 'off'])
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address, such as ${example}` })
const web = (example: string) => address(/^https?$/, example)
const DATABASE_EXAMPLE = 'postgres://karyo_owner:password@db1:5432/karyo, or embedded'
/** `embedded`, or an address as `readableAddress` gives it. */
const database = z.string().transform((address, ctx) => {
  if (address === 'embedded') return address
  try {
    const wrong = wrongDatabase(address)
    if (wrong === '') return readableAddress(address)
    ctx.addIssue(wrong)
  } catch (error) {
    ctx.addIssue(error instanceof Error ? error.message : String(error))
  }
  return z.NEVER
})
function wrongDatabase(address: string): string {
  if (!hasReadablePassword(address)) return UNWRITTEN
  const readable = readableAddress(address)
  if (!URL.canParse(readable) || !/^postgres(ql)?:$/.test(new URL(readable).protocol))
    return `must be an address, such as ${DATABASE_EXAMPLE}`
  return wrongEncryption(readable)
}
/** ISA05 and ISA06, or ISA07 and ISA08: a qualifier of two characters, and an id of 2 to 15. */
const partner = z
  .string()
  .regex(/^([\dA-Z]{2}:)?[!-9;-~]{2,15}$/, 'must be an id of 2 to 15 characters, with its qualifier: ZZ:ID')
  .transform((text) => {
    const [id = '', qualifier = 'ZZ'] = text.split(':').reverse()
    return { qualifier, id }
  })
/** A site's origin. A path is refused because it would be dropped, so that links would lead elsewhere. */
const origin = web('https://portal.example.org').refine((address) => {
  if (!URL.canParse(address)) return true
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && !`${search}${hash}${username}${password}`
}, 'must be an origin, such as https://portal.example.org: no path and nothing after it')
/** Also the namespace of order numbers and person numbers, so that it cannot have components. */
const hl7Name = z
  .string()
  .regex(/^[^|^~\\&\r\n]{1,100}$/, 'must be a name of at most 100 characters, without | ^ ~ \\ and &')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
)

/** Every environment variable with its default; an empty one counts as unset. Nothing else reads `process.env`. */
export const variables = z.object({
  /** `production` refuses demo data and a generated secret. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** The address and port the portal listens on. */
  HOST: z.string().default('localhost'),
  PORT: port.min(1).default(3000),
  /** The portal's address as users see it; default: `http://localhost:PORT`. */
  PUBLIC_ORIGIN: origin.optional(),
  /** The origins of the test catalogue and of the appointment form, if they have their own; unset: the portal's. */
  KARYO_CATALOGUE_ORIGIN: origin.optional(),
  KARYO_APPOINTMENT_ORIGIN: origin.optional(),
  /** The directory that contains the built sites: `portal/dist` and so on. */
  KARYO_SITES_DIR: z
    .string()
    .min(1)
    .default(path.resolve(import.meta.dirname, '../../..')),
  /** The laboratory's brand: name, colors, mark, menus, legal texts; unset: the `brand` that is shipped. */
  KARYO_BRAND_DIR: file.optional(),
  /** The laboratory's letters about reclassified variants; unset: `data/letters.csv`. */
  KARYO_LETTERS: file.optional(),
  /** Where the embedded database, files and the simulated laboratory keep their data. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** The directory of reports and documents, shared by all portals on a database; unset: `files` in DATA_DIR. */
  KARYO_FILES_DIR: file.optional(),
  /** An administrative connection to PostgreSQL 16 or later, with one host or several; `embedded`, and unset outside production: the embedded one. */
  DATABASE_URL: database.optional(),
  /** Standbys of that database that order lists may be read from, `host:port`, comma-separated; unset: none. */
  KARYO_STANDBYS: list
    .pipe(z.array(z.string().regex(/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i, 'must be host or host:port')))
    .default([]),
  /** Passwords of database roles, cookies and keys are derived from it; unset: generated and kept in DATA_DIR. */
  KARYO_SECRET: z.string().min(32).optional(),
  /** Former secrets, oldest first, comma-separated: they verify the audit trail of their time. */
  KARYO_OLD_SECRETS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine((all) => all.every((one) => one.length >= 32), 'each must have 32 characters or more'),
  /** `off`: no demo laboratory. */
  KARYO_DEMO: onOff.optional(),
  /** Another OpenID Connect provider; unset: the embedded one at /identity. */
  OIDC_ISSUER: web('https://sso.example.org').optional(),
  OIDC_CLIENT_ID: z.string().default('portal'),
  /** The audience that access tokens must have. */
  OIDC_AUDIENCE: z.string().default('urn:karyo:api'),
  /** The claim that carries the laboratory's own roles, such as Support. */
  OIDC_ROLES_CLAIM: z.string().default('roles'),
  /** `off` for a provider whose access tokens have no `typ: at+jwt`. */
  OIDC_REQUIRE_TOKEN_TYPE: onOff.default('on'),
  /** Required authentication methods at another provider: one of these in `amr`, such as `mfa`; unset: any. */
  OIDC_REQUIRE_AMR: list.default([]),
  /** The same for `acr`. */
  OIDC_REQUIRE_ACR: list.default([]),
  /** The laboratory system's MLLP address; unset: a simulated laboratory is started. */
  KARYO_LAB_HOST: z.string().optional(),
  KARYO_LAB_PORT: port.optional(),
  /** MSH-3 to MSH-6 of what the portal sends; unset: KARYO, the brand's name, LIMS, the brand's name. */
  KARYO_HL7_SENDING_APPLICATION: hl7Name.optional(),
  KARYO_HL7_SENDING_FACILITY: hl7Name.optional(),
  KARYO_HL7_RECEIVING_APPLICATION: hl7Name.optional(),
  KARYO_HL7_RECEIVING_FACILITY: hl7Name.optional(),
  /** The dialect of orders sent to it: `oml`, OML^O21 of HL7 v2.5.1, or `orm`, ORM^O01 of v2.3. */
  KARYO_LAB_DIALECT: z.enum(['oml', 'orm'] satisfies Dialect[]).default('oml'),
  /** `on`: orders go over TLS. */
  KARYO_LAB_TLS: onOff.default('off'),
  /** PEM files: its certificate's authorities (unset: the well-known ones), and our own certificate and key. */
  KARYO_LAB_TLS_CA: file.optional(),
  KARYO_LAB_TLS_CERT: file.optional(),
  KARYO_LAB_TLS_KEY: file.optional(),
  /** The base of the laboratory's FHIR server: orders are sent there as Bundles instead of over MLLP. */
  KARYO_LAB_FHIR_URL: web('https://lims.example.org/fhir').optional(),
  /** A bearer token for it; or the token endpoint (OAuth 2 client credentials) and the client's credentials. */
  KARYO_LAB_FHIR_TOKEN: z.string().min(1).optional(),
  KARYO_LAB_FHIR_TOKEN_URL: web('https://sso.example.org/token').optional(),
  KARYO_LAB_FHIR_CLIENT_ID: z.string().min(1).optional(),
  KARYO_LAB_FHIR_CLIENT_SECRET: z.string().min(1).optional(),
  KARYO_LAB_FHIR_SCOPE: z.string().default(''),
  /** Clients of the portal's own FHIR endpoints, as JSON (fhir-settings.ts). */
  KARYO_FHIR_CLIENTS: fhirClients.default([]),
  /** The audience that access tokens for them must have; unset: their address. */
  KARYO_FHIR_AUDIENCE: z.string().refine(URL.canParse, 'must be an absolute URI').optional(),
  /** Where the portal listens for the laboratory's messages; 0: any free port. */
  KARYO_HL7_HOST: z.string().default('127.0.0.1'),
  KARYO_HL7_PORT: port.default(0),
  /** PEM files of the listener's certificate and key: if set, it accepts TLS only. */
  KARYO_HL7_TLS_CERT: file.optional(),
  KARYO_HL7_TLS_KEY: file.optional(),
  /** PEM file of the authorities that must have issued a sender's certificate; unset: senders need none. */
  KARYO_HL7_TLS_CA: file.optional(),
  /** Where the portal listens for orders of hospitals' record systems; unset: it does not. 0: any free port. */
  KARYO_EHR_HOST: z.string().default('127.0.0.1'),
  KARYO_EHR_PORT: port.optional(),
  /** PEM files of that listener's certificate and key. */
  KARYO_EHR_TLS_CERT: file.optional(),
  KARYO_EHR_TLS_KEY: file.optional(),
  /** Milliseconds after which a record system that asks for advice is told nothing: a clinician waits. */
  KARYO_ADVICE_MS: z.coerce.number().int().min(50).max(60_000).default(400),
  /** How many times faster than real time the simulated laboratory's clock runs. */
  KARYO_LAB_SPEED: z.coerce.number().min(0.001).max(1e6).default(1),
  /** `lively`: it holds, rejects and corrects some of the orders, and is down at times; unset: only in a demo. */
  KARYO_LAB_BEHAVIOUR: z.enum(['steady', 'lively']).optional(),
  /** The port on 127.0.0.1 where the simulated laboratory takes commands, 0: any free port; unset: none. */
  KARYO_SIM_CONTROL_PORT: port.optional(),
  /** `smtp://user:password@host:587` or `smtps://…`; unset, in a demo: a mailbox page at /mailbox. */
  KARYO_SMTP_URL: z
    .string()
    .refine(hasReadablePassword, UNWRITTEN)
    .pipe(address(/^smtps?$/, 'smtp://user:password@mail.example.org:587'))
    .optional(),
  /** `on`: mail, and the mail server's password, may be sent unencrypted in production too. */
  KARYO_SMTP_PLAIN: z.enum(['on', 'off']).default('off'),
  /** The sender of mail; unset: the brand's name and contact address. */
  KARYO_MAIL_FROM: z.string().optional(),
  /** `off`: there is no counseling partner, no appointment form, and no link to one. */
  KARYO_COUNSELING: onOff.default('on'),
  /** Where requests for counseling are posted (docs/interfaces.md); the secret signs them and the answers. */
  KARYO_COUNSELING_URL: web('https://partner.example.org').optional(),
  KARYO_COUNSELING_SECRET: z.string().min(32).optional(),
  /** Or the partner's email address, and the file of its OpenPGP public key. */
  KARYO_COUNSELING_MAIL: z.email().optional(),
  KARYO_COUNSELING_MAIL_KEY: file.optional(),
  /** Or a directory of plain-text files; unset, outside production: `counseling` in DATA_DIR. */
  KARYO_COUNSELING_OUTBOX: file.optional(),
  /** Days after which what a patient entered on the appointment form is deleted. */
  KARYO_APPOINTMENT_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
  /** `off`: payers are not asked; prices and contracts are still used. */
  KARYO_COVERAGE: onOff.default('on'),
  /** Where 270 inquiries are posted to (docs/interfaces.md); unset: a simulated payer is started. */
  KARYO_CLEARINGHOUSE_URL: web('https://clearing.example.org/x12').optional(),
  /** A bearer token for it; or a user and a password. */
  KARYO_CLEARINGHOUSE_TOKEN: z.string().min(1).optional(),
  KARYO_CLEARINGHOUSE_USER: z.string().min(1).optional(),
  KARYO_CLEARINGHOUSE_PASSWORD: z.string().min(1).optional(),
  /** Sender and receiver in the interchange header, as agreed: `ZZ:ID`, or the id alone for ZZ. */
  KARYO_CLEARINGHOUSE_SENDER: partner.optional(),
  KARYO_CLEARINGHOUSE_RECEIVER: partner.optional(),
  /** The laboratory's own NPI, with which it asks payers. */
  KARYO_LABORATORY_NPI: z
    .string()
    .refine(isNpi, 'is not a valid NPI: ten digits, of which the last checks the others')
    .optional(),
  /** How long the simulated payer takes to answer for its slow member. */
  KARYO_SIM_SLOW_SECONDS: z.coerce.number().int().min(0).max(3600).default(45),
  /** The NPI registry's API, v2.1; unset: the table that `npm run import -- npi` fills. */
  KARYO_NPI_REGISTRY_URL: web('https://npi.example.org/api').optional(),
  /** `required`: users of the embedded identity provider must have a second factor. */
  KARYO_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  /** Where users of another identity provider change their password and second factor; unset: no link is shown. */
  OIDC_ACCOUNT_URL: web('https://sso.example.org/account').optional(),
  /** `off`: a user administrator grants a new user roles that see orders without a second person's approval. */
  KARYO_SECOND_PERSON: onOff.default('on'),
  /** `off`: users and roles are not managed in the portal. */
  KARYO_USER_ADMIN: onOff.default('on'),
  /** `off`: no documents can be uploaded to orders. */
  KARYO_DOCUMENTS: onOff.default('on'),
  /** `off`: no kits can be ordered in the portal. */
  KARYO_KITS: onOff.default('on'),
  /** `off`: no orders can be begun in the portal; existing ones are still followed and submitted. */
  KARYO_ONLINE_ORDERS: onOff.default('on'),
  /** `off`: the header does not count late items and the laboratory's questions. */
  KARYO_NOTIFICATIONS: onOff.default('on'),
  /** A clamd that scans uploaded documents, `tcp://host:port`; unset: they are not scanned for viruses. */
  KARYO_CLAMD_URL: address(/^tcp$/, 'tcp://clamd.example.org:3310').optional(),
  /** `on`: dates are typed into a calendar field instead of three selects. */
  KARYO_CALENDAR_DATES: onOff.default('on'),
  /** `off`: no manifests can be uploaded. */
  KARYO_MANIFEST: onOff.default('on'),
  /** The code of the one institution that may upload manifests. */
  KARYO_MANIFEST_INSTITUTION: z.string().optional(),
  /** Codes of the institutions that are not offered benefits verification, comma-separated. */
  KARYO_EXCLUDED_BILLING: list.optional(),
  /** Paths of an order's document that a patch cannot change: operations on them are dropped. Comma-separated. */
  KARYO_INVALID_PATCH_PATHS: list.default(['/isVOB', '/addOn']),
  /** Codes of the hospitals whose users are VA users, comma-separated. */
  KARYO_VA_HOSPITALS: list.optional(),
  /** Seconds without activity until the inactivity dialog (specification §9). */
  KARYO_IDLE_SECONDS: z.coerce.number().int().min(5).default(3600),
  /** Errors are reported to this Sentry project, without personal data. */
  SENTRY_DSN: web('https://key@errors.example.org/1').optional(),
  /** Traces are sent to this OpenTelemetry collector, by OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: web('http://collector.example.org:4318').optional(),
  /**
   * The number of chained proxies before an `https:` portal: the client's address is the one in
   * X-Forwarded-For that the first of them met.
   */
  KARYO_PROXIES: z.coerce.number().int().min(1).max(10).default(1),
  /** Requests per minute for one user, or for one address without a signed-in user; 0: no limit. */
  KARYO_RATE_LIMIT: z.coerce.number().int().min(0).default(1200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

export type Variables = z.output<typeof variables>
