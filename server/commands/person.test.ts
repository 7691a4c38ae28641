import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blankPatient } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { administer } from '../database/connection/connect.ts'
import type { PersonNamed } from '../features/audit/person-data.ts'
import { readRetention } from '../features/retention/policy-file.ts'
import { replacePolicies } from '../features/retention/store.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../testing/world.ts'
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

async function reportedOrder({ isAlone = false } = {}) {
  const ready = readyOrder()
  const [patient] = ready.patients
  if (!patient) throw new Error('an order has a patient')
  const mother = anotherMother()
  const relative = { ...blankPatient('Mother', 'relative-1'), ...mother, sex: 'Female' as const }
  const { id } = await portal.submitted({
    ...ready,
    clinicalNotes: 'Seizures since two months',
    patients: isAlone ? [patient] : [patient, relative],
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
  expect(seen.output).toMatch(
    /^1 order, 1 file, 0 payer checks, 0 counseling requests, \d+ lines of the audit trail\.$/m,
  )
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

test('replaced and preliminary reports say so, in the name of the file and in the data', async () => {
  const corrected = await reportedOrder()
  const preliminary = readyOrder()
  const { id: waiting } = await portal.submitted(preliminary)
  const correction = laboratoryMessage(`C${corrected.id}`, {
    ...{ order: corrected.id, number: `L-${corrected.id}`, pdf: CORRECTED_REPORT },
    ...{ status: 'C', at: '20260403100000' },
  })
  expect(await portal.receive(correction)).toContain('MSA|AA')
  const first = laboratoryMessage(`Q${waiting}`, {
    ...{ order: waiting, number: `L-${waiting}`, pdf: REPORT, status: 'P', at: '20260401100000' },
  })
  expect(await portal.receive(first.replace(/\|{6}F\r/g, '||||||P\r'))).toContain('MSA|AA')

  const exported = async ({ lastName, firstName, dateOfBirth }: PersonNamed) => {
    const there = path.join(dir, `marked-${lastName}-${dateOfBirth}`)
    expect(await run(lastName, firstName, dateOfBirth, '--export', there)).toMatchObject({ code: 0 })
    const { orders } = JSON.parse(await readFile(path.join(there, 'data.json'), 'utf8'))
    return { files: (await readdir(there)).toSorted(), results: orders[0].results }
  }
  const replaced = `order-${corrected.id}-report-1-superseded.pdf`
  const valid = `order-${corrected.id}-report-2.pdf`
  expect(await exported(corrected.patient)).toEqual({
    files: ['data.json', replaced, valid],
    results: [
      expect.objectContaining({ report: 1, state: 'superseded', status: 'final', files: [replaced] }),
      expect.objectContaining({ report: 2, state: 'current', status: 'corrected', files: [valid] }),
    ],
  })
  const [patient] = preliminary.patients
  if (!patient) throw new Error('an order has a patient')
  const early = `order-${waiting}-report-1-preliminary.pdf`
  expect(await exported(patient)).toEqual({
    files: ['data.json', early],
    results: [
      expect.objectContaining({ report: 1, state: 'current', status: 'preliminary', files: [early] }),
    ],
  })
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

test('the timeline is without the words of a withdrawn report, as on the order’s page', async () => {
  const { id, patient } = await reportedOrder({ isAlone: true })
  const correction = laboratoryMessage(`B${id}`, {
    ...{ order: id, number: `L-${id}`, pdf: CORRECTED_REPORT, status: 'C', at: '20260402100000' },
  }).replace('OBX|1', 'NTE|1||Quillwords of another patient||RE\rOBX|1')
  expect(await portal.receive(correction)).toContain('MSA|AA')
  const there = (name: string) => path.join(dir, `${name}-${id}`)
  const timelineOf = async (name: string) => {
    const { lastName, firstName, dateOfBirth } = patient
    expect(await run(lastName, firstName, dateOfBirth, '--export', there(name))).toMatchObject({ code: 0 })
    return JSON.stringify(
      JSON.parse(await readFile(path.join(there(name), 'data.json'), 'utf8')).orders[0].timeline,
    )
  }
  expect(await timelineOf('words-before')).toContain('Quillwords')
  const withdrawal = laboratoryMessage(`V${id}`, {
    ...{ order: id, number: `L-${id}`, pdf: REPORT, status: 'F', at: '20260404100000' },
  })
  expect(await portal.receive(withdrawal.replace(/\|{6}F\r/g, '||||||W\r'))).toContain('MSA|AA')
  expect(await timelineOf('words-after')).not.toContain('Quillwords')
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

test('the accounting of each institution that holds something says what an operator did', async () => {
  const document = readyOrder('Quillseen')
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  await portal.submitted(document)
  await portal.submitted(document, { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
  const { lastName, firstName, dateOfBirth } = patient
  const asked = [lastName, firstName, dateOfBirth]
  await run(...asked)
  await run(...asked, '--export', path.join(dir, 'seen'))
  await run(...asked, '--erase')
  for (const hospital of [PARENT, FOREIGN]) {
    const { lines } = await portal.as('Support').audit.accounting({
      ...{ params: { hospital }, body: { lastName, firstName, dateOfBirth } },
    })
    const done = lines.filter(({ by }) => by.includes('by npm run audit')).map(({ words }) => words)
    expect(done.toSorted()).toEqual([
      'Data exported for a request of this person',
      'Data looked up for a request of this person',
      'Erasure asked for by this person',
    ])
  }
})

test.each([true, false])(
  'what was recorded beside an order is given to its patient, and not to a relative; free text only if nobody else is in the order: %j',
  async (isAlone) => {
    const { id, patient, mother } = await reportedOrder({ isAlone })
    const own = { order_id: id, institution_code: PARENT }
    await administer(portal.database.url, async (db) => {
      await db
        .insertInto('order_event')
        .values({ ...own, kind: 'held', detail: 'Quilltimeline', actor: '', at: new Date() })
        .execute()
      const user = await db.selectFrom('physician').select('id').executeTakeFirstOrThrow()
      const recorded = { recorded_by: user.id, recorded_by_name: 'Quill' }
      await db
        .insertInto('order_hold')
        .values({
          ...{ ...own, hold_key: 'Q', kind: 'other', words: 'Quillask', held_at: new Date() },
          ...{ answer: 'Quillanswer', answered_at: new Date(), answered_by_name: 'Quill' },
        })
        .execute()
      const addition = { ...own, html: '<p>Quilladded</p>', added_by_name: 'Quill' }
      await db.insertInto('requisition_addition').values(addition).execute()
      const letter = { ...own, edited_by_name: 'Quill' }
      await db
        .insertInto('necessity_letter')
        .values({ ...letter, body: 'Quillneeded' })
        .execute()
      // Signed while the draft was about somebody else.
      const former = { ...letter, body: 'Quillformer', signed_at: new Date(), signature: 'Quill' }
      await db.insertInto('necessity_letter').values(former).execute()
      const written_for = JSON.stringify({
        firstName: 'Somebody',
        lastName: 'Else',
        dateOfBirth: '1970-01-01',
      })
      await db.updateTable('necessity_letter').set({ written_for }).where('body', '=', former.body).execute()
      const withdrawal = {
        ...{ ...own, ...recorded, patient_key: patient.key, items: ['research'] },
        ...{ withdrawn_on: '2026-04-02', reason: 'Quillreason' },
      }
      await db.insertInto('consent_withdrawal').values(withdrawal).execute()
      const finding = {
        ...{ ...own, ...recorded, patient_key: patient.key, term_id: 'HP:0001250', label: 'Quillseizure' },
        ...{ release: '2026', status: 'present' as const, observed_on: '2026-04-02', note: 'Quillnote' },
      }
      await db.insertInto('order_finding').values(finding).execute()
    })
    const about = ['Quillreason', 'Quillseizure', 'Quillnote']
    const free = ['Quillask', 'Quillanswer', 'Quilladded', 'Quillneeded', 'Quilltimeline']
    const textOf = async ({ lastName, firstName, dateOfBirth }: PersonNamed) => {
      const there = path.join(dir, `beside-${id}-${dateOfBirth}`)
      const { code, output } = await run(lastName, firstName, dateOfBirth, '--export', there)
      expect([code, output]).toEqual([0, expect.stringContaining('Not collected: ')])
      return { output, text: await readFile(path.join(there, 'data.json'), 'utf8') }
    }
    const { text, output } = await textOf(patient)
    expect(text).not.toContain('Quillformer')
    expect([...about, ...free].filter((word) => text.includes(word))).toEqual([
      ...about,
      ...(isAlone ? free : []),
    ])
    const left = output.split('\n').filter((line) => line.endsWith('look at it first.'))
    expect(left.map((line) => line.replace(/ \(.*?\)/, ''))).toEqual(
      (isAlone
        ? []
        : [
            'A question of the laboratory with its answer',
            'An addition to the requisition',
            'A letter of medical necessity',
            'What the timeline quotes',
          ]
      ).map(
        (what) => `Order ${id} at P1: not included: ${what} may be about somebody else: look at it first.`,
      ),
    )
    if (isAlone) return
    const { text: ofMother } = await textOf(mother)
    expect([...about, ...free].filter((word) => ofMother.includes(word))).toEqual([])
  },
)

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
  expect(output).toContain('Files of erased orders are deleted a day from now.')
  expect((await run(...asked)).output).not.toContain(`Order ${id} `)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'people'])
    .where('action', 'in', ['person.erase', 'order.erase'])
    .where(sql<boolean>`people && array[${personKey(patient)}]`)
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
