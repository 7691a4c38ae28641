import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankTest, type OrderDocument } from '#domain/orders/document.ts'
import { runImport } from '../commands/import.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { problemOfCall, startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT, readyOrder } from '../testing/world.ts'

// A laboratory with a test on a type of specimen that is not one of ours, in a category of its own.

const OWN = 'Newborn Card'
let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-types-'))
  await cp('data/catalogue', dir, { recursive: true })
  return () => rm(dir, { recursive: true, force: true })
})

const append = async (file: string, line: string) =>
  writeFile(path.join(dir, file), `${(await readFile(path.join(dir, file), 'utf8')).trimEnd()}\n${line}\n`)
const TEST_ROW = `CARD1,,Newborn panel,screening,Panel,CFTR|GAA,,,5,${OWN}|Blood,,290.00,,,,0,NGS,Reads two genes.,yes,`

async function run() {
  const output: string[] = []
  const environment = {
    ...{ DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET, KARYO_DEMO: 'off' },
    ...{ KARYO_SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_ORIGIN: 'https://portal.example.test' },
  }
  const args = ['catalogue', dir, '--despite-findings']
  const code = await runImport(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}
const importCards = async (types: string[]) => {
  await append('categories.csv', 'screening,Newborn screening,For the first days.')
  await append('tests.csv', TEST_ROW)
  await writeFile(path.join(dir, 'specimen-types.csv'), ['type,like,code', ...types].join('\n'))
  return run()
}

/** An order of the laboratory's test on a type, collected on a day. */
function order(specimenType: string): OrderDocument {
  const document = readyOrder('Cardwell', 'CARD1')
  return {
    ...document,
    tests: [blankTest('CARD1', 'Newborn panel')],
    samples: document.samples.map((sample) => ({ ...sample, specimenType })),
  }
}
async function submit(specimenType: string) {
  const orders = portal.as('OrderSubmitter@P1').orders
  const { id } = await orders.create({
    params: { hospital: PARENT },
    body: { draftKey: crypto.randomUUID(), document: order(specimenType) },
  })
  return orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED })
}
async function sent(orderId: number) {
  const { body } = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return body.split('\r').find((line) => line.startsWith('SPM|')) ?? ''
}

test('[OPS-14] a laboratory’s own specimen types and categories are data: imported, chosen by its tests, ordered, and sent by its codes', async () => {
  const { code, output } = await importCards([`${OWN},Dried Blood Spot,NBC-1`, 'Blood,,WB-EDTA'])
  expect(code, output).toBe(0)
  expect(output).toContain('specimen types 2')

  const found = await portal.as('OrderViewer@P1').catalogue.test({ params: { code: 'CARD1' }, query: {} })
  expect(found).toMatchObject({
    ...{ category: 'screening', specimens: [OWN, 'Blood'] },
    ownSpecimens: [{ name: OWN, like: 'Dried Blood Spot' }],
  })
  const categories = await portal.as('OrderViewer@P1').catalogue.categories()
  expect(categories.map(({ name }) => name)).toContain('Newborn screening')

  const card = await submit(OWN)
  expect(card.samples[0]).toMatchObject({ specimenType: OWN })
  expect(await sent(card.id)).toMatch(/^SPM\|1\|\d+-s1\|\|NBC-1\^Newborn Card\^L\|/)
  // Of ours, the laboratory's code stands before the public one.
  const blood = await submit('Blood')
  expect(await sent(blood.id)).toMatch(/^SPM\|1\|\d+-s1\|\|WB-EDTA\^Blood\^L\^BLD\^Blood specimen\^HL70487\|/)
  // It is a type of its own: what it is like is another one, and what nobody knows is refused.
  for (const type of ['Dried Blood Spot', 'Newborn Crad'])
    expect(await problemOfCall(submit(type))).toMatchObject({
      errors: [
        {
          path: '/samples/0/specimenType',
          message: `Newborn panel cannot be done on ${type}. Use ${OWN}, Blood`,
        },
      ],
    })
})

test('the whole file is checked first, and each fault is named', async () => {
  const { code, output } = await importCards([
    'blood,Saliva,B1',
    'Saliva,Blood,S1',
    'Urine,,',
    'Nail Clipping,,N1',
    'Hair,Wool,H1',
    'A|B,Blood,',
    'Tears,Blood,T1',
    'Tears,Blood,T2',
  ])
  expect(code).toBe(1)
  expect(output.split('\n').filter((line) => line.startsWith('specimen-types.csv'))).toEqual(
    [
      "row 2, column type: 'blood' is the portal’s type 'Blood' in other letters",
      "row 3, column like: 'Blood' is wrong here: 'Saliva' is the portal’s own type",
      'row 4, column code: an empty cell is missing: a row of the portal’s own type gives your code for it',
      "row 5, column like: an empty cell is missing: 'Nail Clipping' is your own type, so name the portal’s type whose rules hold for it",
      expect.stringContaining("row 6, column like: 'Wool' is not one of Blood, Buccal Swab"),
      "row 7, column type: 'A|B' contains | or :",
      "row 9, column type: 'Tears' is already in row 8",
    ].map((line) => (typeof line === 'string' ? `specimen-types.csv, ${line}` : line)),
  )
  expect(output).toContain(
    `column specimens: '${OWN}' is neither a specimen type of the portal nor one in specimen-types.csv`,
  )
  expect(output).toContain('Nothing was imported.')
})
