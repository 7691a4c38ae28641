import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorCode } from '#server/database/setup-error.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })

/** Linux with permission to mount: checked by trying, as a container's root may lack it. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    const dir = run('mktemp', '-d').toString().trim()
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir)
    run('umount', dir)
    run('rmdir', dir)
    return true
  } catch {
    return false
  }
}

/** Mounts a disk of this many megabytes at `dir`; returns a function that unmounts it. */
export async function mountMemory(dir: string, megabytes: number): Promise<() => Promise<void>> {
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir)
  await chmod(dir, 0o711)
  return async () => void run('umount', '-l', dir)
}

/** Mounts such a disk in a new directory. */
export async function smallDisk(megabytes: number) {
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-disk-'))
  const unmount = await mountMemory(dir, megabytes)
  return {
    dir,
    async remove() {
      await unmount()
      await rmdir(dir)
    },
  }
}

/** Writes until the disk is full; returns a function that frees the space. */
export async function fillUp(dir: string): Promise<() => Promise<void>> {
  const file = path.join(dir, 'somebody-elses')
  const handle = await open(file, 'a')
  try {
    for (let size = 1024 * 1024; size >= 4096; size /= 2) {
      const piece = new Uint8Array(size)
      try {
        while (true) await handle.appendFile(piece)
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error
      }
    }
  } finally {
    await handle.close()
  }
  return () => rm(file)
}
