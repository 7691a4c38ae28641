import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

async function imported(interfaces: string[], maps: string[], advice?: string[]) {
  const head = 'code,institution,name,certificates,sender,processingId,answersOrders'
  await writeFile(path.join(dir, 'ehr-interfaces.csv'), [head, ...interfaces].join('\n'))
  await writeFile(path.join(dir, 'ehr-maps.csv'), ['interface,kind,code,meaning', ...maps].join('\n'))
  const file = path.join(dir, 'ehr-advice.csv')
  if (advice) await writeFile(file, [ADVICE_HEAD, ...advice].join('\n'))
  else await rm(file, { force: true })
  const lines: string[] = []
  const environment = { DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET }
  const code = await runImport(['ehr', dir], environment, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

const ADVICE_HEAD = 'interface,iss,jku,tenant,fhirServer,recordNumberSystem,launch,on'

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
    expect((await rows()).filter(({ code: of }) => of === 'LARK')).toEqual([
      { code: 'LARK', name, certificates: [certificate] },
    ])
  }
  const maps = await portal.worker.db
    .selectFrom('ehr_map')
    .select(['kind', 'code', 'meaning'])
    .where('interface_code', '=', 'LARK')
    .execute()
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

describe('who may ask for advice', () => {
  const row = (
    more: Partial<
      Record<'interface' | 'iss' | 'jku' | 'fhirServer' | 'system' | 'launch' | 'on', string>
    > = {},
  ) => {
    const {
      interface: of = 'ADV',
      iss = 'https://ehr.test',
      jku = 'https://ehr.test/keys',
      fhirServer = '',
    } = more
    return [
      of,
      iss,
      jku,
      '',
      fhirServer,
      more.system ?? 'urn:oid:1.2',
      more.launch ?? '',
      more.on ?? '',
    ].join(',')
  }
  const advised = async () =>
    (await portal.as('Support').ehr.overview()).advice.find(({ interfaceCode }) => interfaceCode === 'ADV')

  test('is off at first, stays as Support or the file has it, and ends with a file that leaves it out; each change is audited', async () => {
    const one = `ADV,P1,Advised,${someCertificate()},,P,no`
    const isOn = async (advice?: string[]) => {
      expect((await imported([one], [], advice)).code).toBe(0)
      return (await advised())?.isOn
    }
    expect(await isOn()).toBeUndefined()
    expect(await isOn([row()])).toBe(false)
    await portal.as('Support').ehr.setAdvice({ params: { interface: 'ADV' }, body: { on: true } })
    expect(await isOn([row()])).toBe(true)
    expect(await isOn([row({ on: 'no' })])).toBe(false)
    expect(await isOn([row({ on: 'yes' })])).toBe(true)
    expect(await isOn([row({ jku: 'https://ehr.test/new' })])).toBe(true)
    expect(await isOn()).toBe(false)
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_name', 'detail', 'institution_code'])
      .where('action', '=', 'ehr.advice-changed')
      .orderBy('id')
      .execute()
    expect(lines.map(({ detail }) => (detail as { on: boolean }).on)).toEqual([
      ...[false, true, false, true, true, false],
    ])
    expect(lines[0]).toMatchObject({
      institution_code: 'P1',
      actor_name: expect.stringContaining('import -- ehr'),
    })
    expect(lines[4]?.detail).toMatchObject({
      settings: { jku: 'https://ehr.test/new' },
      before: { settings: { jku: 'https://ehr.test/keys' } },
    })
  })

  test('names every fault, and imports nothing', async () => {
    const before = await advised()
    const { code, text } = await imported(
      [`ADV,P1,Advised,${someCertificate()},,P,no`],
      [],
      [
        row({ jku: 'http://ehr.test/keys', fhirServer: 'https://ehr.test/r4/', on: 'perhaps' }),
        row({ interface: 'NONE', jku: 'https://user@ehr.test/keys', system: '' }),
        row({ fhirServer: 'https://ehr.test/r4?x=1' }),
      ],
    )
    expect(code).toBe(1)
    for (const words of [
      'row 2, column jku',
      'row 2, column fhirServer',
      "row 2, column on: 'perhaps' is not yes, no or empty",
      'row 3, column jku',
      'row 3, column recordNumberSystem',
      'row 4, column fhirServer',
    ])
      expect(text).toContain(words)
    const unknown = await imported(
      [`ADV,P1,Advised,${someCertificate()},,P,no`],
      [],
      [row({ launch: 'elsewhere' })],
    )
    expect(unknown.text).toContain("row 2, column launch: 'elsewhere' is not a launch of institution P1")
    expect(
      (await imported([`ADV,P1,Advised,${someCertificate()},,P,no`], [], [row({ interface: 'NONE' })])).text,
    ).toContain("column interface: 'NONE' is not a code in ehr-interfaces.csv")
    expect(await advised()).toEqual(before)
  })
})
