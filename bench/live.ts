import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { MOST_PAGES } from '#server/features/portal/live.ts'
import { HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { addColleague } from '../e2e/own-clinic.ts'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { NO_LABORATORY, openTestbed } from './testbed.ts'

/**
 * Open pages that follow live updates while orders are submitted: how long after the reply to the submitter
 * each page receives the update, and the portal's memory.
 */
const settings = settingsOf({ pages: 1000, orders: 50 }, { pages: 100, orders: 5 })
const { pages, orders } = settings

/** An update that takes longer is lost. */
const RECEIVED_WITHIN_MS = 60_000

const testbed = await openTestbed(NO_LABORATORY)
try {
  const clinic = await testbed.clinic()
  const before = memoryOf(testbed.portal.pid)
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  /** For each submitted order, when the pages received the update. */
  const updateTimes = new Map<number, number[]>()
  const followers = await signInFollowers(Math.ceil(pages / MOST_PAGES))
  const streams = await Promise.all(
    Array.from({ length: pages }, (_, n) =>
      openPage(agent, updateTimes, followers[n % followers.length] ?? ''),
    ),
  )
  const opened = memoryOf(testbed.portal.pid)
  const [answers, delays]: number[][] = [[], []]
  for (let n = 0; n < orders; n += 1) {
    const id = await clinic.draft(`Live${String.fromCharCode(65 + (n % 26), 97 + Math.floor(n / 26))}`)
    const sent = performance.now()
    await clinic.submit(id)
    const answered = performance.now()
    answers?.push(answered - sent)
    await receivedByAll(updateTimes, id)
    for (const at of updateTimes.get(id) ?? []) delays?.push(Math.max(0, at - answered))
  }
  const after = memoryOf(testbed.portal.pid)
  for (const stream of streams) stream.destroy()
  agent.destroy()
  await saveResults({ name: 'live', settings }, [
    lineOf('submitting, answered after', 'ms', answers ?? []),
    lineOf('a page hears of it, after the answer', 'ms', delays ?? []),
    lineOf('memory before', 'MiB', [before]),
    lineOf('memory with all pages open', 'MiB', [opened]),
    lineOf('memory after the orders', 'MiB', [after]),
  ])
} finally {
  await testbed.stop()
}

async function receivedByAll(updateTimes: ReadonlyMap<number, number[]>, id: number): Promise<void> {
  const until = performance.now() + RECEIVED_WITHIN_MS
  const received = () => updateTimes.get(id)?.length ?? 0
  while (received() < pages) {
    if (performance.now() > until) throw new Error(`order ${id} reached ${received()} of ${pages} pages`)
    await delay(5)
  }
}

/** Colleagues of the submitting user, as a user may have `MOST_PAGES` pages open; returns their headers. */
async function signInFollowers(count: number): Promise<string[]> {
  const headers: string[] = []
  // One after the other: each password is hashed on purpose slowly.
  for (let n = 0; n < count; n += 1) {
    const email = await addColleague(testbed.portal, `follower-${n}`, { like: 'viewer', at: HOSPITAL })
    headers.push((await openClinic(testbed.portal.origin, email)).authorization)
  }
  return headers
}

/** An open page of a signed-in user; resolves once its stream has begun. */
function openPage(agent: Agent, updateTimes: Map<number, number[]>, authorization: string) {
  return new Promise<{ destroy(): void }>((resolve, reject) => {
    const request = get(
      `${testbed.portal.origin}/api/events`,
      { agent, headers: { authorization } },
      (stream) => {
        if (stream.statusCode !== 200)
          return reject(new Error(`the stream was answered ${stream.statusCode}`))
        stream.setEncoding('utf8').on('data', (text: string) => {
          const at = performance.now()
          for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) {
            const { orderId, kind } = JSON.parse(data) as { orderId?: number; kind?: string }
            if (orderId === undefined || kind !== 'submitted') continue
            const times = updateTimes.get(orderId) ?? []
            times.push(at)
            updateTimes.set(orderId, times)
          }
        })
        stream.on('error', () => undefined)
        resolve({ destroy: () => request.destroy() })
      },
    )
    request.on('error', reject)
  })
}

/** Resident memory in MiB, as reported by Linux. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
