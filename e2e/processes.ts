import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '#server/database/embedded/processes.ts'
import type { Entry, OrderEntry } from '#simulators/laboratory/journal.ts'
import type { App } from './app.ts'

/** The simulated laboratory's journal, in order. */
async function journal(dir: string): Promise<Entry[]> {
  const lines = (await readFile(path.join(dir, 'journal.jsonl'), 'utf8')).split('\n')
  // Text after the last line break is still being written.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Entry)
}

/** The orders it has received, repetitions included. */
async function takenOrders(dir: string): Promise<OrderEntry[]> {
  return (await journal(dir)).filter((entry) => entry.kind === 'received')
}

/** Their numbers. */
export async function receivedOrders(dir: string): Promise<number[]> {
  return (await takenOrders(dir)).map(({ orderId }) => Number(orderId))
}

/** Process ID of the embedded database; throws while there is none. */
export async function databasePid({ dataDir }: App): Promise<number> {
  const file = await readFile(path.join(dataDir, 'database/data/postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

/** Process ID of the simulated laboratory that the portal has started (Linux); throws while there is none. */
export async function laboratoryPid(app: App): Promise<number> {
  const tasks = `/proc/${app.pid()}/task`
  const children = await Promise.all(
    (await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/children`, 'utf8')),
  )
  const found = children
    .flatMap((line) => line.trim().split(' ').map(Number))
    .find((pid) => commandLine(pid).some((word) => word.endsWith('simulators/laboratory/main.ts')))
  if (found === undefined) throw new Error('The simulated laboratory does not run')
  return found
}
