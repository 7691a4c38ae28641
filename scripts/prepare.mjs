// Runs before `npm start` and `npm test`, on any Node from 20 on without installed packages: installs the
// packages if node_modules does not match package-lock.json, notes the commit, and (--sites) builds the sites whose sources
// have changed.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const CONFIGURATION = ['scripts/site-build.ts', 'scripts/precompress.ts', 'package.json', 'package-lock.json']
/** Inputs of `vite build` besides the site's own directory and the lock file. */
const COMMON = ['ui', 'contract', 'domain', ...CONFIGURATION]
/** The directories passed to `vite build`, and the last file that it creates for each. */
const SITES = [
  { name: 'portal', made: 'dist/index.html' },
  { name: 'catalogue', made: 'dist/server/render.js' },
  { name: 'appointment', made: 'dist/server/render.js' },
]

const root = path.resolve(import.meta.dirname ?? new URL('..', import.meta.url).pathname, '..')
const at = (...parts) => path.join(root, ...parts)

try {
  if (!isInstalled()) await install()
  noteCommit()
  if (process.argv.includes('--sites')) await buildSites()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/**
 * npm writes node_modules/.package-lock.json as the last step of a complete install: what is really there.
 */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')).packages
    const same = (name) => isSame(wanted[name], present[name])
    const names = new Set([...Object.keys(wanted), ...Object.keys(present)])
    names.delete('')
    return (
      [...names].every(same) &&
      Object.keys(present).every((name) => existsSync(at(name, 'package.json'))) &&
      existsSync(node())
    )
  } catch {
    return false
  }
}

/** A package for another platform is wanted but not present. */
function isSame(wanted, present) {
  if (wanted === undefined) return false
  if (present === undefined) return wanted.optional === true
  return wanted.version === present.version && wanted.integrity === present.integrity
}

/** The Node that runs the project, from the npm package `node`. */
function node() {
  return at('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Notes the commit of a checkout for server/start/version.ts; the portal itself starts no such program. */
function noteCommit() {
  let commit = ''
  try {
    commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // An archive, which has the commit in COMMIT, or no git.
  }
  mkdirSync(at('.cache'), { recursive: true })
  writeFileSync(at('.cache/commit'), commit)
}

async function install() {
  const took = stopwatch()
  console.log('Installing the packages (npm ci) …')
  // Its absence tells the next start that this install did not finish.
  rmSync(at('node_modules/.package-lock.json'), { force: true })
  // Not the Node in node_modules, which is about to be replaced.
  const outside = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((dir) => !dir.includes('node_modules'))
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', options, { ...process.env, PATH: outside.join(path.delimiter) })
  console.log(`Packages installed in ${took()}`)
}

/** Builds the sites whose sources have changed, concurrently. */
async function buildSites() {
  const common = fingerprint(COMMON)
  await Promise.all(SITES.map((site) => build(site, common)))
}

async function build({ name, made }, common) {
  const stamp = at('.cache/sites', name)
  const last = at(name, made)
  const print = `${common}\n${fingerprint([name])}`
  if (existsSync(last) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return
  const took = stopwatch()
  rmSync(stamp, { force: true })
  const vite = [at('node_modules/vite/bin/vite.js'), 'build', name, '--logLevel', 'warn']
  await run(node(), vite, process.env)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, print)
  console.log(`Site "${name}" built in ${took()}`)
}

/** Changes if a name or a content below `sources` does. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of files(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(at(file)))
        .update('\0')
  return hash.digest('hex')
}

function files(source) {
  if (!existsSync(at(source))) return []
  if (path.extname(source) !== '') return [source]
  return readdirSync(at(source), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !/(^|[\\/])(dist|testing|node_modules)[\\/]|\.test\.tsx?$/.test(file))
    .sort()
}

/** Rejects with the command's output if it fails; stops the command when this process is told to stop. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal))
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(Object.assign(new Error(said), { command })),
    )
  })
}

function explain(error) {
  const what =
    error.command === 'npm' || !error.command
      ? 'The packages could not be installed'
      : 'A site could not be built'
  const text = `${error.code ?? ''} ${error.message}`
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(text)) {
    return `${what}: npm cannot reach the package registry. Check the network (behind a proxy: npm config set proxy …), then run this again.`
  }
  if (/ENOSPC|EDQUOT/.test(text))
    return `${what}: the disk is full. Free some space (about 1 GB is needed), then run this again.`
  if (/EACCES|EPERM|EROFS/.test(text)) {
    return `${what}: no permission to write in ${root}. Make this user its owner, then run this again.`
  }
  if (/EUSAGE/.test(text)) return `${what}: package.json and package-lock.json do not agree. Run: npm install`
  return `${error.message.trimEnd()}\n${what}: the reason is above.`
}

function stopwatch() {
  const start = Date.now()
  return () => `${((Date.now() - start) / 1000).toFixed(1)} s`
}
