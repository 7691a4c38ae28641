import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { readPlaywright, readSummary, type Summary } from './summary.ts'

/** Ends hanging runs; a machine may be several times slower than ours. */
const LIMIT_MS = 90 * 60_000
const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, '.cache/test')
const unitFile = path.join(results, 'unit.json')
const e2eFile = path.join(results, 'e2e.json')

/**
 * Files, and most of their tests, run in a different order each time: `TEST_SEED=5 npm test` repeats the
 * printed one.
 */
const seed = process.env.TEST_SEED ?? String(Date.now() % 1_000_000)

interface Step {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Reads the step's test counts; a step without counts is one test itself. */
  read?: () => Summary | null
}

const types: Step = { name: 'types', command: ['node', '--run', 'types'] }
const lint: Step = { name: 'lint', command: ['biome', 'check', '--error-on-warnings'] }
const knip: Step = { name: 'knip', command: ['knip'] }
const unit: Step = {
  name: 'unit',
  command: ['vitest', 'run'],
  env: { UNIT_SUMMARY: unitFile, TEST_SEED: seed },
  read: () => readSummary(unitFile),
}
const e2e: Step = {
  name: 'e2e',
  command: ['playwright', 'test', `--shuffle=${seed}`, '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eFile },
  read: () => readPlaywright(e2eFile),
}

const running = new Set<ChildProcess>()

/**
 * Two at a time, for two cores. Browser tests have priority; the others use what is left, and later
 * everything.
 */
const LANES = [
  { steps: [e2e], priority: constants.priority.PRIORITY_NORMAL },
  { steps: [types, lint, knip, unit], priority: 5 },
]

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill('SIGINT')
  })
}

const total = { passed: 0, failed: 0 }
console.log(`In the order of TEST_SEED=${seed}`)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
await Promise.all(
  LANES.map(async ({ steps, priority }) => {
    for (const step of steps) if (!interrupted) await perform(step, priority)
  }),
)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 && !interrupted ? 0 : 1

/** Runs one step, counts it and reports the result; its output is shown only if it failed. */
async function perform({ name, command, env, read }: Step, priority: number): Promise<void> {
  const start = Date.now()
  const { ok, output } = await run(command, priority, env)
  const { passed, failed, skipped, failures, slowest } = count(ok, read)
  total.passed += passed
  total.failed += failed
  const outcome = failed === 0 ? 'ok  ' : 'FAIL'
  const counts = read === undefined ? '' : `   ${passed} passed, ${failed} failed, ${skipped.length} skipped`
  console.log(
    `${outcome} ${name.padEnd(5)} ${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s${counts}`,
  )
  if (slowest.length > 0) console.log(`     slowest, in seconds: ${slowest.join(', ')}`)
  for (const each of failures) console.log(`     failed: ${each}`)
  for (const each of skipped) console.log(`     skipped: ${each}`)
  if (failed > 0) console.log(`${output.trimEnd()}\n--- end of ${name}`)
}

function count(ok: boolean, read: Step['read']): Summary {
  const nothing: Summary = { passed: 0, failed: 0, skipped: [], failures: [], slowest: [] }
  if (read === undefined) return { ...nothing, passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  const summary = read() ?? nothing
  // A run that ends with an error, or without a single test, has failed even if no test did.
  const failed = !ok || summary.passed === 0 ? Math.max(1, summary.failed) : summary.failed
  return { ...summary, failed }
}

function run(
  [program = '', ...args]: string[],
  priority: number,
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const bin = path.join(root, 'node_modules/.bin')
    const child = spawn(path.join(bin, program), args, {
      cwd: root,
      env: {
        CI: '1',
        NO_COLOR: '1',
        // Half of a short process's time is compiling.
        NODE_COMPILE_CACHE: path.join(root, '.cache/node'),
        ...process.env,
        PATH: `${bin}${path.delimiter}${process.env.PATH}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // A process's children inherit its priority.
    if (child.pid !== undefined) setPriority(child.pid, priority)
    let output = ''
    running.add(child)
    const limit = setTimeout(() => {
      output += `\nEnded after ${LIMIT_MS / 60_000} minutes.`
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), 20_000).unref()
    }, LIMIT_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ ok: code === 0, output })
    })
  })
}
