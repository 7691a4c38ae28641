import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '#adapters/mail/testing/mail-server.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { brand } from '#server/testing/brand.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import { startSimulatedPayer } from '#simulators/payer/start.ts'
import { type Clinic, HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { receivedOrders } from '../e2e/processes.ts'
import { checkRecovery, type Fault, runFault } from './broken/fault-run.ts'
import { watchHealth } from './broken/health.ts'
import { insist, startLoad } from './broken/load.ts'
import { openProxy, type TcpProxy } from './broken/proxy.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'

let testbed: Testbed
let mails: MailServer
let proxies: Record<'laboratory' | 'payer' | 'mail', TcpProxy>
let journal: string

/** What waits for an external system; failed attempts are retried after 5, 10, 20 … seconds. */
const EMPTIES = { timeout: 300_000, interval: 500 }

beforeAll(async () => {
  const hl7Port = await freePort()
  testbed = await startTestbed(async (root, ending) => {
    journal = path.join(root, 'laboratory')
    await mkdir(journal)
    const laboratory = await startSimulatedLaboratory({
      ...{ port: 0, portalHost: '127.0.0.1', portalPort: hl7Port, dir: journal, speed: 20, seed: 1 },
      laboratoryName: brand.name,
    })
    ending(() => laboratory.stop())
    const payer = await startSimulatedPayer({ port: 0, slowSeconds: 1 })
    ending(() => payer.stop())
    mails = await startMailServer()
    ending(() => mails.close())
    proxies = {
      laboratory: await openProxy(laboratory.port),
      payer: await openProxy(payer.port),
      mail: await openProxy(mails.port),
    }
    for (const proxy of Object.values(proxies)) ending(() => proxy.close())
    return {
      ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: String(proxies.laboratory.port) },
      ...{ KARYO_HL7_PORT: String(hl7Port), KARYO_LABORATORY_NPI: '1999999992' },
      ...{ KARYO_CLEARINGHOUSE_URL: `http://127.0.0.1:${proxies.payer.port}/` },
      ...{ KARYO_CLEARINGHOUSE_SENDER: 'ZZ:KARYO', KARYO_CLEARINGHOUSE_RECEIVER: 'ZZ:PAYER' },
      KARYO_SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
    }
  })
})
afterAll(() => testbed?.stop())

/** Down, and equally bad: accepting connections without responding. */
const faultsOf = (name: keyof typeof proxies): Fault[] => [
  {
    ...{ name: `${name} down`, seconds: 8, health: 200 },
    break: () => proxies[name].down(true),
    repair: () => proxies[name].down(false),
  },
  {
    ...{ name: `${name} silent`, seconds: 12, health: 200 },
    break: () => proxies[name].freeze(true),
    repair: () => proxies[name].freeze(false),
  },
  {
    ...{ name: `${name} slow: 1 s later each way`, seconds: 8, health: 200 },
    break: () => proxies[name].slow(1_000),
    repair: () => proxies[name].slow(0),
  },
]

/** Numbers of accepted coverage requests, and addresses of invited users. */
const checkIds: number[] = []
const invited: string[] = []

/** Requests coverage for a member of the simulated payer, and invites a user. */
function createExtraWork(admin: Clinic) {
  return async (clinic: Clinic): Promise<void> => {
    const document = await insist(clinic.insured)
    const body = { document, orderId: null, again: true }
    const check = await insist(() => clinic.client.coverage.check({ params: { hospital: HOSPITAL }, body }))
    checkIds.push(check.id)
    const email = `${randomUUID()}@clinic.test`
    const invitation = { email, roles: ['OrderViewer' as const] }
    await insist(() => admin.client.users.invite({ params: { hospital: HOSPITAL }, body: invitation }))
    invited.push(email)
    await delay(200)
  }
}

test('laboratory, payers and mail server that are down, silent or slow delay nobody, and receive everything afterwards', async () => {
  const admin = await openClinic(testbed.origin, 'admin@demo.test')
  const load = await startLoad(testbed.origin, 'Outside', { writers: 2, extraWork: createExtraWork(admin) })
  const watch = watchHealth(testbed.origin)
  const rows = []
  try {
    for (const name of Object.keys(proxies) as (keyof typeof proxies)[])
      for (const fault of faultsOf(name)) rows.push(await runFault(testbed.origin, load, watch, fault))
    // Nobody at the portal had to wait for an external system.
    expect(rows.filter(({ answers }) => /503|none/.test(String(answers)))).toEqual([])
  } finally {
    load.halt()
    await watch.stop()
    report('The laboratory, payers and the mail server', rows)
  }
  const recovery = await checkRecovery(testbed.origin, load)
  const from = performance.now()
  const database = testbed.database()
  const waiting = async () => {
    const [row] = await database.ask<{ checks: number; mails: number }>(`select
      (select count(*)::int from eligibility_check where state = 'queued') as checks,
      (select count(*)::int from mail_out where sent_at is null) as mails`)
    return row
  }
  await expect.poll(waiting, EMPTIES).toEqual({ checks: 0, mails: 0 })
  const emptied = (performance.now() - from) / 1000
  const [answered] = await database.ask<{ count: number }>(
    `select count(*)::int as count from eligibility_check where id = any($1) and state = 'answered'`,
    [checkIds],
  )
  const arrived = invited.filter((email) => mails.received.some((raw) => raw.includes(email)))
  // In addition to the demo's pending messages.
  const received = (await receivedOrders(journal)).filter((id) => load.submitted.has(id))
  report('Afterwards', [
    {
      ...recovery,
      'received by the laboratory': received.length,
      'payers asked': new Set(checkIds).size,
      answered: answered?.count ?? 0,
      invited: invited.length,
      'mails arrived': arrived.length,
      'all queues empty after s': emptied.toFixed(1),
    },
  ])
  expect(answered?.count).toBe(new Set(checkIds).size)
  expect(arrived.length).toBe(invited.length)
  // Each order once.
  expect(received.toSorted((a, b) => a - b)).toEqual([...load.submitted].toSorted((a, b) => a - b))
})
