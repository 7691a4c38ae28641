/** From `node server/main.ts` on existing data until it is ready, without and with Node's cache of compiled modules; memory. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openClinic } from '../e2e/clinic.ts'
import { keep, lineOf, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'

const settings = settingsOf({ rounds: 5, requests: 2000 }, { rounds: 1, requests: 100 })
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10
const IDLE_MS = 10_000

const dataDir = await mkdtemp(path.join(tmpdir(), 'karyo-bench-start-'))
const cache = path.join(dataDir, 'compiled')
const kinds = [
  { name: 'without the cache', environment: {} },
  { name: 'with the cache', environment: { NODE_COMPILE_CACHE: cache } },
].map((kind) => ({
  ...kind,
  ready: [] as number[],
  cpu: [] as number[],
  idle: [] as number[],
  loaded: [] as number[],
}))

try {
  // The first start makes the data, and the first with the cache fills it.
  for (const { environment } of kinds) await (await startPortal({ dataDir, environment })).stop()
  for (let round = 0; round < settings.rounds; round += 1)
    for (const kind of kinds) {
      const start = performance.now()
      const portal = await startPortal({ dataDir, environment: kind.environment })
      kind.ready.push(performance.now() - start)
      kind.cpu.push(cpuOf(portal.pid))
      if (round === 0) {
        await delay(IDLE_MS)
        kind.idle.push(memoryOf(portal.pid))
        const { client } = await openClinic(portal.origin)
        for (let sent = 0; sent < settings.requests; sent += 1) await client.catalogue.categories()
        kind.loaded.push(memoryOf(portal.pid))
      }
      await portal.stop()
    }
  await keep(
    { name: 'start', settings },
    kinds.flatMap(({ name, ready, cpu, idle, loaded }) => [
      lineOf(`ready ${name}`, 'ms', ready),
      ...(cpu.some(Number.isNaN) ? [] : [lineOf(`processor ${name}`, 'ms', cpu)]),
      ...(idle.some(Number.isNaN) ? [] : [lineOf(`memory idle, ${name}`, 'MiB', idle)]),
      ...(loaded.some(Number.isNaN) ? [] : [lineOf(`memory after load, ${name}`, 'MiB', loaded)]),
    ]),
  )
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** What the process has used of the processor, in milliseconds; NaN where there is no /proc. */
function cpuOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  // The name stands in brackets and may have spaces.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** What the process holds of the memory, in MiB; NaN where there is no /proc. */
function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return Number.NaN
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024)
}
