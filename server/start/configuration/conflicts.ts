import { fhirConflicts } from '../fhir-settings.ts'
import type { Variables } from './variables.ts'

/** The address of an own PostgreSQL; undefined: the embedded one. */
export const databaseAddress = ({ DATABASE_URL }: Variables) =>
  DATABASE_URL === 'embedded' ? undefined : DATABASE_URL

/** Whether this is a demo, with its people and data. */
export const demoIn = ({ KARYO_DEMO, NODE_ENV }: Variables) =>
  KARYO_DEMO === undefined ? NODE_ENV !== 'production' : KARYO_DEMO === 'on'

/** On this machine, where nobody reads along; also what is not set. */
const isLocal = (url: string | undefined) =>
  url === undefined || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Conflicts between the settings of the laboratory's TLS. */
function tlsConflicts(read: Variables): string[] {
  const sending = ['KARYO_LAB_TLS_CA', 'KARYO_LAB_TLS_CERT', 'KARYO_LAB_TLS_KEY'] as const
  const simulated = !read.KARYO_LAB_HOST && !read.KARYO_LAB_FHIR_URL
  return [
    ...sending.map((name) =>
      read[name] && read.KARYO_LAB_TLS === 'off' ? `${name}: needs KARYO_LAB_TLS=on` : '',
    ),
    Boolean(read.KARYO_LAB_TLS_CERT) === Boolean(read.KARYO_LAB_TLS_KEY)
      ? ''
      : 'KARYO_LAB_TLS_CERT and KARYO_LAB_TLS_KEY: set both or neither',
    Boolean(read.KARYO_HL7_TLS_CERT) === Boolean(read.KARYO_HL7_TLS_KEY)
      ? ''
      : 'KARYO_HL7_TLS_CERT and KARYO_HL7_TLS_KEY: set both or neither',
    read.KARYO_HL7_TLS_CA && !read.KARYO_HL7_TLS_CERT ? 'KARYO_HL7_TLS_CA: needs KARYO_HL7_TLS_CERT' : '',
    [read.KARYO_EHR_PORT, read.KARYO_EHR_TLS_CERT, read.KARYO_EHR_TLS_KEY].every(
      (one) => one === undefined,
    ) ||
    (read.KARYO_EHR_PORT !== undefined && read.KARYO_EHR_TLS_CERT && read.KARYO_EHR_TLS_KEY)
      ? ''
      : 'KARYO_EHR_PORT, KARYO_EHR_TLS_CERT and KARYO_EHR_TLS_KEY: set all of them or none',
    simulated && read.KARYO_LAB_TLS === 'on'
      ? 'KARYO_LAB_TLS: needs KARYO_LAB_HOST, the simulated laboratory has no TLS'
      : '',
    simulated && read.KARYO_HL7_TLS_CERT
      ? 'KARYO_HL7_TLS_CERT: needs KARYO_LAB_HOST, the simulated laboratory has no TLS'
      : '',
    simulated && read.KARYO_LAB_DIALECT === 'orm'
      ? 'KARYO_LAB_DIALECT: needs KARYO_LAB_HOST, the simulated laboratory reads OML^O21'
      : '',
  ]
}

/** Conflicts between the settings of the counseling partner. */
function counselingConflicts(read: Variables): string[] {
  const destinations = ['KARYO_COUNSELING_URL', 'KARYO_COUNSELING_MAIL', 'KARYO_COUNSELING_OUTBOX'] as const
  const configured = destinations.filter((name) => read[name] !== undefined)
  if (read.KARYO_COUNSELING === 'off')
    return [...configured, 'KARYO_COUNSELING_SECRET' as const, 'KARYO_APPOINTMENT_ORIGIN' as const]
      .filter((name) => read[name] !== undefined)
      .map((name) => `${name}: has no use with KARYO_COUNSELING=off, remove one of them`)
  const { KARYO_COUNSELING_URL: url } = read
  const local = isLocal(url)
  return [
    configured.length > 1 ? `${configured.join(', ')}: set one of them` : '',
    read.NODE_ENV === 'production' && configured.length === 0
      ? `KARYO_COUNSELING_URL: must be set in production, or ${destinations.slice(1).join(' or ')}, or KARYO_COUNSELING=off if there is no counseling partner`
      : '',
    url !== undefined && read.KARYO_COUNSELING_SECRET === undefined
      ? 'KARYO_COUNSELING_SECRET: must be set with KARYO_COUNSELING_URL'
      : '',
    url?.startsWith('http:') && !local ? 'KARYO_COUNSELING_URL: must be https' : '',
    Boolean(read.KARYO_COUNSELING_MAIL) === Boolean(read.KARYO_COUNSELING_MAIL_KEY)
      ? ''
      : 'KARYO_COUNSELING_MAIL and KARYO_COUNSELING_MAIL_KEY: set both or neither',
  ]
}

/** Conflicts between the settings of the clearinghouse. */
function clearinghouseConflicts(read: Variables): string[] {
  const { KARYO_CLEARINGHOUSE_URL: url, KARYO_COVERAGE: coverage } = read
  const needed = [
    'KARYO_CLEARINGHOUSE_SENDER',
    'KARYO_CLEARINGHOUSE_RECEIVER',
    'KARYO_LABORATORY_NPI',
  ] as const
  const local = isLocal(url)
  const { KARYO_CLEARINGHOUSE_USER: user, KARYO_CLEARINGHOUSE_PASSWORD: password } = read
  return [
    read.NODE_ENV === 'production' && coverage === 'on' && url === undefined
      ? 'KARYO_CLEARINGHOUSE_URL: must be set in production, or KARYO_COVERAGE=off'
      : '',
    url?.startsWith('http:') && !local ? 'KARYO_CLEARINGHOUSE_URL: must be https' : '',
    ...needed.map((name) =>
      url !== undefined && read[name] === undefined
        ? `${name}: must be set with KARYO_CLEARINGHOUSE_URL`
        : '',
    ),
    Boolean(user) === Boolean(password)
      ? ''
      : 'KARYO_CLEARINGHOUSE_USER and KARYO_CLEARINGHOUSE_PASSWORD: set both or neither',
    user && read.KARYO_CLEARINGHOUSE_TOKEN
      ? 'KARYO_CLEARINGHOUSE_TOKEN and KARYO_CLEARINGHOUSE_USER: set one of them'
      : '',
  ]
}

/** Whether a parameter of the mail server's address turns off encryption: nodemailer obeys it. */
const disablesTls = (url = '') =>
  [...new URL(url || 'smtp:').searchParams.keys()].some((name) => /tls|secure/i.test(name))

/** How the secret in deploy/systemd/karyo.env begins, so that nobody goes live with it. */
const EXAMPLE_SECRET = 'replace-this'
/** The passwords in the addresses of docs/ and deploy/. */
const EXAMPLE_PASSWORDS = ['choose-one', 'password', '…']

/** Whether the password of an address is one that everybody can read in the documents. */
function hasExamplePassword(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { password, searchParams } = new URL(address)
  return [decodeURIComponent(password), searchParams.get('password') ?? ''].some((one) =>
    EXAMPLE_PASSWORDS.includes(one.toLowerCase()),
  )
}

/** What contradicts itself or is missing, each as `NAME: what to do`. */
export function conflicts(read: Variables): string[] {
  const production = read.NODE_ENV === 'production'
  return [
    production && read.KARYO_DEMO === 'on' ? 'KARYO_DEMO: cannot be on in production' : '',
    production && !read.KARYO_SECRET
      ? 'KARYO_SECRET: must be set in production, to 32 characters or more'
      : '',
    production && read.KARYO_SECRET?.startsWith(EXAMPLE_SECRET)
      ? 'KARYO_SECRET: is that of deploy/systemd/karyo.env, which everybody knows: use what “openssl rand -base64 36” prints'
      : '',
    ...(['DATABASE_URL', 'KARYO_SMTP_URL'] as const).map((name) =>
      production && hasExamplePassword(read[name])
        ? `${name}: has the password of an example, which everybody knows: give that user another password, and write it here`
        : '',
    ),
    production && !read.DATABASE_URL
      ? 'DATABASE_URL: must be set in production, or DATABASE_URL=embedded to keep the data in DATA_DIR on this machine'
      : '',
    production && !read.PUBLIC_ORIGIN
      ? 'PUBLIC_ORIGIN: must be set in production, to the address that users see'
      : '',
    ...(['PUBLIC_ORIGIN', 'OIDC_ISSUER'] as const).map((name) =>
      production && read[name]?.startsWith('http:') && !isLocal(read[name])
        ? `${name}: must be https in production: passwords and reports would be sent unencrypted`
        : '',
    ),
    !demoIn(read) && !read.KARYO_SMTP_URL
      ? 'KARYO_SMTP_URL: must be set unless this is a demo: the mailbox page shows everybody’s mail'
      : '',
    production && read.KARYO_SMTP_PLAIN === 'off' && disablesTls(read.KARYO_SMTP_URL)
      ? 'KARYO_SMTP_URL: must not turn encryption off in production, unless KARYO_SMTP_PLAIN=on allows password links to be sent unencrypted'
      : '',
    production && !read.KARYO_LAB_HOST && !read.KARYO_LAB_FHIR_URL
      ? 'KARYO_LAB_HOST: must be set in production, or KARYO_LAB_FHIR_URL'
      : '',
    Boolean(read.KARYO_LAB_HOST) === (read.KARYO_LAB_PORT !== undefined)
      ? ''
      : 'KARYO_LAB_HOST and KARYO_LAB_PORT: set both or neither',
    read.KARYO_STANDBYS.length > 0 && !databaseAddress(read)
      ? 'KARYO_STANDBYS: needs DATABASE_URL, the address of the primary'
      : '',
    ...tlsConflicts(read),
    ...fhirConflicts(read, production),
    ...counselingConflicts(read),
    ...clearinghouseConflicts(read),
  ].filter(Boolean)
}

/**
 * If something is set that a demo has no need of, NODE_ENV=production may have been forgotten: a demo must
 * then be requested explicitly.
 */
export function unrequestedDemo(read: Variables): string {
  if (read.KARYO_DEMO !== undefined || read.NODE_ENV === 'production') return ''
  const real = [
    databaseAddress(read) ? 'DATABASE_URL' : '',
    read.KARYO_SMTP_URL ? 'KARYO_SMTP_URL' : '',
    read.PUBLIC_ORIGIN?.startsWith('https:') ? 'an https PUBLIC_ORIGIN' : '',
  ].filter(Boolean)
  return real.length === 0
    ? ''
    : `KARYO_DEMO: must be set if ${real.join(' or ')} is: NODE_ENV=production for a production, KARYO_DEMO=on for a demo, whose sign-ins are public`
}
