import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { newOrder } from '#domain/orders/document.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { type Clinic, failureOf, HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { checkRecovery } from './broken/fault-run.ts'
import { lookAt } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'
import { command } from './upgrade/program.ts'

let testbed: Testbed
let file: string
const preload = pathToFileURL(path.join(import.meta.dirname, 'broken/clock.ts')).href

beforeAll(async () => {
  testbed = await startTestbed(async (root) => {
    file = path.join(root, 'clock')
    await writeFile(file, '0')
    return { FAULTS_CLOCK: file, NODE_OPTIONS: `--import ${preload}` }
  })
})
afterAll(() => testbed?.stop())

async function jump(seconds: number): Promise<void> {
  // Atomically: a partial write would be another time.
  await writeFile(`${file}-new`, String(seconds))
  await rename(`${file}-new`, file)
  const seen = () => readFile(`${file}-seen`, 'utf8')
  await expect.poll(seen, { timeout: 30_000 }).toBe(String(seconds))
}
const outcome = (call: Promise<unknown>) => call.then(() => 'answered', failureOf)

/** Creating an order with a key, and submitting it, has one effect however often and whenever repeated. */
function repeating(clinic: Clinic) {
  const body = {
    draftKey: randomUUID(),
    document: newOrder({ physicianId: null, firstName: '', lastName: '', npi: '' }),
  }
  return async () => (await clinic.client.orders.create({ params: { hospital: HOSPITAL }, body })).id
}

/** A session lasts twelve hours, and use prolongs it. With a larger difference, nobody can sign in. */
const JUMPS = [
  { name: 'two hours ahead', seconds: 7_200, tokens: 'not-signed-in', renewed: 'yes' },
  { name: 'back to what it is', seconds: 0, tokens: 'answered' },
  { name: 'two hours back', seconds: -7_200, tokens: 'answered' },
  { name: 'ahead to what it is', seconds: 0, tokens: 'answered' },
  { name: 'six hours ahead', seconds: 21_600, tokens: 'not-signed-in', renewed: 'yes' },
  { name: 'and six hours back', seconds: 0, tokens: 'answered' },
]

test('whatever time a portal believes it is, nothing is lost or done twice, and queues continue', async () => {
  const rows = []
  let before = await openClinic(testbed.origin, 'provider@demo.test')
  const [browser, client] = [new Browser(), portalClient(testbed.origin)]
  await client.tokensFor(browser, 'provider@demo.test', DEMO_PASSWORD)
  for (const { name, seconds, tokens, renewed } of JUMPS) {
    const [again, draft] = [repeating(before), await before.draft('Jumping')]
    const id = await again()
    const submitted = await before.submit(draft)
    await jump(seconds)
    // A token that appears expired is refused; one that appears to be from the future is accepted.
    expect([name, await outcome(before.client.portal.lookup({ params: { type: 'countries' } }))]).toEqual([
      name,
      tokens,
    ])
    if (renewed) expect([name, (await client.renew(browser)).error ?? 'yes']).toEqual([name, renewed])
    // Cookies from a portal whose clock is behind have expired when a browser receives them.
    const signsIn = await openClinic(testbed.origin, 'provider@demo.test').then(
      () => 'yes',
      () => 'no',
    )
    const token = tokens === 'answered' ? { token: before.authorization.replace('Bearer ', '') } : {}
    const load = await startLoad(testbed.origin, 'Clock', { writers: 2, ...token })
    if (tokens === 'answered') {
      expect(await again()).toBe(id)
      await before.submit(draft)
    }
    await expect.poll(() => load.done(), { timeout: 120_000 }).toBeGreaterThan(12)
    expect((await lookAt(testbed.origin)).status).toBe(200)
    const { wrong } = load.answers()
    expect([name, wrong]).toEqual([name, []])
    rows.push({
      clock: name,
      'tokens of before': tokens,
      'signs in anew': signsIn,
      ...(await checkRecovery(testbed.origin, load)),
    })
    const { events } = await load.clinic.order(submitted.id)
    expect(events.filter(({ kind }) => kind === 'submitted')).toHaveLength(1)
    before = load.clinic
  }
  report('The portal’s clock', rows)

  // Audit lines have the time of the portal that wrote them, but are ordered by number, and none is missing.
  const database = testbed.database()
  const [trail] = await database.ask<{ lines: number; jumps: number; submissions: number }>(`
    select count(*)::int as lines,
      (count(*) filter (where abs(extract(epoch from at - before)) > 3600))::int as jumps,
      (select count(*)::int from audit_event where action = 'order.submit' and at > now() - interval '1 day') as submissions
    from (select at, lag(at) over (order by id) as before from audit_event where at > now() - interval '1 day') trail`)
  const settings = { DATABASE_URL: database.url, DATA_DIR: path.join(testbed.root, 'portal') }
  const verified = await command('commands/audit.ts', ['verify'], settings)
  report('The audit trail', [{ ...trail, verify: verified.output.split('\n').at(-1) ?? '' }])
  expect(verified).toEqual({ code: 0, output: expect.stringContaining('The audit trail is intact') })
})
