import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Order } from '#contract/order.ts'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { seededRandom } from '#server/demo/random.ts'
import { brand } from '#server/testing/brand.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import { type App, freePort, startOnce, test, withApp } from './app.ts'
import { type Clinic, failureOf, openClinic, type RefusalSet, untilAcknowledged } from './clinic.ts'
import { dropConnection } from './drop-connection.ts'
import { addClinic } from './own-clinic.ts'
import { databasePid, laboratoryPid, receivedOrders } from './processes.ts'
import { within } from './within.ts'

/** Recovery may take a missed queue heartbeat (10 s) plus an increasing delay (up to 15 s). */
const RECOVERS = { timeout: 60_000, message: 'the portal recovers, and its messages are delivered' }

const journalOf = (app: App) => `${app.dataDir}/laboratory`

/** From /healthz: how many messages wait for the laboratory, or that the portal is not ready. */
async function waiting(app: App): Promise<number | string> {
  const reply = await fetch(`${app.origin}/healthz`, { signal: AbortSignal.timeout(60_000) })
  const body = (await reply.json()) as { status: string; laboratory?: { count: number } }
  return body.laboratory?.count ?? body.status
}

const count = (order: Order, kind: Order['events'][number]['kind']) =>
  order.events.filter((event) => event.kind === kind).length

const STATUS_SEQUENCE = ['En Route', 'Accessioned', 'In Process', 'Reported']

/**
 * Polls until the order has its report, allowing a minute per step; returns how often each step is in its
 * history.
 */
async function steps(clinic: Clinic, id: number) {
  const read = () => untilAcknowledged(() => clinic.order(id), new Set())
  for (const step of STATUS_SEQUENCE.keys())
    await expect
      .poll(async () => STATUS_SEQUENCE.indexOf((await read()).displayStatus), {
        ...RECOVERS,
        message: `order ${id} comes to ${STATUS_SEQUENCE[step]}`,
      })
      .toBeGreaterThanOrEqual(step)
  const order = await read()
  return {
    submitted: count(order, 'submitted'),
    acknowledged: count(order, 'acknowledged'),
    accessioned: count(order, 'accessioned'),
    reported: count(order, 'reported'),
    reports: order.reports.length,
  }
}
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

const ONCE = { submitted: 1, acknowledged: 1, accessioned: 1, reported: 1, reports: 1 }

const FAULTS = {
  async portal(app: App) {
    await app.kill9()
    await app.restart()
  },
  database: async (app: App) => void process.kill(await databasePid(app), 'SIGKILL'),
  laboratory: async (app: App) => void process.kill(await laboratoryPid(app), 'SIGKILL'),
}

const ROUNDS = [
  ...(['database', 'laboratory', 'portal', 'database', 'portal'] as const),
  ...(['laboratory', 'database', 'portal', 'laboratory', 'database'] as const),
]

test('no order is lost or sent twice, whatever is killed during submissions', {
  tag: '@long',
}, async ({ app, staff }) => {
  test.skip(process.platform !== 'linux', 'finds the laboratory’s process in /proc')
  const random = seededRandom(7)
  const clinic = await openClinic(app.origin, staff)
  const met: RefusalSet = new Set()
  const acknowledged: number[] = []
  const givenUp: number[] = []
  const before = (await receivedOrders(journalOf(app))).length
  for (const fault of ROUNDS) {
    const [drafts, hasty] = await Promise.all(
      [5, 2].map((many) => Promise.all(Array.from({ length: many }, () => clinic.draft('Kept', met)))),
    )
    await expect(async () => void (await laboratoryPid(app))).toPass()
    const submits = (drafts ?? []).map(async (id) => {
      await untilAcknowledged(() => clinic.submit(id), met)
      acknowledged.push(id)
    })
    // A user who submits once and closes the browser.
    const tries = (hasty ?? []).map((id) =>
      clinic.submit(id).then(
        () => acknowledged.push(id),
        (error) => {
          met.add(failureOf(error))
          givenUp.push(id)
        },
      ),
    )
    // Waits for nothing: the fault may hit any moment of a submission.
    await delay(random.integer(200))
    await FAULTS[fault](app)
    await Promise.all([...submits, ...tries])
  }

  expect([...met].filter((code) => code !== 'unavailable')).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(50)
  await expect.poll(() => waiting(app).catch(String), RECOVERS).toBe(0)
  const submitted = [...acknowledged]
  for (const id of givenUp) {
    const order = await clinic.order(id)
    if (order.state !== 'draft') submitted.push(id)
    else expect(order.events.map((event) => event.kind)).toEqual(['draft-begun'])
  }
  for (const id of submitted) expect({ id, ...(await steps(clinic, id)) }).toEqual({ id, ...ONCE })
  const received = (await receivedOrders(journalOf(app))).slice(before)
  expect(sorted(received)).toEqual(sorted(submitted))
})

test('orders are accepted while the laboratory is unreachable, wait, and go out in the order of submission', async () => {
  const [port, portalPort] = [await freePort(), await freePort()]
  const address = { KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: `${port}`, KARYO_HL7_PORT: `${portalPort}` }
  await withApp(address, async (app) => {
    const dir = journalOf(app)
    const open = () =>
      startSimulatedLaboratory({
        ...{ port, portalHost: '127.0.0.1', portalPort, dir, seed: 1 },
        ...{ speed: 20, laboratoryName: brand.name },
      })
    const clinic = await openClinic(app.origin, await addClinic(app))
    const submitted: number[] = []
    async function submit(many: number) {
      const drafts = await Promise.all(Array.from({ length: many }, () => clinic.draft('Patient')))
      // Latest draft first: what matters is when an order was submitted.
      for (const id of drafts.toReversed()) {
        expect((await clinic.submit(id)).displayStatus).toBe('En Route')
        submitted.push(id)
      }
    }

    await submit(6)
    await expect.poll(() => waiting(app), RECOVERS).toBe(6)
    const first = await open()
    try {
      await expect.poll(() => waiting(app), RECOVERS).toBe(0)
    } finally {
      await first.stop()
    }
    await submit(4)
    // A recent answer is cached for a moment.
    await expect.poll(() => waiting(app), RECOVERS).toBe(4)
    const second = await open()
    try {
      await submit(2)
      await expect.poll(() => waiting(app), RECOVERS).toBe(0)
      expect(await receivedOrders(dir)).toEqual(submitted)
      for (const id of submitted) expect({ id, ...(await steps(clinic, id)) }).toEqual({ id, ...ONCE })
    } finally {
      await second.stop()
    }
  })
})

test('an order pressed twice, in two tabs, or retried after a dropped connection is one order, sent once', async ({
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const random = seededRandom(3)
  const pressed = await clinic.draft('Pressed')
  const answers = await Promise.all(Array.from({ length: 10 }, () => clinic.submit(pressed)))
  expect(new Set(answers.map((order) => order.orderedAt)).size).toBe(1)

  const drafts = await Promise.all(Array.from({ length: 6 }, () => clinic.draft('Broken')))
  for (const [index, id] of drafts.entries()) {
    const url = `${app.origin}/api/Orders/${staff.code}/${id}/approve?signedText=${ATTESTATION.version}`
    // The last request is truncated.
    await dropConnection(url, clinic.authorization, { before: index === 5 ? 2 : 0 })
    await delay(random.integer(30))
    // On a busy machine the laboratory may have gone on with it by then.
    expect(['En Route', 'Accessioned', 'In Process', 'Reported']).toContain(
      (await clinic.submit(id)).displayStatus,
    )
  }

  const all = [pressed, ...drafts]
  for (const id of all) expect({ id, ...(await steps(clinic, id)) }).toEqual({ id, ...ONCE })
  const received = await receivedOrders(journalOf(app))
  expect(sorted(received.filter((id) => all.includes(id)))).toEqual(sorted(all))
})

test('live updates resume by themselves after the database was killed', async ({ app, staff }) => {
  const clinic = await openClinic(app.origin, staff)
  const before = await clinic.follow()
  process.kill(await databasePid(app), 'SIGKILL')
  // A page that may have missed an update is disconnected, and reconnects.
  await within('the live updates to end', before.ended)
  async function seesReport(): Promise<boolean> {
    const after = await untilAcknowledged(() => clinic.follow(), new Set())
    let letGo = false
    void after.ended.then(() => {
      letGo = true
    })
    const id = await clinic.draft('Followed')
    await untilAcknowledged(() => clinic.submit(id), new Set())
    const isReported = () =>
      after
        .received()
        .some((update) => update.about === 'order' && update.orderId === id && update.kind === 'reported')
    await expect.poll(() => letGo || isReported(), RECOVERS).toBe(true)
    after.leave()
    return isReported()
  }
  // The portal listens on several channels, and disconnects all pages when one of them resumes.
  let disconnected = 0
  while (!(await seesReport())) {
    disconnected += 1
    expect(disconnected, 'how often a page is disconnected').toBeLessThan(5)
  }
})

test('a clean stop under load loses nothing', async ({ app, staff }) => {
  const clinic = await openClinic(app.origin, staff)
  const met: RefusalSet = new Set()
  const drafts = await Promise.all(Array.from({ length: 8 }, () => clinic.draft('Busy')))
  let answered = 0
  const submits = drafts.map(async (id) => {
    const order = await untilAcknowledged(() => clinic.submit(id), met)
    answered += 1
    return order
  })
  await expect.poll(() => answered, { intervals: [1] }).toBeGreaterThan(0)
  expect(await app.stop()).toBe(0)
  await Promise.all(submits)
  // Requests from before the stop were answered before the end.
  expect([...met]).toEqual([])
  await app.restart()
  for (const id of drafts) expect({ id, ...(await steps(clinic, id)) }).toEqual({ id, ...ONCE })
  expect((await receivedOrders(journalOf(app))).filter((id) => drafts.includes(id))).toHaveLength(
    drafts.length,
  )
})

test('a failed start says why in one line', async ({ app }) => {
  const { port } = new URL(app.origin)
  const dir = test.info().outputPath('data')
  await mkdir(dir, { recursive: true })
  expect(await startOnce({ PORT: port, DATA_DIR: dir })).toEqual({
    code: 1,
    lines: [expect.stringMatching(`^PORT: ${port} is taken`)],
  })
  const free = `${await freePort()}`
  expect(await startOnce({ PORT: free, DATA_DIR: app.dataDir })).toEqual({
    code: 1,
    lines: [
      `The data directory ${app.dataDir} is in use by process ${app.pid()}: stop that one first, or choose another DATA_DIR`,
    ],
  })
  await writeFile(path.join(dir, 'karyo.json'), '{"version":99}')
  expect(await startOnce({ PORT: free, DATA_DIR: dir })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/was created by a newer version of Karyo \(layout 99, /)],
  })
})
