import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blankPatient } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { administer } from '../database/connection/connect.ts'
import { readRetention } from '../features/retention/policy-file.ts'
import { replacePolicies } from '../features/retention/store.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { laboratoryMessage, REPORT } from '../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { readyOrder } from '../testing/world.ts'
import { runPerson } from './person.ts'

let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-person-'))
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
const trail = () =>
  portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'people', 'actor_name'])
    .where('action', 'in', ['person.look-up', 'person.export'])
    .orderBy('id')
    .execute()

let mothers = 0
/** Another one for each order: a person's second order for a test would be asked about. */
const anotherMother = () => {
  mothers += 1
  return { firstName: 'Thuỳ', lastName: 'Quillfeather', dateOfBirth: `1988-02-0${mothers}` }
}

async function reportedOrder() {
  const ready = readyOrder()
  const [patient] = ready.patients
  if (!patient) throw new Error('an order has a patient')
  const mother = anotherMother()
  const relative = { ...blankPatient('Mother', 'relative-1'), ...mother, sex: 'Female' as const }
  const { id } = await portal.submitted({
    ...ready,
    clinicalNotes: 'Seizures since two months',
    patients: [patient, relative],
  })
  const message = (control: string, status: string) =>
    laboratoryMessage(control, { order: id, number: `L-${id}`, pdf: REPORT, status, at: '20260401100000' })
  expect(await portal.receive(message(`P${id}`, 'F'))).toContain('MSA|AA')
  return { id, patient, mother }
}

test('a person gets what is theirs, and nothing of the order’s other people', async () => {
  const { id, patient, mother } = await reportedOrder()
  const there = path.join(dir, 'patient')
  const asked = [patient.lastName.toUpperCase(), patient.firstName, patient.dateOfBirth]
  const seen = await run(...asked)
  expect(seen.code).toBe(0)
  expect(seen.output).toMatch(/^1 order, 1 file, 0 counseling requests, \d+ lines of the audit trail\.$/m)
  const { code, output } = await run(...asked, '--export', there)
  expect([code, output]).toEqual([0, expect.stringContaining(`Written to ${there}`)])

  expect((await readdir(there)).toSorted()).toEqual(['data.json', `order-${id}-report-1.pdf`])
  expect((await readFile(path.join(there, `order-${id}-report-1.pdf`))).equals(Buffer.from(REPORT))).toBe(
    true,
  )
  for (const file of ['.', 'data.json']) expect((await stat(path.join(there, file))).mode & 0o077).toBe(0)
  const text = await readFile(path.join(there, 'data.json'), 'utf8')
  const data = JSON.parse(text)
  expect(data.orders).toMatchObject([
    {
      number: id,
      person: { lastName: patient.lastName },
      content: { clinicalNotes: 'Seizures since two months' },
    },
  ])
  expect(data.orders[0].timeline.length).toBeGreaterThan(0)
  expect(data.accesses.map(({ what }: { what: string }) => what)).toContain('Order submitted')
  for (const word of Object.values(mother)) expect(text).not.toContain(word)

  expect(await run(...asked, '--export', there)).toEqual({
    code: 1,
    output: expect.stringContaining(`${there} already exists: choose another name`),
  })
})

test('a relative gets their own part only: no report, notes or timeline of the patient', async () => {
  const { id, patient, mother } = await reportedOrder()
  const there = path.join(dir, 'mother')
  const { lastName, firstName, dateOfBirth } = mother
  expect((await run(lastName, firstName, dateOfBirth, '--export', there)).code).toBe(0)
  expect(await readdir(there)).toEqual(['data.json'])
  const text = await readFile(path.join(there, 'data.json'), 'utf8')
  const own = JSON.parse(text).orders.find(({ number }: { number: number }) => number === id)
  expect(own).toMatchObject({ person: mother, timeline: [], files: [] })
  expect(text).not.toContain('Seizures since')
  expect(text).not.toContain(patient.dateOfBirth)
})

test('every document of a report is given, and what it says besides them, and recommendations', async () => {
  const ready = readyOrder()
  const [patient] = ready.patients
  if (!patient) throw new Error('an order has a patient')
  const { id } = await portal.submitted(ready)
  const second = Buffer.from(`${REPORT} second`)
  const raw = laboratoryMessage(`M${id}`, {
    ...{ order: id, number: `L-${id}`, pdf: REPORT, status: 'F', at: '20260401100000' },
    treatment: { part: '', title: 'Seizures', text: 'Avoid valproate' },
  })
  const more = [
    `OBX|3|ED|REPORT||^application^PDF^Base64^${second.toString('base64')}||||||F`,
    'OBX|4|TX|NOTE^Interpretation||Explains the seizures||||||F',
  ]
  expect(await portal.receive(`${raw}${more.join('\r')}\r`)).toContain('MSA|AA')
  const there = path.join(dir, 'parts')
  const asked = [patient.lastName, patient.firstName, patient.dateOfBirth]
  expect((await run(...asked, '--export', there)).code).toBe(0)
  const files = await readdir(there)
  expect(files).toEqual(
    expect.arrayContaining([`order-${id}-report-1.pdf`, `order-${id}-report-1-2.pdf`, 'data.json']),
  )
  expect((await readFile(path.join(there, `order-${id}-report-1-2.pdf`))).equals(second)).toBe(true)
  const data = JSON.parse(await readFile(path.join(there, 'data.json'), 'utf8'))
  const own = data.orders.find(({ number }: { number: number }) => number === id)
  expect(JSON.stringify(own.results)).toContain('Explains the seizures')
  expect(own.recommendations).toMatchObject([{ title: 'Seizures', words: 'Avoid valproate' }])
})

test('a withdrawn report is named, and not given', async () => {
  const { id, patient } = await reportedOrder()
  const raw = laboratoryMessage(`W${id}`, {
    ...{ order: id, number: `L-${id}`, pdf: REPORT, status: 'F', at: '20260402100000' },
  })
  expect(await portal.receive(raw.replace(/\|\|\|\|\|\|F\r/g, '||||||W\r'))).toContain('MSA|AA')
  const { output } = await run(patient.lastName, patient.firstName, patient.dateOfBirth)
  expect(output).toContain(`Order ${id} at P1: not included: Report 1 was withdrawn by the laboratory.`)
  expect(output).toMatch(/^1 order, 0 files/m)
})

test('what is asked is in the audit trail, by the person, also when nothing is found', async () => {
  const before = (await trail()).length
  const { code, output } = await run('Nobody', 'Known', '1970-01-01')
  expect([code, output]).toEqual([1, expect.stringContaining('holds nothing about a person with this name')])
  const lines = (await trail()).slice(before)
  expect(lines).toEqual([
    {
      ...{ action: 'person.look-up', people: ['nobody known 1970-01-01'] },
      actor_name: expect.stringContaining('by npm run audit'),
    },
  ])
})

test.each([
  [['Nguyen', 'Linh'], 'Usage: npm run audit -- person'],
  [['Nguyen', 'Linh', '2019-03-14', '--export', ''], 'Usage: npm run audit -- person'],
  [['Nguyen', 'Linh', '14.3.2019'], 'the date of birth is written YYYY-MM-DD'],
  [['???', 'Linh', '2019-03-14'], 'a name needs letters'],
])('%j is refused, and leaves no line', async (args, why) => {
  const before = (await trail()).length
  expect(await run(...args)).toEqual({ code: 1, output: expect.stringContaining(why) })
  expect(await trail()).toHaveLength(before)
})

test('[OPS-16] erases what the laboratory allows, says what stays, and records both', async () => {
  const document = readyOrder()
  const { id } = await portal.draft(document)
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  const asked = [patient.lastName, patient.firstName, patient.dateOfBirth]
  const kept = `Order ${id} at P1 stays: the laboratory erases no draft on request (retention.csv).`
  await administer(portal.database.url, (db) =>
    replacePolicies(db, [{ kind: 'draft', days: null, daysOnRequest: null }]),
  )
  expect((await run(...asked)).output).toContain(kept)
  await administer(portal.database.url, (db) => replacePolicies(db, readRetention('data/retention.csv')))
  expect((await run(...asked)).output).toContain(`Order ${id} at P1 can be erased on request.`)
  expect(await run(...asked, '--erase', '--export', dir)).toMatchObject({ code: 1 })
  const { code, output } = await run(...asked, '--erase')
  expect([code, output]).toEqual([0, expect.stringContaining(`Order ${id} at P1 was erased.`)])
  expect(output).toMatch(/lines? of the audit trail stay/)
  expect((await run(...asked)).output).not.toContain(`Order ${id} `)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'people'])
    .where('action', 'in', ['person.erase', 'order.erase'])
    .orderBy('id')
    .execute()
  const people = [personKey(patient)]
  expect(lines).toEqual([
    { action: 'person.erase', people },
    { action: 'order.erase', people },
  ])
})

test('[OPS-16] a person’s orders are erased by the clock of the database, not of the machine of the command', async () => {
  const [patient] = readyOrder().patients
  if (!patient) throw new Error('an order has a patient')
  const person = { ...patient, ...anotherMother(), lastName: 'Quillclock' }
  const { id } = await portal.draft({ ...readyOrder(), patients: [person] })
  await administer(portal.database.url, (db) =>
    replacePolicies(db, [{ kind: 'draft', days: null, daysOnRequest: 30 }]),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01') })
  try {
    const { output } = await run(person.lastName, person.firstName, person.dateOfBirth)
    expect(output).toContain(`Order ${id} at P1 stays: the time for which it has to be kept is not over.`)
  } finally {
    vi.useRealTimers()
  }
})
