import { existsSync, readFileSync } from 'node:fs'

/** Memory used by the process, in MiB; NaN without /proc. */
export function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return Number.NaN
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024)
}
