import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './port.ts'

const keyOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Writes `content` under a name of its own, to the disk itself, and then under `file`: there whole or not at all. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `.${randomUUID()}`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const entry = await open(folder, 'r')
  await entry.sync().finally(() => entry.close())
}

export interface DirectoryFiles extends FileStore {
  /** Every key, in no order; what is put meanwhile may be left out. */
  keys(): AsyncGenerator<string>
}

/** Empty where there is no such folder (yet). */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** The embedded default: files in `root`, two levels deep by their key. */
export function directoryFiles(root: string): DirectoryFiles {
  const place = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('not a key of a file')
    return path.join(root, key.slice(0, 2), key.slice(2))
  }
  return {
    async put(content) {
      const key = keyOf(content)
      await writeWhole(place(key), content)
      return key
    },
    async get(key) {
      const content = await readFile(place(key))
      if (keyOf(content) !== key) throw new Error(`the file ${key} is not what was stored`)
      return content
    },
    async *keys() {
      // Beside them lie drafts of files that are being written.
      for (const start of await namesIn(root))
        for (const rest of await namesIn(path.join(root, start)))
          if (/^[0-9a-f]{64}$/.test(start + rest)) yield start + rest
    },
  }
}
