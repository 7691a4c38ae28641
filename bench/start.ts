/**
 * From the command on existing data until the portal is ready, with and without Node's compile cache, and
 * memory; the floor is a bare Fastify. With `--orders`, also beside that many orders, in a database that
 * bench/scale/main.ts has filled.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { type Line, lineOf, saveResults, settingsOf } from './harness.ts'
import { memoryOf } from './memory-of.ts'
import { type Portal, startPortal } from './portal.ts'
import { DEFAULT_DIR, openCluster } from './scale/cluster.ts'

const settings = settingsOf(
  { rounds: 5, requests: 2000, idleSeconds: 5, orders: 0, dir: DEFAULT_DIR },
  { rounds: 1, requests: 100 },
)
const { dir, ...recorded } = settings
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10
const FLOOR = 'bare Fastify'

type StartedPortal = Pick<Portal, 'origin' | 'pid' | 'stop'>
interface Kind {
  name: string
  start(): Promise<StartedPortal>
  /** One request at a time. */
  load(origin: string): Promise<void>
}
type Figure = keyof typeof UNITS

const UNITS = {
  ready: 'ms',
  'processor until ready': 'ms',
  'processor idle, a second': 'ms',
  'memory idle': 'MiB',
  'memory after load': 'MiB',
} as const

const dataDir = await mkdtemp(path.join(tmpdir(), 'karyo-bench-start-'))
const cached = { NODE_COMPILE_CACHE: path.join(dataDir, 'compiled') }
const kinds: Kind[] = [
  { name: FLOOR, start: startBare, load: (origin) => repeat(() => read(`${origin}/constant`)) },
  { name: 'without the cache', start: () => startPortal({ dataDir }), load: loadPortal },
  { name: 'with the cache', start: () => startPortal({ dataDir, environment: cached }), load: loadPortal },
  ...(settings.orders > 0
    ? [{ name: `beside ${settings.orders} orders`, start: startFilled, load: loadPortal }]
    : []),
]
const found = new Map<Kind, Record<Figure, number[]>>()

try {
  // The first start creates the data; the first with the cache fills it.
  for (const kind of kinds) {
    await (await kind.start()).stop()
    found.set(kind, {
      ready: [],
      'processor until ready': [],
      'processor idle, a second': [],
      'memory idle': [],
      'memory after load': [],
    })
  }
  for (let round = 0; round < settings.rounds; round += 1)
    for (const [kind, values] of found) {
      const began = performance.now()
      const { origin, pid, stop } = await kind.start()
      values.ready.push(performance.now() - began)
      const started = cpuOf(pid)
      values['processor until ready'].push(started)
      await delay(settings.idleSeconds * 1000)
      values['processor idle, a second'].push((cpuOf(pid) - started) / settings.idleSeconds)
      values['memory idle'].push(memoryOf(pid))
      await kind.load(origin)
      values['memory after load'].push(memoryOf(pid))
      await stop()
    }
  await saveResults({ name: 'start', settings: recorded }, lines())
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

function lines(): Line[] {
  const floor = found.get(kinds[0] as Kind)
  return (Object.keys(UNITS) as Figure[]).flatMap((figure) =>
    [...found].flatMap(([{ name }, values]) => {
      // NaN without /proc.
      if (values[figure].some(Number.isNaN)) return []
      const line = lineOf(`${figure}, ${name}`, UNITS[figure], values[figure])
      const least = lineOf('', '', floor?.[figure] ?? []).median
      return least > 0 ? { ...line, ratio: line.median / least } : line
    }),
  )
}

/** Fastify with one route and the database driver. */
async function startBare(): Promise<StartedPortal> {
  const program = path.join(import.meta.dirname, 'bare/list.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stopped = once(child, 'exit')
  const [printed] = await once(child.stdout.setEncoding('utf8'), 'data')
  const stop = async () => {
    child.kill()
    await stopped
  }
  return { origin: String(printed).trim(), pid: child.pid ?? 0, stop }
}

/** The database with its many orders is started with the portal, as an embedded one is. */
async function startFilled(): Promise<StartedPortal> {
  const cluster = await openCluster(dir)
  try {
    const portal = await cluster.portal(settings.orders, cached)
    const stop = async () => {
      await portal.stop()
      await cluster.stop()
    }
    return { ...portal, stop }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function loadPortal(origin: string): Promise<void> {
  const { client } = await openClinic(origin, 'provider@demo.test')
  await repeat(() => client.orders.list({ params: { hospital: HOSPITAL }, query: {} }))
}

async function repeat(ask: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < settings.requests; sent += 1) await ask()
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** Processor time used by the process, in milliseconds; NaN without /proc. */
function cpuOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  // The process name is in brackets and may contain spaces.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
