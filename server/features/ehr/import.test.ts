import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runImport } from '#server/commands/import.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { someCertificate } from './testing/hospital.ts'

let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-ehr-'))
})
afterAll(async () => {
  await portal?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function imported(interfaces: string[], maps: string[]) {
  const head = 'code,institution,name,certificates,sender,processingId,answersOrders'
  await writeFile(path.join(dir, 'ehr-interfaces.csv'), [head, ...interfaces].join('\n'))
  await writeFile(path.join(dir, 'ehr-maps.csv'), ['interface,kind,code,meaning', ...maps].join('\n'))
  const lines: string[] = []
  const environment = { DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET }
  const code = await runImport(['ehr', dir], environment, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

const rows = () =>
  portal.worker.db.selectFrom('ehr_interface').select(['code', 'name', 'certificates']).execute()

test('imports interfaces and their maps, again without doubling', async () => {
  const certificate = someCertificate()
  for (const name of ['Larkfield Epic', 'Larkfield record']) {
    const { code, text } = await imported(
      [`LARK,P1,${name},${certificate.toLowerCase()},EPIC|HOSPITAL,P,yes`],
      [
        'LARK,test,GEN1,EPI2',
        'LARK,provider,9923101,1234567893',
        'LARK,specimen,BLD,Blood',
        'LARK,question,Q7,note',
      ],
    )
    expect({ code, text }).toEqual({
      code: 0,
      text: 'Imported interfaces of hospitals: 1, mapped codes 4. All others are unchanged.',
    })
    expect(await rows()).toEqual([{ code: 'LARK', name, certificates: [certificate] }])
  }
  const maps = await portal.worker.db.selectFrom('ehr_map').select(['kind', 'code', 'meaning']).execute()
  expect(maps).toHaveLength(4)
  expect(maps).toContainEqual({ kind: 'test', code: 'gen1', meaning: 'EPI2' })
})

test('names every fault of the files, and imports nothing', async () => {
  const [one, other] = [someCertificate(), someCertificate()]
  const before = await rows()
  const { code, text } = await imported(
    [`A,P1,One,${one}|AB:CD,EPIC,P,yes`, `B,P1,Two,${other}|${one},,X,perhaps`],
    ['A,test,GEN1,EPI2', 'C,test,GEN1,EPI2', 'A,provider,7,12', 'A,colour,7,red'],
  )
  expect(code).toBe(1)
  for (const words of [
    ...[
      'row 2, column certificates',
      'row 2, column sender',
      'row 3, column certificates',
      'row 3, column processingId',
    ],
    ...[
      'row 3, column answersOrders',
      "row 3, column interface: 'C'",
      "row 4, column meaning: '12' is not an NPI",
    ],
    "row 5, column kind: 'colour'",
  ])
    expect(text).toContain(words)
  expect(await rows()).toEqual(before)
})

test('names institutions, tests and specimen types that are not here', async () => {
  const { code, text } = await imported(
    [`Z,NONE,Nowhere,${someCertificate()},,P,no`],
    ['Z,test,GEN1,NOTEST', 'Z,specimen,BLD,Ichor'],
  )
  expect(code).toBe(1)
  expect(text).toContain("'NONE' is not the code of an institution")
  expect(text).toContain("'NOTEST' is not the code of a test")
  expect(text).toContain("row 3, column meaning: 'Ichor' is not a specimen type")
})
