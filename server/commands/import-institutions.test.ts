import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administer } from '../database/connection/connect.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { runImport } from './import.ts'

// The laboratory's list of institutions meets what clinics have entered themselves.

let portal: TestPortal
let dir: string
let made = 0
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-institutions-'))
  return () => rm(dir, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const output: string[] = []
  const environment = {
    ...{ DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET, KARYO_DEMO: 'off' },
    ...{ KARYO_SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_ORIGIN: 'https://portal.example.test' },
    KARYO_FILES_DIR: portal.dir,
  }
  const code = await runImport(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}
const at = (name: string) => path.join(dir, name)
const HEAD = 'code,name,parentCode,addressLine1,city,state,postalCode,phone'
const row = (code: string, name: string, parent = '') =>
  `${code},${name},${parent},3 Lane,Town,OH,43215,614-555-0103`
async function list(...rows: string[]): Promise<string> {
  await writeFile(at('institutions.csv'), [HEAD, ...rows].join('\n'))
  return at('institutions.csv')
}
/** A history of one cancelled order of an institution. */
async function history(institution: string) {
  await writeFile(
    at('orders.csv'),
    `number,institution,state,orderedOn,patientFirstName,patientLastName,dateOfBirth,sex,formerTestCode,testName,providerLastName\nOP-${institution},${institution},cancelled,2021-03-14,Iris,Quillby,1980-05-01,Female,OLD,Test,Veldt`,
  )
  await writeFile(at('reports.csv'), 'number,reportedOn,status,file')
}
const moving = (...more: string[]) => run('history', dir, '--from', 'OldLab Portal', ...more)

/** A clinic that is in no list registers itself. */
function register(name: string, city = 'Arden') {
  made += 1
  const address = { type: 'Primary' as const, addressLine1: '1 Mill', state: 'IN', postalCode: '46032' }
  return portal.as(`founder ${made}`).institutions.create({
    body: {
      institutionName: name,
      addresses: [{ ...address, city }],
      phones: [{ type: 'Work', phoneNumber: '+16145550101' }],
    },
  })
}
const stored = (code: string) =>
  administer(portal.database.url, (db) =>
    db
      .selectFrom('institution')
      .select(['name', 'parent_code', 'addresses', 'phones', 'approved_at'])
      .where('code', '=', code)
      .executeTakeFirst(),
  )

test('codes of institutions that registered themselves are refused, all of them, and nothing is written', async () => {
  const [one, other] = [await register('Wrenfield Clinic'), await register('Alderbeck Clinic')]
  const before = await Promise.all([stored(one.institutionCode), stored(other.institutionCode)])
  const file = await list(
    row('9201', 'Group'),
    row(one.institutionCode, 'Great Hospital', '9201'),
    row(other.institutionCode, 'General Hospital'),
  )
  const fault = (line: number, { institutionCode: code }: typeof one, name: string) =>
    `institutions.csv, row ${line}, column code: '${code}' is the code of ${name}, which registered itself here: give another code, or add --same ${code} if it is the same institution`
  const faults = [fault(3, one, 'Wrenfield Clinic'), fault(4, other, 'Alderbeck Clinic')]
  expect(await run('institutions', file)).toEqual({
    code: 1,
    output: [...faults, 'Nothing was imported.'].join('\n'),
  })
  // One of them is known to be the same.
  expect((await run('institutions', file, '--same', one.institutionCode)).output).toBe(
    [faults[1], 'Nothing was imported.'].join('\n'),
  )
  // A history would give its orders and reports to the wrong clinic.
  await history('9201')
  expect((await moving('--check')).output).toBe([...faults, 'Nothing was moved in.'].join('\n'))
  await rm(file)
  await history(one.institutionCode)
  expect((await moving('--check')).output).toBe(
    `orders.csv, row 2, column institution: '${one.institutionCode}' is the code of Wrenfield Clinic, which registered itself here: give another code, or add --same ${one.institutionCode} if it is the same institution\nNothing was moved in.`,
  )
  expect(await Promise.all([stored(one.institutionCode), stored(other.institutionCode)])).toEqual(before)
  expect(await stored('9201')).toBeUndefined()
  expect(await moving('--check', '--same', one.institutionCode)).toMatchObject({ code: 0 })
})

test('the same institution takes name and parent of the list, keeps its users and addresses, and is approved', async () => {
  const { institutionCode: code } = await register('Saltmarsh Clinic')
  const file = await list(row('9211', 'Group'), row(code, 'Saltmarsh Medical Center', '9211'))
  expect(await run('institutions', file, '--same', `9211,${code}`)).toMatchObject({ code: 0 })
  expect(await stored(code)).toMatchObject({
    ...{ name: 'Saltmarsh Medical Center', parent_code: '9211', approved_at: expect.any(Date) },
    addresses: [{ addressLine1: '1 Mill', state: 'IN' }],
  })
  const lines = await administer(portal.database.url, (db) =>
    sql<{ actor: string; detail: object }>`select actor_name as actor, detail from audit_event
      where action = 'institution-changed' and entity_id = ${code}`.execute(db),
  )
  expect(lines.rows).toEqual([
    { actor: expect.stringContaining('by npm run import'), detail: { fields: ['name', 'parent'] } },
  ])
  expect(await run('institutions', file, '--same', '9219')).toEqual({
    code: 1,
    output: '--same 9219: no row has this code',
  })
})

test('addresses and phones that clinics have entered stay; the list changes its own, and name and parent', async () => {
  expect((await run('institutions', await list(row('9221', 'Clinic')))).output).toBe(
    'Imported institutions: 1. All others are unchanged.',
  )
  const entered = {
    type: 'Primary' as const,
    addressLine1: '9 Quay',
    city: 'Reach',
    state: 'NY',
    postalCode: '12207',
  }
  const { id } = await administer(portal.database.url, (db) =>
    db.selectFrom('institution').select('id').where('code', '=', '9221').executeTakeFirstOrThrow(),
  )
  const corrected = (code: string, name: string, parent = '') =>
    row(code, name, parent).replace('3 Lane', '4 Lane').replace('-0103', '-0104')
  const phones = [{ type: 'Work', phoneNumber: '+16145550104' }]
  const lane = [expect.objectContaining({ addressLine1: '4 Lane' })]
  const file = await list(row('9222', 'Group'), corrected('9221', 'Great Clinic', '9222'))
  expect((await run('institutions', file)).output).toBe(
    'Imported institutions: 2, 1 of them here already. Addresses and phones that users entered stay. All others are unchanged.',
  )
  expect(await stored('9221')).toMatchObject({
    ...{ name: 'Great Clinic', parent_code: '9222', addresses: lane, phones },
  })
  await portal.as('Support').institutions.changeAddresses({ params: { id }, body: [entered] })
  // The phone is still the list's.
  const later = corrected('9221', 'Great Clinic').replace('-0104', '-0105')
  expect(await run('institutions', await list(later))).toMatchObject({ code: 0 })
  expect(await stored('9221')).toMatchObject({
    ...{ addresses: [entered], phones: [{ type: 'Work', phoneNumber: '+16145550105' }] },
  })
})

test('a history adds institutions and leaves alone those that are here', async () => {
  await run('institutions', await list(row('9231', 'Heron Street')))
  const before = await stored('9231')
  await list(row('9232', 'Group'), row('9231', 'Heron Street in 2019', '9232'))
  await history('9231')
  expect(await moving('--report', at('counts.md'))).toMatchObject({ code: 0 })
  expect(await stored('9231')).toEqual(before)
  expect(await stored('9232')).toMatchObject({ name: 'Group' })
})

test('an institution that registers itself gets a code that no other has', async () => {
  const { institutionCode } = await register('Tern Clinic')
  const next = [1, 2, 3].map((more) => String(Number(institutionCode) + more))
  const file = await list(...next.map((code) => row(code, `Hospital ${code}`)))
  expect(await run('institutions', file)).toMatchObject({ code: 0 })
  const { institutionCode: free } = await register('Plover Clinic')
  expect(Number(free)).toBe(Number(institutionCode) + 4)
  expect(await stored(next[0] ?? '')).toMatchObject({ name: `Hospital ${next[0]}` })
})
