import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyLike } from '../../server/testing/many-orders.ts'
import { startPortal, type TestPortal } from '../../server/testing/portal.ts'
import { FHIR_AUDIENCE } from '../../server/testing/tokens.ts'
import { FOREIGN, PARENT } from '../../server/testing/world.ts'
import type { Answers, Flood } from './flood.ts'

const MANY = 100_000
const LASTS_MS = 10_000
const REQUEST_INTERVAL_MS = 200
/** Delay between an attack's end and the check for its queries in the database. */
const AFTER_MS = 1_500
/** A list that takes longer is abandoned. */
const MOST_MS = 60_000

const FIFTY = Array.from({ length: 50 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' ')

/** Each at the strength at which it was discovered: the number of concurrent requests. */
const ATTACKS = [
  ['SEC-02, referrals of samples', `/api/samples/${PARENT}/referrals`, 18],
  ['SEC-11, what changed before 2000', '/fhir/Patient?_lastUpdated=lt2000-01-01', 4],
  ['SEC-16, fifty words of one letter', `/api/Orders/${PARENT}?keyword=${encodeURIComponent(FIFTY)}`, 18],
  [
    'SEC-16, eight rare letters',
    `/api/Orders/${PARENT}?keyword=${encodeURIComponent('b k z x q j v w')}`,
    18,
  ],
] as const

let portal: TestPortal
let owner: postgres.Sql
beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.submitted()
  await addManyLike(portal.database.url, { of: id, count: MANY, first: id + 1000 })
  owner = postgres(portal.database.url, { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
  await owner?.end()
  await portal?.stop()
})

async function flood(data: Flood): Promise<Answers> {
  const worker = new Worker(new URL('flood.ts', import.meta.url), { workerData: data })
  const [answers] = await once(worker, 'message')
  return answers
}

/** Duration of each list in ms and the number of failures, until `until`. */
async function bystander(token: string, until: number): Promise<{ took: number[]; refused: number }> {
  const took: number[] = []
  let refused = 0
  while (Date.now() < until) {
    const began = performance.now()
    const status = await fetch(`${portal.origin}/api/Orders/${FOREIGN}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(MOST_MS),
    }).then(
      async (reply) => {
        await reply.arrayBuffer()
        return reply.status
      },
      () => 0,
    )
    took.push(performance.now() - began)
    if (status !== 200) refused += 1
    await delay(REQUEST_INTERVAL_MS)
  }
  return { took: took.sort((a, b) => a - b), refused }
}

test.each(
  ATTACKS.flatMap(([name, path, concurrent]) =>
    [1, 10].map((times) => [name, path, concurrent * times] as const),
  ),
)(
  '[SEC-02] [SEC-11] [SEC-16] a bystander’s list beside %s: %s, %d at a time',
  async (name, path, concurrent) => {
    const subject = `OrderViewer@${PARENT}`
    const token = path.startsWith('/fhir')
      ? await portal.tokenOf(subject, { audience: FHIR_AUDIENCE, scope: 'user/*.rs', clientId: 'ehr' })
      : await portal.tokenOf(subject)
    const other = await portal.tokenOf(`OrderSubmitter@${FOREIGN}`)
    await bystander(other, Date.now() + 1000)
    const until = Date.now() + LASTS_MS
    const [answers, { took, refused }] = await Promise.all([
      flood({ url: `${portal.origin}${path}`, token, concurrent, until }),
      bystander(other, until),
    ])
    await delay(AFTER_MS)
    const left = await owner<{ query: string }[]>`select query from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and state = 'active'
        and pid <> pg_backend_pid() and query_start < ${new Date(until)}`
    const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))] ?? 0)
    process.stdout.write(
      `| ${[name, concurrent, took.length, at(0.5), at(1), refused, left.length, JSON.stringify(answers)].join(' | ')} |\n`,
    )
    expect({ refused, left: [...left] }).toEqual({ refused: 0, left: [] })
  },
  300_000,
)
