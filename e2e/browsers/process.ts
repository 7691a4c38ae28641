import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whatever hangs is ended within a minute. */
export const WITHIN_MS = 60_000

/** Path of a program under any of these names; null if it is not installed. */
export function installed(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  )
  return candidates.find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A directory for a browser's profile and downloads. */
export async function homeOfItsOwn(): Promise<{ home: string; downloads: string }> {
  const home = await mkdtemp(path.join(tmpdir(), 'karyo-browser-'))
  const downloads = path.join(home, 'Downloads')
  await mkdir(downloads)
  await mkdir(path.join(home, '.config'))
  await writeFile(path.join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n')
  return { home, downloads }
}

/** Programs that end together, last one first, and their directory. */
export class Programs {
  private readonly children: ChildProcess[] = []
  private readonly home: string

  constructor(home: string) {
    this.home = home
  }

  /** Starts a program; with `until`, waits for that output. */
  async start(
    command: string,
    args: readonly string[],
    { env = {}, until }: { env?: Record<string, string>; until?: RegExp } = {},
  ): Promise<RegExpExecArray | null> {
    const child = spawn(command, args, {
      env: { ...process.env, HOME: this.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The browser's own child processes end with it.
      detached: true,
    })
    this.children.push(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-20_000)
      })
    const deadline = Date.now() + WITHIN_MS
    for (;;) {
      const found = until?.exec(printed) ?? null
      if (found || until === undefined) return found
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${path.basename(command)} did not start. It printed:\n${printed}`)
      await delay(50)
    }
  }

  async end(): Promise<void> {
    for (const child of this.children.toReversed()) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
      await exit
    }
    await rm(this.home, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Whether a file exists. */
export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
