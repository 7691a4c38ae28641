import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../setup-error.ts'

/** Whether a process with this id is running, whoever owns it; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return process.platform !== 'linux' || procStat(pid)[0] !== 'Z'
}

/** Sends a signal; it is no error if the process no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Waits until the process is gone; false if it still exists after `ms`. */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms
  while (isRunning(pid)) {
    if (Date.now() > until) return false
    await delay(20)
  }
  return true
}

/** The arguments a process was started with, program first; empty for a zombie or a process that is gone. */
export function commandLine(pid: number): string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    } catch {
      return []
    }
  }
  return ps(pid, 'command').split(/\s+/).filter(Boolean)
}

/**
 * When the process started, as opaque text for comparison only. A process id alone does not identify a
 * process: after a restart of the machine or container another process may have it.
 */
export function startedAt(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'lstart')
  const ticks = procStat(pid)[19]
  return ticks === undefined
    ? ''
    : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`
}

/** Linux: the fields of /proc/<pid>/stat from the third (state) on; the 20th of these is the start time. */
function procStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, which may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function ps(pid: number, column: 'command' | 'lstart'): string {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
