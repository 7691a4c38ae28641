import { execFile } from 'node:child_process'
import { readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const MIGRATIONS = 'server/database/migrations'

const git = async (...args: string[]) => (await run('git', ['-C', ROOT, ...args])).stdout.trim()

/**
 * Writes the previous version to `dir`, with its sites built: the sources before the newest migration, or of
 * `UPGRADE_FROM`. Returns the migrations added since; null if there is no history to take them from.
 */
export async function unpackVersionBefore(dir: string): Promise<string[] | null> {
  const now = (await readdir(path.join(ROOT, MIGRATIONS))).toSorted()
  try {
    const newest = await git(
      'log',
      '--diff-filter=A',
      '-1',
      '--format=%H',
      '--',
      `${MIGRATIONS}/${now.at(-1)}`,
    )
    const before = process.env.UPGRADE_FROM ?? (newest === '' ? 'HEAD' : `${newest}^`)
    const archive = path.join(dir, 'sources.tar')
    await run('git', ['-C', ROOT, 'archive', '--output', archive, before])
    await run('tar', ['-xf', archive, '-C', dir])
  } catch (error) {
    if (process.env.UPGRADE_FROM) throw error
    return null
  }
  await addPackages(dir)
  // Its own: a server and the sites that it renders are of one version.
  for (const site of ['portal', 'catalogue', 'appointment'])
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', site, '--logLevel', 'warn'], {
      cwd: dir,
      // As npm run build has it: built for a test, pages could not be rendered in production.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  const then = await readdir(path.join(dir, MIGRATIONS))
  return now.filter((name) => !then.includes(name))
}

/** Packages of its own only where it had others: installing takes half a minute. */
async function addPackages(dir: string): Promise<void> {
  const [then, now] = await Promise.all(
    [dir, ROOT].map((at) => readFile(path.join(at, 'package-lock.json'), 'utf8')),
  )
  if (then === now) await symlink(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: dir })
}
