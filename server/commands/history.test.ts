import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { administer } from '../database/connection/connect.ts'
import { demoReport } from '../demo/report.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { problemOfCall, startPortal, type TestPortal } from '../testing/portal.ts'
import { runImport } from './import.ts'

// A made laboratory of ten tests leaves its old portal for this one.

const SYSTEM = 'OldLab Portal'
let portal: TestPortal
let dir: string
let letters = 0
beforeAll(async () => {
  // What is shown must be the laboratory's document, also where orders without a message have demonstration reports.
  portal = await startPortal({
    demoReport: async () => demoReport('Demonstration', { code: 'X', testName: 'X' }, 'final'),
  })
  await importTenTests()
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-history-'))
  await mkdir(path.join(dir, 'pdfs'))
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
const check = () => run('history', dir, '--from', SYSTEM, '--check')
let reports = 0
const move = (...more: string[]) => {
  reports += 1
  return run('history', dir, '--from', SYSTEM, '--report', at(`counts-${reports}.md`), ...more)
}

function pdf(text: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const made = new PDFDocument({ size: 'LETTER', info: { CreationDate: new Date(0) } })
    const chunks: Buffer[] = []
    made.on('data', (chunk: Buffer) => chunks.push(chunk))
    made.on('end', () => resolve(Buffer.concat(chunks)))
    made.text(text)
    made.end()
  })
}

const ORDER_HEAD =
  'number,institution,state,orderedOn,laboratoryNumber,patientFirstName,patientLastName,dateOfBirth,sex,recordNumber,testCode,formerTestCode,testName,providerFirstName,providerLastName,providerNpi,orderedBy'
const REPORT_HEAD = 'number,reportedOn,status,file'

interface Written {
  orders?: string[]
  reports?: string[]
  users?: string[]
}
async function files({ orders = [], reports: rows = [], users }: Written) {
  await writeFile(at('orders.csv'), [ORDER_HEAD, ...orders].join('\n'))
  await writeFile(at('reports.csv'), [REPORT_HEAD, ...rows].join('\n'))
  if (users) await writeFile(at('users.csv'), ['email,institution,roles', ...users].join('\n'))
}

/** Another patient's order each time, so that tests do not find each other's. */
async function order({
  number = '',
  institution = 'P1',
  test: code = 'WES1,,Exome',
  state = 'reported',
} = {}) {
  letters += 1
  const last = `Quillby${String.fromCharCode(97 + Math.floor(letters / 26))}${String.fromCharCode(97 + (letters % 26))}`
  const name = number || `OP-${4700 + letters}`
  await writeFile(at(`pdfs/${name}.pdf`), await pdf(`Result of ${last}`))
  return {
    ...{ number: name, last },
    row: `${name},${institution},${state},2021-03-14,LN-${letters},Iris,${last},1980-05-0${1 + (letters % 9)},Female,M-${letters},${code},Nadia,Veldt,1234567893,Nadia Veldt`,
    report: `${name},2021-04-02,final,${name}.pdf`,
  }
}
const find = async (keyword: string, hospital = 'P1', who = 'OrderViewer@P1') =>
  (await portal.as(who).orders.list({ params: { hospital }, query: { keyword } })).ordersDTO
const stored = () =>
  administer(portal.database.url, (db) =>
    db.selectFrom('orders').select('id').where('earlier', 'is not', null).execute(),
  )
/** Everything that leaves the portal. */
const outgoing = async () => {
  const { rows } = await administer(portal.database.url, (db) =>
    sql<Record<string, number>>`select (select count(*) from message_out) as messages,
      (select count(*) from mail_out) as mails, (select count(*) from eligibility_check) as checks`.execute(
      db,
    ),
  )
  return rows[0]
}

/** The laboratory's ten tests. */
async function importTenTests() {
  const csv = {
    'categories.csv': ['category,name,description', 'ngs,Panels,Words'],
    'consents.csv': [
      'id,title,text,kind,required,category,institutions',
      'testing,Testing,Agrees,yes-no,yes,Testing,',
    ],
    'tests.csv': [
      'code,displayTestCode,name,category,testType,genes,geneCount,geneChoice,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog',
      ...Array.from(
        { length: 10 },
        (_, n) => `TEN${n},,Test ${n},ngs,Panel,FMR1|ABCA3,,,12,Blood,,290,,testing,,0,NGS,Reads two.,yes`,
      ),
    ],
    'add-ons.csv': ['testCode,hospitalCode,addOnTestCode'],
    'sections.csv': ['testCode,category,section,setting'],
    'related-tests.csv': ['testCode,kind,relatedTestCode'],
    'client-codes.csv': ['clientCode,hospitalCode,testCode'],
    'va-tests.csv': ['panel,testCode'],
    'va-stations.csv': ['number,name,city,state'],
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'karyo-ten-'))
  for (const [name, lines] of Object.entries(csv)) await writeFile(path.join(folder, name), lines.join('\n'))
  expect(await run('catalogue', folder, '--despite-findings')).toMatchObject({ code: 0 })
  await rm(folder, { recursive: true })
}

test('a laboratory of ten tests moves in: its orders are found and read like others, by their institution, and nothing is sent', async () => {
  await writeFile(
    at('institutions.csv'),
    'code,name,parentCode,addressLine1,city,state,postalCode,phone\n9101,Heron Street Clinic,,1 Heron Street,Town,OH,43215,614-555-0101',
  )
  const [before, here] = [await outgoing(), await stored()]
  const [known, former, cancelled, foreignClinic] = [
    await order({ test: 'TEN3,,Panel three' }),
    await order({ test: ',HEART-2,Heart panel of 2019' }),
    await order({ state: 'cancelled' }),
    await order({ institution: '9101' }),
  ]
  const corrected = await pdf('Corrected')
  await writeFile(at('pdfs/second.pdf'), corrected)
  await files({
    orders: [known.row, former.row, cancelled.row, foreignClinic.row],
    reports: [
      known.report,
      foreignClinic.report,
      former.report,
      `${former.number},2021-06-01,corrected,second.pdf`,
    ],
  })
  expect(await check()).toEqual({
    code: 0,
    output:
      'Checked without a fault: 1 institution, 4 orders (0 of them are here already), 4 reports, 0 users.',
  })
  expect(await stored()).toEqual(here)

  expect(await move()).toMatchObject({ code: 0 })
  const report = await readFile(at(`counts-${reports}.md`), 'utf8')
  expect(report).toContain('| 9101 | 2021 | 1 | 1 | 0 | 0 | 1 | 1 |  |')
  expect(report).toContain('| P1 | 2021 | 3 | 3 | 1 | 1 | 3 | 3 |  |')
  expect(report).toContain('Files and portal agree.')
  expect(await outgoing()).toEqual(before)

  for (const words of [known.last, known.number.toLowerCase(), 'Panel three'])
    expect(await find(words)).toMatchObject([{ patient: { lastName: known.last }, testCode: 'TEN3' }])
  const [row] = await find('Heart panel')
  expect(row).toMatchObject({
    ...{ testCode: 'HEART-2', state: 'reported', unreadReport: false, isLate: false },
    ...{ earlier: { system: SYSTEM, number: former.number }, orderedAt: '2021-03-14T17:00:00.000Z' },
    result: { outcomes: ['document'] },
  })
  const id = row?.id ?? 0
  const page = await portal.as('OrderSubmitter@P1').orders.get({ params: { hospital: 'P1', id } })
  expect(page).toMatchObject({
    ...{ earlier: { system: SYSTEM, number: former.number }, abilities: ['copy', 'readReport'], blocks: [] },
    reports: [
      { version: 2, isCurrent: true, isUnread: false },
      { version: 1, isCurrent: false },
    ],
  })
  expect(page.events.map(({ kind, actor }) => [kind, actor === SYSTEM])).toEqual([
    ['submitted', true],
    ['reported', true],
    ['report-corrected', true],
    ['moved-in', false],
  ])
  const opened = await portal.as('OrderViewer@P1').orders.report({ params: { h: 'P1', id }, query: {} })
  expect(Buffer.from(opened as Uint8Array)).toEqual(corrected)

  // What would be sent to the laboratory is refused.
  const rated = portal.as('OrderViewer@P1').orders.feedback({ params: { id }, body: { rating: 5, text: '' } })
  expect(await problemOfCall(rated)).toMatchObject({
    code: 'wrong-state',
    detail: `The order was moved in from ${SYSTEM}: the laboratory does not know it under this number.`,
  })
  // The other clinic's order is the other clinic's.
  expect(await find(foreignClinic.last)).toEqual([])
  const [other] = await find(foreignClinic.last, '9101', 'Support')
  const foreign = portal.as('OrderViewer@P1').orders.get({ params: { hospital: 'P1', id: other?.id ?? 0 } })
  expect((await problemOfCall(foreign)).code).toBe('not-found')

  const trail = await portal.worker.db
    .selectFrom('audit_event')
    .select(['entity_id', 'people', 'actor_name', 'detail'])
    .where('action', '=', 'order.moved-in')
    .execute()
  const of = [known, former, cancelled, foreignClinic].map(({ number }) => number)
  const lines = trail.filter(({ detail }) => of.includes((detail as { number: string }).number))
  expect(lines).toHaveLength(4)
  expect(lines.find((line) => line.entity_id === String(id))).toMatchObject({
    people: [expect.stringContaining(former.last.toLowerCase())],
    actor_name: expect.stringContaining('by npm run import -- history'),
    detail: { system: SYSTEM, number: former.number },
  })
})

test('a second time nothing is doubled; what was interrupted is taken up; what changed since is named and stays', async () => {
  const [first, second, third] = [await order(), await order(), await order()]
  await files({ orders: [first.row], reports: [first.report] })
  await move()
  // As after an interruption: only some of the orders are here.
  const all = {
    orders: [first.row, second.row, third.row],
    reports: [third.report, first.report, second.report],
  }
  await files(all)
  expect((await move()).output).toContain('2 orders moved in')
  expect(await move()).toMatchObject({ code: 0, output: expect.stringContaining('0 orders moved in') })
  expect(await find(second.last)).toHaveLength(1)

  await files({ ...all, orders: [first.row, second.row.replace('Iris', 'Isis'), third.row] })
  expect(await move()).toEqual({
    code: 1,
    output: `orders.csv, row 3, column number: '${second.number}' was moved in before with other content, or with other reports: leave this order out of the files, it stays here as it is\nNothing was moved in.`,
  })
  expect(await find(second.last)).toMatchObject([{ patient: { firstName: 'Iris' } }])
})

test('what was erased here since does not come back with the same files', async () => {
  const [gone, stays] = [await order(), await order()]
  await files({ orders: [gone.row, stays.row], reports: [gone.report, stays.report] })
  expect((await move()).code).toBe(0)
  const [found] = await find(gone.last)
  await administer(portal.database.url, (db) =>
    sql`select erase_orders(array[${found?.id ?? 0}::bigint])`.execute(db),
  )
  expect((await check()).output).toContain('1 order (1 of them are here already), 1 order erased here since')
  const again = await move()
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('0 orders moved in')])
  expect(await find(gone.last)).toEqual([])
  expect(await find(stays.last)).toHaveLength(1)
  expect(await readFile(at(`counts-${reports}.md`), 'utf8')).toContain(
    'Files and portal agree.\n\nErased here since they moved in, and not counted: 1.',
  )
})

test('every fault is named with its file, line, column and rule, and nothing is written', async () => {
  const [good, twin, late] = [await order(), await order(), await order()]
  await writeFile(at('pdfs/broken.pdf'), 'no pdf')
  const before = await stored()
  await files({
    orders: [
      good.row,
      good.row,
      twin.row.replace(',P1,', ',Q9,').replace('Female', 'woman'),
      late.row.replace('2021-03-14', '2099-01-01').replace(/M-\d+/, `M-${letters - 2}`),
      'X-1,P1,reported,2021-03-14,,Iris,Quill,2022-01-01,Female,,,TEN3,Test,,Veldt,12,',
    ],
    reports: [
      `${good.number},2021-02-01,final,${good.number}.pdf`,
      `${late.number},2021-04-02,final,../secret.pdf`,
      `${good.number},2021-04-02,final,broken.pdf`,
      `${good.number},2021-04-02,final,none.pdf`,
      `Z-9,2021-04-02,odd,${twin.number}.pdf`,
    ],
    users: ['nobody,P1,OrderViewer', 'a@b.example,P1,Owner'],
  })
  const { code, output } = await check()
  expect(code).toBe(1)
  expect(output.split('\n')).toEqual(
    expect.arrayContaining([
      `orders.csv, row 3, column number: '${good.number}' is already in row 2`,
      "orders.csv, row 4, column sex: 'woman' is not one of Male, Female, Ambiguous, Unknown",
      "orders.csv, row 5, column orderedOn: '2099-01-01' is in the future",
      expect.stringMatching(/^orders.csv, row 5, column recordNumber: 'M-\d+' is another person's in row 2/),
      "orders.csv, row 6, column providerNpi: '12' is not an NPI",
      `reports.csv, row 2, column reportedOn: '2021-02-01' is before the order of 2021-03-14`,
      "reports.csv, row 3, column file: '../secret.pdf' is not the path of a file below the folder pdfs",
      expect.stringMatching(/^reports.csv, row 4, column file: 'broken.pdf' cannot be opened: the PDF /),
      "reports.csv, row 5, column file: 'none.pdf' is missing",
      "reports.csv, row 6, column status: 'odd' is not one of final, addended, amended, corrected",
      "users.csv, row 2, column email: 'nobody' is not an email address",
      expect.stringMatching(/^users.csv, row 3, column roles: 'Owner' is not one of /),
      'Nothing was moved in.',
    ]),
  )
  expect(await stored()).toEqual(before)
})

test('one document of two orders is refused, and one that is not what its digest says', async () => {
  const [one, other] = [await order(), await order()]
  await writeFile(at(`pdfs/${other.number}.pdf`), await readFile(at(`pdfs/${one.number}.pdf`)))
  await files({ orders: [one.row, other.row] })
  await writeFile(
    at('reports.csv'),
    [`${REPORT_HEAD},sha256`, `${one.report},${'0'.repeat(64)}`, `${other.report},`].join('\n'),
  )
  const { output } = await check()
  expect(output).toContain(`reports.csv, row 2, column sha256: '${one.number}.pdf' has the SHA-256 `)
  expect(output).toContain(
    `reports.csv, row 3, column file: '${other.number}.pdf' is the same document as in row 2, of order ${one.number}`,
  )
})

test('rows may be objects, one on each line', async () => {
  const { number, last } = await order()
  const object = {
    ...{ number, institution: 'P1', state: 'reported', orderedOn: '2020-01-02', patientFirstName: 'Bo' },
    ...{ patientLastName: last, dateOfBirth: '1990-01-01', sex: 'Male', testName: 'Exome', testCode: 'TEN1' },
    providerLastName: 'Veldt',
  }
  await writeFile(at('orders.ndjson'), `${JSON.stringify(object)}\n{"number": 1}\nno object\n`)
  await writeFile(
    at('reports.ndjson'),
    JSON.stringify({ number, reportedOn: '2020-02-02', status: 'final', file: `${number}.pdf` }),
  )
  const { output } = await check()
  expect(output).toContain('orders.ndjson, row 2, column number: is not text in quotes')
  expect(output).toContain('orders.ndjson, row 2, column institution: the column is missing')
  expect(output).toContain('orders.ndjson, row 3: the line is not one JSON object')
  await writeFile(at('orders.ndjson'), JSON.stringify(object))
  expect(await move()).toMatchObject({ code: 0 })
  expect(await find(last)).toMatchObject([{ earlier: { number } }])
})

test('users are invited in the name of Support, once, and only if asked', async () => {
  const { row, report } = await order()
  await files({
    ...{ orders: [row], reports: [report] },
    users: ['Ines.Tarn@clinic.example,P1,OrderSubmitter|UserAdmin'],
  })
  await move()
  const to = 'ines.tarn@clinic.example'
  expect(await portal.mailsTo(to)).toEqual([])
  expect((await move('--invite-as', 'nobody@laboratory.example')).output).toContain(
    '--invite-as nobody@laboratory.example: nobody with this address has logged in yet',
  )
  const { email } = await administer(portal.database.url, (db) =>
    db
      .selectFrom('physician')
      .select('email')
      .where('email', '<>', '')
      .where(sql<boolean>`is_support_now(id)`)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  )
  expect((await move('--invite-as', email)).output).toContain('1 user of 1 invited')
  expect((await move('--invite-as', email)).output).toContain('0 users of 1 invited')
  expect((await portal.mailsTo(to)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('invited you to join'),
  ])
  const invited = portal.worker.db
    .selectFrom('invitation')
    .select(['roles', 'by_support'])
    .where('email', '=', to)
  expect(await invited.execute()).toEqual([{ roles: ['OrderSubmitter', 'UserAdmin'], by_support: true }])
})

test('a wrong call says how it is used, and a report that is there is not overwritten', async () => {
  for (const args of [
    [],
    ['--from', SYSTEM],
    ['--from', '', '--check'],
    ['--from', SYSTEM, '--check', '--report', 'x'],
  ])
    expect((await run('history', dir, ...args)).output).toContain('Usage: npm run import -- history')
  await writeFile(at('there.md'), '')
  expect((await run('history', dir, '--from', SYSTEM, '--report', at('there.md'))).output).toContain(
    'already exists: choose another name',
  )
})
