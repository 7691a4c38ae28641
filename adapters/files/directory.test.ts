import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryFiles } from './directory.ts'
import { FilesAway } from './port.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-files-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const report = new TextEncoder().encode('%PDF-1.7 a report')

test('returns a file under the SHA-256 of its content, readable by its owner only', async () => {
  const files = directoryFiles(root)
  const key = await files.put(report)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await files.put(report)).toBe(key)
  expect(new Uint8Array(await files.get(key))).toEqual(report)
  const folder = path.join(root, key.slice(0, 2))
  expect(await readdir(folder)).toEqual([key.slice(2)])
  expect((await stat(path.join(folder, key.slice(2)))).mode & 0o077).toBe(0)
})

test('refuses a file that was changed on the disk, and a key that leads out of the folder', async () => {
  const files = directoryFiles(root)
  const key = await files.put(new Uint8Array([1, 2, 3]))
  await writeFile(path.join(root, key.slice(0, 2), key.slice(2)), 'something else')
  await expect(files.get(key)).rejects.toThrow('was changed after it was stored')
  await expect(files.get('../../etc/passwd')).rejects.toThrow('not a file key')
  await expect(files.get('0'.repeat(64))).rejects.toThrow('ENOENT')
  await expect(files.get('0'.repeat(64))).rejects.not.toThrow(FilesAway)
})

test('lists the keys of all stored files, and nothing else in the folder', async () => {
  const files = directoryFiles(path.join(root, 'several'))
  const keysOf = async () => {
    const found: string[] = []
    for await (const key of files.keys()) found.push(key)
    return found.sort()
  }
  expect(await keysOf()).toEqual([])
  const keys = [await files.put(new Uint8Array([7])), await files.put(new Uint8Array([8]))]
  await writeFile(path.join(root, 'several', (keys[0] ?? '').slice(0, 2), '.draft'), 'half')
  await writeFile(path.join(root, 'several', 'notes'), 'somebody’s')
  expect(await keysOf()).toEqual(keys.sort())
})

test('leaves nothing behind when a write fails', async () => {
  const files = directoryFiles(path.join(root, 'full'))
  const content = new Uint8Array([4, 5, 6])
  const key = await files.put(content)
  const folder = path.join(root, 'full', key.slice(0, 2))
  await rm(path.join(folder, key.slice(2)))
  await mkdir(path.join(folder, key.slice(2), 'in the way'), { recursive: true })
  await expect(files.put(content)).rejects.toThrow()
  expect(await readdir(folder)).toEqual([key.slice(2)])
})

test('reads and writes nothing while its storage is not mounted, until it is back', async () => {
  const mounted = path.join(root, 'mounted')
  const files = directoryFiles(mounted)
  expect(await files.isNew()).toBe(true)
  const key = await files.put(report)
  await files.ready()
  // An unmounted storage leaves an empty directory behind.
  await rename(mounted, `${mounted}-elsewhere`)
  await mkdir(mounted)
  expect(await files.isNew()).toBe(true)
  for (const refused of [() => files.put(report), () => files.get(key), () => files.ready()])
    await expect(refused()).rejects.toThrow(FilesAway)
  expect(await readdir(mounted)).toEqual([])
  await rm(mounted, { recursive: true })
  for (const refused of [() => files.put(report), () => files.get(key), () => files.ready()])
    await expect(refused()).rejects.toThrow(FilesAway)
  await rename(`${mounted}-elsewhere`, mounted)
  expect(await files.isNew()).toBe(false)
  expect(new Uint8Array(await files.get(key))).toEqual(report)
  expect(await files.put(report)).toBe(key)
  await files.ready()
})

test('reports `FilesAway` when the directory cannot be created', async () => {
  await writeFile(path.join(root, 'a file'), '')
  await expect(directoryFiles(path.join(root, 'a file', 'files')).put(report)).rejects.toThrow(FilesAway)
})

test('deletes a file, unless it was stored again since', async () => {
  const files = directoryFiles(path.join(root, 'deleting'))
  const key = await files.put(report)
  const hour = 3_600_000
  expect(await files.remove(key, new Date(Date.now() - hour))).toBe(false)
  expect(new Uint8Array(await files.get(key))).toEqual(report)
  expect(await files.remove(key, new Date(Date.now() + hour))).toBe(true)
  await expect(files.get(key)).rejects.toThrow('ENOENT')
  expect(await files.remove(key, new Date(Date.now() + hour))).toBe(true)
  await rm(path.join(root, 'deleting'), { recursive: true })
  await expect(files.remove(key, new Date(Date.now() + hour))).rejects.toThrow(FilesAway)
})
