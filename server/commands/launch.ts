import { hostname, userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { type Launches, type LaunchMetadata, LaunchUnusable } from '#adapters/ehr/port.ts'
import { smartLaunches } from '#adapters/ehr/smart/launches.ts'
import { type Connection, connect } from '../database/connection/connect.ts'
import { SetupError } from '../database/setup-error.ts'
import { type LaunchClients, launchAddresses, launchClients } from '../features/ehr/launch/clients.ts'
import { readLaunchFile } from '../features/ehr/launch/launch-file.ts'
import { readConfig } from '../start/config.ts'
import { beginAs, refuseOtherKind } from '../start/installation.ts'
import { explain } from './explain.ts'
import { withOpenDatabase } from './with-open-database.ts'

type Say = (line: string) => void
type Action = 'launch-client-changed' | 'launch-client-removed' | 'launch-unlinked'
type Note = (action: Action, id: string, detail: object) => Promise<void>

const USAGE = `Usage: npm run import -- launch
       npm run import -- launch FILE
       npm run import -- launch --rotate ID
       npm run import -- launch --remove ID
       npm run import -- launch --unlink EMAIL
The first lists the hospitals whose record systems may launch the portal. The second adds those of a CSV file, or changes them
(columns: docs/interfaces.md), and fetches the addresses of their authorization servers; all others stay. The third signs with a
new key for one of them; the one before stays published. The fourth removes one with the links of its users. The fifth forgets
whose user at hospitals somebody is: their next launch asks for a login again. The portal may be running. Changes are recorded
in the audit trail.`

interface Command {
  file?: string
  rotate?: string
  remove?: string
  unlink?: string
}

/** Undefined if the arguments fit none of the usages. */
function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const option = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: { rotate: option, remove: option, unlink: option },
    })
    const [file, ...more] = positionals
    const given = [file, ...Object.values(values)].filter((one) => one !== undefined)
    if (more.length > 0 || given.length > 1) return undefined
    return { ...(file === undefined ? {} : { file }), ...values }
  } catch {
    return undefined
  }
}

async function describe(clients: LaunchClients, origin: string, say: Say): Promise<void> {
  const all = await clients.list()
  if (all.length === 0) say('No record system of a hospital may launch the portal.')
  for (const { id, name, iss, institution, links, metadata, isOpen, frameOrigins, scopes } of all) {
    const { launch, callback, keys } = launchAddresses(origin, id)
    say(
      `${id}: ${name}, institution ${institution}, ${links} linked ${links === 1 ? 'user' : 'users'}${isOpen ? '' : ', removed'}`,
    )
    say(`  iss ${iss}`)
    say(`  its addresses: ${metadata.authorization_endpoint} ${metadata.token_endpoint} ${metadata.jwks_uri}`)
    say(`  launch address to register there: ${launch}`)
    say(`  redirect address: ${callback}`)
    say(`  the portal’s public keys: ${keys}`)
    say(`  scopes: ${scopes}`)
    if (frameOrigins.length > 0) say(`  shown in frames of ${frameOrigins.join(' ')}`)
  }
}

/**
 * Whether a server names its users as another one's, but is not that one: users are linked by issuer, so that it could take
 * their places.
 */
const claimsSameUsers = (one: LaunchMetadata, other: LaunchMetadata) =>
  one.issuer === other.issuer &&
  (one.jwks_uri !== other.jwks_uri || one.token_endpoint !== other.token_endpoint)

/** What refuses the whole file is found before this; what a hospital answers, one hospital at a time. */
async function save(
  file: string,
  launches: Launches,
  clients: LaunchClients,
  worker: Connection,
  note: Note,
  say: Say,
) {
  const [institutions, interfaces] = await Promise.all([
    worker.db.selectFrom('institution').select('code').execute(),
    worker.db.selectFrom('ehr_interface').select(['code', 'institution_code']).execute(),
  ])
  const rows = readLaunchFile(file, {
    institutions: new Set(institutions.map(({ code }) => code)),
    interfaces: new Map(interfaces.map((one) => [one.code, one.institution_code])),
  })
  let failed = 0
  for (const row of rows) {
    const known = await clients.list()
    const others = known.filter(({ id }) => id !== row.id)
    try {
      const taken = others.find(({ iss }) => iss === row.iss)
      if (taken) throw new LaunchUnusable(`it is the address of ${taken.id}`)
      const metadata = await launches.fetchMetadata(row.iss)
      const namesake = others.find((other) => claimsSameUsers(metadata, other.metadata))
      if (namesake)
        throw new LaunchUnusable(
          `its issuer is that of ${namesake.id}, but not its addresses for tokens and keys`,
        )
      const before = known.find(({ id }) => id === row.id)?.metadata
      // Before it happens: what cannot be recorded is not done.
      await note('launch-client-changed', row.id, { ...row, metadata, before })
      await clients.save(row, metadata, launches.newKey)
      say(`${row.id} is set up.`)
    } catch (error) {
      if (!(error instanceof LaunchUnusable)) throw error
      failed += 1
      say(`${row.id} is unchanged: ${row.iss}: ${error.message}.`)
    }
  }
  return failed === 0 ? 0 : 1
}

/** `npm run import -- launch …`. Returns the exit code: 0, or 1 after printing what is wrong. */
export async function runLaunch(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  const command = parseCommand(args)
  if (!command) {
    say(USAGE)
    return 1
  }
  try {
    const config = readConfig(environment)
    const launches = smartLaunches({ production: config.production })
    return await withOpenDatabase(config, say, async (database, secret) => {
      await database.administer((db) =>
        config.demo ? refuseOtherKind(db, 'demo', config) : beginAs(db, 'production', config),
      )
      const worker = connect({ url: database.url, secret, role: 'karyo_worker', max: 2 })
      try {
        const clients = launchClients(worker.db, secret)
        const note: Note = (action, id, detail) =>
          worker.auditLine(worker.db, {
            actor: {
              subject: '',
              name: `${userInfo().username} at ${hostname()}, by npm run import -- launch`,
            },
            action,
            entity: { kind: 'ehr_launch_client', id, institution: null },
            detail,
          })
        const code = await carryOut(command, { launches, clients, worker, note, say })
        if (command.file !== undefined || Object.keys(command).length === 0)
          await describe(clients, config.publicOrigin, say)
        return code
      } finally {
        await worker.close()
      }
    })
  } catch (error) {
    say(explain(error))
    return 1
  }
}

interface Means {
  launches: Launches
  clients: LaunchClients
  worker: Connection
  note: Note
  say: Say
}

async function carryOut({ file, rotate, remove, unlink }: Command, means: Means): Promise<number> {
  const { launches, clients, worker, note, say } = means
  const id = rotate ?? remove
  // Also one whose key was sealed with another secret.
  if (id !== undefined && !(await clients.list()).some((one) => one.id === id))
    throw new SetupError(`There is no hospital ${id}.`)
  if (rotate !== undefined) {
    const pair = await launches.newKey()
    await note('launch-client-changed', rotate, { newKey: pair.publicKey.kid })
    await clients.rotate(rotate, pair)
    say(`${rotate} is signed for with the new key ${pair.publicKey.kid}; the one before stays published.`)
  } else if (remove !== undefined) {
    await note('launch-client-removed', remove, {})
    await clients.remove(remove)
    say(`${remove} is removed: its launches are refused, and its users are not linked any more.`)
  } else if (unlink !== undefined) {
    await note('launch-unlinked', unlink.toLowerCase(), {})
    if ((await clients.unlink(unlink)) === 0)
      throw new SetupError(`Nobody with the address ${unlink} is linked.`)
    say(`${unlink} is no longer linked: the next launch asks for a login.`)
  } else if (file !== undefined) return save(file, launches, clients, worker, note, say)
  return 0
}
