import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDir } from './data-dir.ts'

const ownerScript = path.resolve(import.meta.dirname, '../../testing/data-dir-owner.ts')
let root: string
let dir: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-data-dir-'))
  dir = path.join(root, 'deep', 'data')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('creates the directory, records its version, and releases it again', async () => {
  const opened = await openDataDir(dir, 3)
  expect(opened.path).toBe(dir)
  expect(JSON.parse(await readFile(path.join(dir, 'karyo.json'), 'utf8'))).toEqual({ version: 3 })
  await opened.close()
  await (await openDataDir(dir, 4)).close()
  expect(await readdir(dir)).toEqual(['karyo.json'])
  expect(JSON.parse(await readFile(path.join(dir, 'karyo.json'), 'utf8'))).toEqual({ version: 4 })
})

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('[OPS-11] only its owner can read it, whoever that is, also where an earlier version let others pass through', async () => {
  await (await openDataDir(dir, 1)).close()
  expect([await modeOf(dir), await modeOf(path.join(dir, 'karyo.json'))]).toEqual(['700', '600'])
  await chmod(dir, 0o711)
  await (await openDataDir(dir, 1)).close()
  expect(await modeOf(dir)).toBe('700')
  // What an operator chose stays.
  await chmod(dir, 0o750)
  await (await openDataDir(dir, 1)).close()
  expect(await modeOf(dir)).toBe('750')
})

test('refuses a newer layout and leaves it unchanged', async () => {
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'karyo.json'), '{"version":9}')
  await expect(openDataDir(dir, 3)).rejects.toThrow(
    /was created by a newer version of Karyo \(layout 9, this one supports 3\)/,
  )
  expect(await readdir(dir)).toEqual(['karyo.json'])
  expect(await readFile(path.join(dir, 'karyo.json'), 'utf8')).toBe('{"version":9}')
})

test('refuses a damaged version file', async () => {
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'karyo.json'), '{"vers')
  await expect(openDataDir(dir, 3)).rejects.toThrow(/karyo\.json is damaged/)
})

test('a second owner is refused while the first is running, and admitted once the first was killed', async () => {
  const owner = fork(ownerScript, [dir])
  try {
    await once(owner, 'message')
    await expect(openDataDir(dir, 1)).rejects.toThrow(
      `${dir} is in use by process ${owner.pid}: stop that one first`,
    )
  } finally {
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  }
  await (await openDataDir(dir, 1)).close()
})

test('a lock is stale if another process now has its process id', async () => {
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'karyo.lock'), `${process.pid} at another time\n`)
  await (await openDataDir(dir, 1)).close()
})

test('exactly one of many processes that find a stale lock takes it', async () => {
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'karyo.lock'), '999999999 long ago\n')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => openDataDir(dir, 1)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test('a path to a file is refused with a one-line message', async () => {
  await writeFile(path.join(root, 'file'), '')
  await expect(openDataDir(path.join(root, 'file'), 1)).rejects.toThrow(
    /^DATA_DIR: the directory .* cannot be created: it is a file: .*$/,
  )
  await expect(openDataDir(path.join(root, 'file', 'in'), 1)).rejects.toThrow(/a part of the path is a file/)
})

test.skipIf(process.getuid?.() === 0)(
  'a directory without permission is refused with a one-line message (not as root)',
  async () => {
    await mkdir(dir, { recursive: true })
    await chmod(dir, 0o500)
    await expect(openDataDir(dir, 1)).rejects.toThrow(
      /cannot be written: permission is denied: give this user the right/,
    )
  },
)
