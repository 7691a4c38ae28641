import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { type ErasableFiles, type FileStore, FilesAway, fileKeyOf } from './port.ts'

/** Marks the real directory, as opposed to the empty one left when its storage is not mounted. */
const MARK = '.karyo-files'
/** Several times the largest document. */
const ENOUGH_BYTES = 64 * 1024 * 1024

/**
 * Writes `content` to disk under a temporary name and then renames it to `file`: it appears complete or not
 * at all.
 */
async function writeFileDurably(file: string, content: Uint8Array): Promise<void> {
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
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  const entry = await open(folder, 'r')
  await entry.sync().finally(() => entry.close())
}

export interface DirectoryFiles extends FileStore, ErasableFiles {
  /** Resolves if files can be read and, as far as can be told in advance, stored. Throws `FilesAway`. */
  ready(): Promise<void>
  /** Whether nothing was ever stored here; also true if the intended storage is not mounted. */
  isNew(): Promise<boolean>
  /** Every key, in no order. Files added meanwhile may be left out. */
  keys(): AsyncGenerator<string>
}

/** Empty if there is no such folder (yet). */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Errors of the system, not ours, are temporary. */
function away(error: unknown): unknown {
  if (error instanceof FilesAway || codeOf(error) === '') return error
  return new FilesAway(`the file storage cannot be used: ${codeOf(error)}`, { cause: error })
}

/** The embedded default: files in `root`, two directory levels deep by their key. */
export function directoryFiles(root: string): DirectoryFiles {
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('not a file key')
    return path.join(root, key.slice(0, 2), key.slice(2))
  }
  const mark = path.join(root, MARK)
  let opened: Promise<void> | undefined
  /** The first write of this process marks the directory. From then on the mark must stay. */
  async function assertDirectory(): Promise<void> {
    const make = async () => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeFile(mark, '', { mode: 0o600, flag: 'a' })
    }
    opened ??= make()
    await opened.catch((error) => {
      opened = undefined
      throw error
    })
    await access(mark)
  }
  return {
    async put(content) {
      const key = fileKeyOf(content)
      try {
        await assertDirectory()
        await writeFileDurably(pathOf(key), content)
      } catch (error) {
        throw away(error)
      }
      return key
    },
    async get(key) {
      const content = await readFile(pathOf(key)).catch(async (error) => {
        // A file missing from a complete directory is lost.
        if (codeOf(error) === 'ENOENT' && opened)
          await access(mark).catch((lost) => Promise.reject(away(lost)))
        throw codeOf(error) === 'ENOENT' ? error : away(error)
      })
      if (fileKeyOf(content) !== key) throw new Error(`the file ${key} was changed after it was stored`)
      return content
    },
    async ready() {
      try {
        await assertDirectory()
        await access(root, constants.R_OK | constants.W_OK)
        const { bavail, bsize } = await statfs(root)
        if (bavail * bsize < ENOUGH_BYTES) throw new FilesAway('the file storage is full')
      } catch (error) {
        throw away(error)
      }
    },
    async remove(key, earliest) {
      try {
        await assertDirectory()
        if ((await stat(pathOf(key))).mtimeMs >= earliest.getTime()) return false
        await rm(pathOf(key))
        return true
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw away(error)
        // Gone already, in a directory that is mounted.
        await access(mark).catch((lost) => Promise.reject(away(lost)))
        return true
      }
    },
    isNew: async () => (await namesIn(root)).length === 0,
    async *keys() {
      // Skips temporary files that are being written beside them.
      for (const start of await namesIn(root))
        for (const rest of await namesIn(path.join(root, start)))
          if (/^[0-9a-f]{64}$/.test(start + rest)) yield start + rest
    },
  }
}
