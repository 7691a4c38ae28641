import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'

/**
 * Measures what a user notices while a stranger attacks: requests a list of orders in a loop, during each
 * attack at the strength at which it was discovered, and at ten times that. Uses a demo on this machine with
 * its default limits. `node faults/attack/bystander.ts [--root CHECKOUT] [--times 1,10]`
 */
const { values } = parseArgs({
  options: {
    root: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    times: { type: 'string', default: '1,10' },
    only: { type: 'string', default: '' },
  },
})

const READY_WITHIN_MS = 240_000
const REQUEST_INTERVAL_MS = 100
/** Pause between two attacks. */
const REST_MS = 5_000
/** Unanswered requests are abandoned after this time. */
const MOST_MS = 300_000

const dataDir = await mkdtemp(path.join(tmpdir(), 'karyo-attack-'))
const port = await freePort()
const origin = `http://localhost:${port}`
const child = spawn(process.execPath, ['server/main.ts'], {
  cwd: values.root,
  env: {
    ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
    ...{ PUBLIC_ORIGIN: origin, NODE_COMPILE_CACHE: path.join(values.root, '.cache/node') },
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const ended = once(child, 'exit')
process.once('exit', () => child.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

interface SentRequest {
  method?: string
  body?: string
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
/** Sends one request with an unaltered target; returns its status, or 0 on timeout. */
function send(
  target: string,
  { method = 'GET', body = '', headers = {} }: SentRequest = {},
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      { ...{ host: 'localhost', port, agent, method, path: target, timeout: MOST_MS }, headers },
      (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
      },
    )
    outgoing.on('error', () => resolve(0)).on('timeout', () => outgoing.destroy())
    outgoing.end(body)
  })
}

const form = (fields: Record<string, string>, cookie = ''): SentRequest => ({
  method: 'POST',
  body: String(new URLSearchParams(fields)),
  headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
})

/** A name of thousands of words, 13 kB, with the password's words in look-alike letters. */
const longName = Array.from({ length: 2600 }, (_, index) => `p${index.toString(36)}w`)
  .join(' ')
  .slice(0, 13_000)

/** The attacks, at the strength at which they were discovered. */
const ATTACKS: Record<string, (times: number) => Promise<number[]>> = {
  'SEC-01, 12 sign-ups with a name of 13 kB': (times) => {
    const password = '@4^8({[<3€#6!1|/70$5+2%'.repeat(6).slice(0, 128)
    const fields = { firstName: longName, lastName: 'A', email: 'no address', password, repeated: password }
    return Promise.all(Array.from({ length: 12 * times }, () => send('/identity/sign-up', form(fields))))
  },
  'SEC-05, 60 wrong passwords of one address': async (times) => {
    const browser = new Browser()
    const { url } = await portalClient(origin).authorize(browser)
    const cookie = browser.cookiesFor(url)
    const fields = { email: 'nobody@demo.test', password: 'wrong' }
    return Promise.all(Array.from({ length: 60 * times }, () => send(url.pathname, form(fields, cookie))))
  },
  'SEC-09, 2,000 lines for the log past its limit, 50 at once': async (times) => {
    let left = 2000 * times
    const statuses: number[] = []
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ message: 'x'.repeat(1900), stack: 'y'.repeat(7900) })
    const one = async () => {
      while (left-- > 0) statuses.push(await send('/%61pi/log/info', { method: 'POST', body, headers }))
    }
    await Promise.all(Array.from({ length: 50 }, one))
    return statuses
  },
}

const counted = (statuses: readonly number[]) =>
  [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => `${status || 'none'}×${statuses.filter((one) => one === status).length}`)
    .join(' ')

/** Requests the list until `until` settles; returns the durations in ms. */
async function bystander(token: string, until: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let over = false
  until.finally(() => (over = true)).catch(() => undefined)
  // Compressed, as browsers request it.
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
  do {
    const begun = performance.now()
    const status = await send('/api/Orders/1001?limit=25', { headers })
    took.push(performance.now() - begun)
    if (status !== 200) throw new Error(`the bystander was answered ${status}`)
    await delay(REQUEST_INTERVAL_MS)
  } while (!over)
  return took.sort((a, b) => a - b)
}

function line(name: string, took: readonly number[], seconds: number, answers: string) {
  const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))] ?? 0)
  process.stdout.write(
    `| ${[name, took.length, at(0.5), at(1), seconds.toFixed(0), answers].join(' | ')} |\n`,
  )
}

try {
  const until = performance.now() + READY_WITHIN_MS
  while ((await send('/healthz')) !== 200) {
    if (child.exitCode !== null || performance.now() > until) throw new Error('the portal is not ready')
    await delay(100)
  }
  // Background work of a first start.
  await delay(5000)
  const tokenOf = async () =>
    (await portalClient(origin).tokensFor(new Browser(), 'provider@demo.test', 'Karyo-demo-2026')).accessToken
  const accessToken = await tokenOf()
  await bystander(accessToken, delay(3000))
  process.stdout.write('| attack | lists | median, ms | worst, ms | lasted, s | answers to the attack |\n')
  process.stdout.write('|---|---:|---:|---:|---:|---|\n')
  line('none', await bystander(accessToken, delay(10_000)), 10, '')
  for (const times of values.times.split(',').map(Number))
    for (const [name, attack] of Object.entries(ATTACKS)) {
      if (!name.includes(values.only)) continue
      await delay(REST_MS)
      const token = await tokenOf()
      const begun = performance.now()
      const attacked = attack(times)
      const took = await bystander(token, attacked)
      line(`${name} ×${times}`, took, (performance.now() - begun) / 1000, counted(await attacked))
    }
} finally {
  agent.destroy()
  child.kill('SIGTERM')
  await Promise.race([ended, delay(15_000)])
  child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
}
