import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letters } from '#domain/orders/identity.ts'
import { administer } from '../database/connection/connect.ts'
import { replacePolicies } from '../features/retention/store.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT, readyOrder } from '../testing/world.ts'
import { insuredOrder } from '../testing/world-payers.ts'
import { runPerson } from './person.ts'

// What is about a person and is not simply theirs: payers' answers, and what was written for an order of several people.

let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-person-shared-'))
})
afterAll(async () => {
  await portal?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const output: string[] = []
  const environment = {
    ...{ DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET, KARYO_DEMO: 'off' },
    ...{ KARYO_SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_ORIGIN: 'https://portal.example.test' },
    KARYO_FILES_DIR: portal.dir,
  }
  const code = await runPerson(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}

test('payers’ answers of no order are found by name and date of birth, and accounted for', async () => {
  const document = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-7', lastName: 'Quillpayer' })
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  const params = { hospital: PARENT }
  const { id } = await portal
    .as(`OrderSubmitter@${PARENT}`)
    .coverage.check({ params, body: { document, orderId: null } })
  const { lastName, firstName, dateOfBirth } = patient
  const there = path.join(dir, 'payer')
  const { code, output } = await run(lastName, firstName, dateOfBirth, '--export', there)
  expect([code, output]).toEqual([0, expect.stringMatching(/^0 orders, 0 files, 1 payer check, /m)])
  const { payerChecks } = JSON.parse(await readFile(path.join(there, 'data.json'), 'utf8'))
  expect(payerChecks).toMatchObject([{ id, institution: PARENT, order: null, asked: { memberId: 'TM-7' } }])
  const body = { lastName, firstName, dateOfBirth }
  const { lines } = await portal.as('Support').audit.accounting({ params, body })
  expect(lines.map(({ words }) => words)).toContain('Data exported for a request of this person')
  const erased = async () => (await run(lastName, firstName, dateOfBirth, '--erase')).output
  const kept = (days: number | null) =>
    administer(portal.database.url, (db) =>
      replacePolicies(db, [{ kind: 'payer-check', days, daysOnRequest: null }]),
    )
  await kept(null)
  const answer = await erased()
  expect(answer).toContain(
    'Stays: 1 payer check of no order: the laboratory erases no payer checks (retention.csv).',
  )
  expect(answer).not.toContain('deleted a day from now')
  await kept(365)
  expect(await erased()).toContain(
    'Stays: 1 payer check of no order: erased 365 days after the payer was asked (retention.csv).',
  )
  // Asked for an order before it became somebody else's.
  const other = await portal.draft(readyOrder('Quillother'))
  await administer(portal.database.url, (db) =>
    db.updateTable('eligibility_check').set({ order_id: other.id }).where('id', '=', id).execute(),
  )
  expect(await erased()).toContain(`Stays: 1 payer check, with the order: ${other.id}.`)
})

test('a file that was uploaded while the draft was for another patient is not given', async () => {
  const document = readyOrder('Quillfile')
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  const { id } = await portal.draft(document)
  const as = portal.as(`OrderCreator@${PARENT}`)
  const file = { filename: 'report.txt', mediaType: 'text/plain', content: Buffer.from('Whose?') }
  const body = { uploadKey: randomUUID(), type: 'Report' as const, description: '', file }
  const uploaded = await as.documents.upload({ params: { h: PARENT, id }, body })
  const dateOfBirth = '1970-02-03'
  await as.orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      { op: 'replace', path: '/patients/0/firstName', value: 'Somebody' },
      { op: 'replace', path: '/patients/0/dateOfBirth', value: dateOfBirth },
      // A reason to keep it with the order is none to give it to the person.
      {
        ...{ op: 'add', path: '/overrides/-' },
        value: {
          key: `file-of-another:${uploaded.id} ${dateOfBirth}-${letters(patient.lastName)}-somebody`,
          reason: 'The file is about a sister',
        },
      },
    ],
  })
  const { points } = await as.orders.check({
    params: { hospital: PARENT },
    body: {
      document: (await as.orders.get({ params: { hospital: PARENT, id } })).document,
      orderId: id,
    },
  })
  expect(points).toMatchObject([{ rule: 'file-of-another', reason: 'The file is about a sister' }])
  const there = path.join(dir, 'file')
  const { code, output } = await run(patient.lastName, 'Somebody', dateOfBirth, '--export', there)
  expect(code).toBe(0)
  expect(await readdir(there)).toEqual(['data.json'])
  expect(output).toContain(
    `Order ${id} at P1: not included: An uploaded document (Report) may be about somebody else: look at it first.`,
  )
})
