import pg from 'pg'
import { clientConfig, hostsOf } from './connection/hosts.ts'
import { DATABASE_ROLES } from './roles.ts'
import { errorCode, SetupError } from './setup-error.ts'

/** PostgreSQL 16 is the oldest whose rules for CREATEROLE the roles rely on. */
const OLDEST = 16

/** What a server says of itself and of what the user of the address may do. */
interface ServerDetails {
  version: string
  major: number
  encoding: string
  database: string
  user: string
  isSuperuser: boolean
  mayCreateRoles: boolean
  mayCreateInDatabase: boolean
  mayCreateInPublic: boolean
  /** Karyo’s own roles that exist and that this user may not administer. */
  foreignRoles: string[]
}

/** Host and port of an address, or of its several, for people. */
function placeOf(address: string): string {
  const several = hostsOf(address).map(({ host, port }) => `${host}:${port}`)
  const { hostname, port } = new URL(address)
  return several.length > 0 ? several.join(' and ') : `${hostname || 'localhost'}:${port || 5432}`
}

const TLS_CODE = /CERT|ERR_TLS|SIGNATURE|ISSUER/
const UNANSWERED = /timeout|timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i

/** Why an address cannot be connected to and what to do, in one line; undefined: none of the known reasons. */
export function connectionProblem(address: string, error: Error): string | undefined {
  const code = errorCode(error)
  const { username, pathname } = new URL(address)
  const place = placeOf(address)
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  if (code === '28P01' || code === '28000')
    return `${place} refuses the user ${decodeURIComponent(username)} (${error.message}): check user, password and the server’s pg_hba.conf`
  if (code === '3D000')
    return `there is no database ${database} at ${place}: create it, or name the one that was meant`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${place} has no address: check the name of the host`
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${place}: start PostgreSQL there, or check host and port`
  if (code === 'ENOENT' || code === 'EACCES') return `a file that it names cannot be read: ${error.message}`
  if (TLS_CODE.test(code))
    return `the certificate of ${place} is not trusted (${error.message}): add sslrootcert=FILE with the authority that issued it`
  if (/does not support SSL/.test(error.message))
    return `${place} does not encrypt: turn on ssl there, or use sslmode=disable on a network that nobody else is on`
  if (UNANSWERED.test(`${code} ${error.message}`))
    return `${place} does not answer: check host, port and firewall`
  return undefined
}

/**
 * Connects as the user of the address. Throws a SetupError with the remedy where the address is the reason; `variable` names
 * it.
 */
export async function connectAsOwner(address: string, variable = 'DATABASE_URL'): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...clientConfig(address) })
    await client.connect()
    return client
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error))
    // Node throws one for a name with several addresses.
    const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
    const problem = connectionProblem(address, first instanceof Error ? first : thrown)
    throw problem ? new SetupError(`${variable}: ${problem}.`, { cause: error }) : error
  }
}

/** What is missing of what the portal needs of a server, each with its remedy. */
export function serverProblems(details: ServerDetails): string[] {
  const { user, database, isSuperuser } = details
  return [
    details.major < OLDEST ? `PostgreSQL ${details.version} is too old: use ${OLDEST} or later` : '',
    details.encoding === 'UTF8'
      ? ''
      : `the database ${database} has the encoding ${details.encoding}: create it with encoding 'UTF8' and template template0`,
    isSuperuser || details.mayCreateRoles
      ? ''
      : `the user ${user} may not create roles: alter role "${user}" createrole`,
    details.mayCreateInDatabase
      ? ''
      : `the user ${user} may not create schemas in ${database}: alter database "${database}" owner to "${user}"`,
    details.mayCreateInPublic
      ? ''
      : `the user ${user} may not create tables in ${database}: grant create on schema public to "${user}"`,
    isSuperuser || details.foreignRoles.length === 0
      ? ''
      : `the user ${user} may not change the roles ${details.foreignRoles.join(', ')}, which another user made: use that user, or grant them to "${user}" with admin option`,
  ].filter(Boolean)
}

/**
 * Checks, before anything is written, that a server can hold a portal's database. Returns what it is, for
 * people; throws a SetupError that names every problem.
 */
export async function checkServer(client: pg.ClientBase, address: string): Promise<string> {
  const { rows } = await client.query<ServerDetails>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding,
      current_database() as database, current_user as user, rolsuper as "isSuperuser", rolcreaterole as "mayCreateRoles",
      has_database_privilege(current_database(), 'CREATE') as "mayCreateInDatabase",
      has_schema_privilege('public', 'CREATE') as "mayCreateInPublic",
      array(select rolname::text from pg_roles where rolname = any ($1)
        and not pg_has_role(oid, 'MEMBER WITH ADMIN OPTION') order by 1) as "foreignRoles"
    from pg_roles where rolname = current_user`,
    [DATABASE_ROLES],
  )
  const [details] = rows
  if (details === undefined) throw new Error('the server does not know its own user')
  const problems = serverProblems(details)
  if (problems.length > 0) throw new SetupError(`DATABASE_URL: ${problems.join('; ')}.`)
  return `The database is ${details.database} at ${placeOf(address)}, PostgreSQL ${details.version.split(' ')[0]}.`
}
